"""The cache folder: where it is, and that it holds whole results only."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from relatab.embedding.cache import build_once, cache_folder, discard
from relatab.errors import EncoderError


def write(folder: Path) -> None:
    (folder / "file").write_text("whole")


def test_the_environment_chooses_the_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("RELATAB_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="XDG is for Linux and BSD")
def test_a_relative_xdg_folder_is_ignored(monkeypatch, tmp_path):
    monkeypatch.delenv("RELATAB_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert cache_folder() == tmp_path / ".cache" / "relatab"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "relatab"


def test_a_folder_is_built_once(tmp_path):
    builds = []

    def build(folder: Path) -> None:
        builds.append(folder)
        write(folder)

    for _ in range(2):
        build_once(tmp_path / "cache" / "thing", build)
    assert len(builds) == 1
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["thing"]
    assert (tmp_path / "cache" / "thing" / "file").read_text() == "whole"


def test_a_failed_build_leaves_nothing(tmp_path):
    def fail(folder: Path) -> None:
        write(folder)
        raise EncoderError("no")

    with pytest.raises(EncoderError, match="no"):
        build_once(tmp_path / "thing", fail)
    assert list(tmp_path.iterdir()) == []


def test_a_process_killed_while_building_publishes_nothing(tmp_path):
    script = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from relatab.embedding.cache import build_once\n"
        "def build(folder):\n"
        "    (folder / 'file').write_text('half')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "build_once(Path(sys.argv[1]), build)\n"
    )
    target = tmp_path / "thing"
    done = subprocess.run([sys.executable, "-c", script, str(target)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not target.exists()
    build_once(target, write)
    assert (target / "file").read_text() == "whole"


def test_what_a_killed_process_left_is_swept_later(tmp_path):
    left = tmp_path / ".building-left"
    recent = tmp_path / ".building-recent"
    for folder in (left, recent):
        folder.mkdir()
    os.utime(left, (0, 0))
    build_once(tmp_path / "thing", write)
    assert not left.exists()
    assert recent.exists()  # perhaps still at work


def test_of_two_builders_at_once_one_wins_and_both_succeed(tmp_path):
    target = tmp_path / "thing"
    both_building = threading.Barrier(2)

    def build(folder: Path) -> None:
        write(folder)
        both_building.wait(timeout=10)

    builders = [threading.Thread(target=build_once, args=(target, build)) for _ in range(2)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert [path.name for path in tmp_path.iterdir()] == ["thing"]
    assert (target / "file").read_text() == "whole"


def test_a_place_that_cannot_be_written_is_an_error_with_the_remedy(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(EncoderError, match="RELATAB_CACHE"):
        build_once(tmp_path / "file" / "thing", write)


def test_a_discarded_folder_is_gone_and_discarding_twice_is_harmless(tmp_path):
    build_once(tmp_path / "thing", write)
    for _ in range(2):
        discard(tmp_path / "thing")
    assert list(tmp_path.iterdir()) == []
