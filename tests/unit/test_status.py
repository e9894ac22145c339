import json
from pathlib import Path

import pytest
from index_support import ENCODER, FINGERPRINT, write_report
from refresh_support import CASING, MUD

from relatab.errors import IndexMissingError
from relatab.index.refresh import update_index
from relatab.index.status import index_status

pytestmark = pytest.mark.usefixtures("text_reports")


@pytest.fixture
def share(tmp_path: Path) -> Path:
    share = tmp_path / "share"
    share.mkdir()
    write_report(share / "a.docx", CASING, MUD)
    write_report(share / "copy.docx", CASING, MUD)
    (share / "bad.docx").write_text("damaged", encoding="utf-8")
    (share / "old.ppt").write_text("x", encoding="utf-8")
    return share


def test_status_counts_what_the_index_holds(share: Path, tmp_path: Path) -> None:
    update_index(tmp_path / "index", [share], encoder=ENCODER, jobs=0)
    status = index_status(tmp_path / "index")
    assert status["model"] == FINGERPRINT
    counts = {name: status[name] for name in ("documents", "tables", "pages", "failed")}
    assert counts == {"documents": 2, "tables": 2, "pages": 1, "failed": 1}
    assert (status["duplicates"], status["values"], status["associations"]) == (1, 3, 1)
    assert status["size_bytes"] > 10_000
    assert status["linked"]
    json.dumps(status)


def test_status_lists_roots_and_every_issue(share: Path, tmp_path: Path) -> None:
    update_index(tmp_path / "index", [share], encoder=ENCODER, jobs=0)
    status = index_status(tmp_path / "index")
    (root,) = status["roots"]
    assert (root["path"], root["state"], root["documents"]) == (str(share), "ok", 2)
    assert root["last_pass"].endswith("+00:00")
    issues = {(issue["kind"], Path(issue["document"]).name) for issue in status["issues"]}
    assert issues == {("format not read", "share"), ("failed", "bad.docx")}


def test_status_needs_an_index(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        index_status(tmp_path)
