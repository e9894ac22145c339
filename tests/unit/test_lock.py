"""Who holds the writer lock of an index folder, and waiting for it."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from relatab.errors import IndexBusyError, IndexFolderError
from relatab.index.lock import lock_holder, writer_lock


def test_the_holder_is_known_while_it_holds_the_lock_and_no_longer(tmp_path: Path) -> None:
    assert lock_holder(tmp_path) is None
    with writer_lock(tmp_path, 0):
        holder = lock_holder(tmp_path)
        assert holder is not None
        assert holder.pid == os.getpid()
        assert lock_holder(tmp_path) == holder  # looking does not take it away
    assert lock_holder(tmp_path) is None
    assert (tmp_path / "writer.lock").exists()


def test_a_holder_that_has_not_signed_is_not_known(tmp_path: Path) -> None:
    with writer_lock(tmp_path, 0):
        (tmp_path / "writer.lock").write_text("{")
        assert lock_holder(tmp_path) is None
        with pytest.raises(IndexBusyError, match="another process"), writer_lock(tmp_path, 0):
            pass


def test_a_waiting_writer_gives_up_when_it_is_told_to(tmp_path: Path) -> None:
    asked = iter([False, False, True])
    with (
        writer_lock(tmp_path, 0),
        pytest.raises(IndexBusyError, match=f"process {os.getpid()}"),
        writer_lock(tmp_path, 3600, lambda: next(asked)),
    ):
        pass
    assert next(asked, None) is None


@pytest.mark.skipif(os.name != "posix", reason="Windows moves no folder with an open file")
@pytest.mark.parametrize("replaced", [False, True])
def test_a_folder_that_is_moved_while_its_lock_is_waited_for_is_not_written(
    replaced: bool, tmp_path: Path
) -> None:
    folder, held = tmp_path / "index", ExitStack()
    held.enter_context(writer_lock(folder, 0))

    def move() -> bool:
        folder.rename(tmp_path / "elsewhere")
        if replaced:
            shutil.copytree(tmp_path / "elsewhere", folder)
        held.close()
        return False

    with (
        pytest.raises(IndexFolderError, match="index: was moved or replaced"),
        writer_lock(folder, 3600, move),
    ):
        pass
    assert folder.exists() == replaced
