"""Files that kill, hang or swell their worker: each costs itself, and is tried when it changes."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from documents import casing_table, report_docx
from fault_support import (
    EXHAUSTIVE,
    ONLY_POSIX,
    cli,
    content,
    is_sound,
    made_at_once,
    run,
    write_share,
)

from relatab.index.store import open_reader

MISHAPS = {
    "segfault": "Segmentation fault",
    "hang": "no page finished within 10 s",
    "exit": "exit 3",
    "swell": "more than 0.6 GB of memory",
}
JOBS = [1, 2] if EXHAUSTIVE else [2]

pytestmark = ONLY_POSIX


@pytest.fixture
def share(tmp_path: Path) -> Path:
    """Good reports, and as many that are as good but for their names."""
    share = write_share(tmp_path / "area" / "share", wells=["7/11-1", "7/11-5", "25/2-3", "2/4-14"])
    for number, mishap in enumerate(MISHAPS):
        path = share / f"report {number}.docx"
        shutil.copy(path, share / f"good {number}.docx")
        path.write_bytes(path.read_bytes() + b"\0")  # another content, as good to read
        path.rename(share / f"{mishap} {number}.docx")
    return share


def reasons(index: Path) -> dict[str, str]:
    """Why documents failed, by the first word of their names."""
    with open_reader(index) as reader:
        return {
            Path(document.path).name.split()[0]: document.reason
            for document in reader.documents()
            if document.state == "failed"
        }


@pytest.mark.parametrize("jobs", JOBS)
def test_a_mishap_costs_its_file_alone_until_that_is_tried_again(
    jobs: int, share: Path, tmp_path: Path
) -> None:
    index = tmp_path / "index"
    undisturbed: Any = made_at_once(tmp_path / "fresh", share)
    assert run(index, share, jobs=jobs, odd_workers=True) == 0
    told = reasons(index)
    assert all(MISHAPS[name] in told[name] for name in MISHAPS), told
    assert {Path(path).name for path in read_well(index)} == {f"good {n}.docx" for n in range(4)}
    assert is_sound(index)
    assert run(index, share, jobs=jobs, odd_workers=True) == 0  # nothing is tried again
    assert reasons(index) == told
    assert run(index, share, jobs=jobs, retry_failed=True) == 0
    assert content(index, share) == undisturbed


def read_well(index: Path) -> list[str]:
    with open_reader(index) as reader:
        return [each.path for each in reader.documents() if each.state == "ok"]


def test_a_document_beyond_the_time_it_is_given_is_read_once_it_is_given_more(
    tmp_path: Path,
) -> None:
    index, share = tmp_path / "index", write_share(tmp_path / "share", wells=["7/11-1"])
    (share / "long.docx").write_bytes(report_docx(casing_table(lines=25_000)))
    done = cli("index", share, "--jobs", "1", "--time-limit", "1s", index=index)
    assert done.returncode == 0, done.stderr
    assert "long.docx: not finished within 1 s; given up, split the document" in done.stderr
    assert "raise --time-limit" in done.stderr
    done = cli("refresh", "--jobs", "1", "--retry-failed", "--time-limit", "1h", index=index)
    assert done.returncode == 0, done.stderr
    assert set(reasons(index)) == {"broken.docx"}
