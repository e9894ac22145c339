"""PDF files that unfold to more than any machine holds or executes; and streams damaged in part."""

import zlib
from pathlib import Path

import pytest
from raw_pdf import FONTS, grid, show, write_raw

from extractors import extract, limits
from extractors.base import Options
from extractors.pdf.streams import inflated
from extractors.pdf.unfolding import Unfolding
from relatab.errors import ExtractionError
from relatab.index.workers import extract_all
from relatab.model import Extraction

TABLE = grid(72, 700)


def read(path: Path) -> Extraction:
    """The file read in a process with limits: without its bounds, a bomb takes the machine."""
    (outcome,) = extract_all([str(path)], Options(ocr="off"), lambda *_: None, jobs=1)
    assert outcome.extraction is not None, outcome.reason
    return outcome.extraction


def kinds(found: Extraction) -> list[str]:
    return [issue.kind for issue in found.issues]


def write_forms(path: Path, draws: int, levels: int) -> Path:
    """A page with a form that draws a form ... each several times; and a page with a table."""
    objects = {}
    for level in range(levels):
        content = f"/X{level + 1} Do\n" * draws if level < levels - 1 else "0 0 m 9 9 l S"
        entries = (
            "/Type /XObject /Subtype /Form /BBox [0 0 500 500]"
            f" /Resources << /XObject << /X{level + 1} {51 + level} 0 R >> >>"
        )
        stream = f"<< /Length {len(content)} {entries} >>\nstream\n{content}\nendstream"
        objects[50 + level] = stream
    resources = f"/XObject << /X0 50 0 R >> {FONTS}"
    return write_raw(path, f"{TABLE} /X0 Do", TABLE, resources=resources, objects=objects)


def test_forms_that_multiply_cost_their_page_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractors.pdf.interpreter.MOST_OPERATORS", 2_000)
    path = write_forms(tmp_path / "bomb.pdf", draws=10, levels=7)
    found = extract(path, Options(ocr="off"))  # without the bound it takes PDFium two seconds
    assert [table.provenance.pages for table in found.tables] == [(1, 2)]
    (issue,) = found.issues
    assert (issue.kind, issue.page, issue.action) == ("page too long", 1, "read its beginning")
    assert "64 MB" in issue.message


def test_forms_within_forms_as_programs_write_them_are_read(tmp_path: Path) -> None:
    found = read(write_forms(tmp_path / "nested.pdf", draws=2, levels=5))
    assert [table.provenance.pages for table in found.tables] == [(1, 2)]
    assert found.issues == ()


def test_forms_that_draw_each_other_and_themselves_come_to_an_end(tmp_path: Path) -> None:
    content = "/A Do /B Do"
    entries = (
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] "
        "/Resources << /XObject << /A 50 0 R /B 51 0 R >> >>"
    )
    form = f"<< /Length {len(content)} {entries} >>\nstream\n{content}\nendstream"
    path = write_raw(
        tmp_path / "circle.pdf",
        f"{TABLE} /A Do",
        resources=f"/XObject << /A 50 0 R >> {FONTS}",
        objects={50: form, 51: form},
    )
    found = read(path)
    assert len(found.tables) == 1
    assert kinds(found) == ["page too long"]


def packed_page(path: Path, content: bytes, filters: str, times: int) -> Path:
    """A page whose content is packed, some times over."""
    for _ in range(times):
        content = zlib.compress(content, 9)
    data = content.decode("latin-1")
    stream = f"<< /Length {len(content)} /Filter {filters} >>\nstream\n{data}\nendstream"
    return write_raw(path, "", objects={11: stream})


@pytest.mark.parametrize(("filters", "times"), [("/FlateDecode", 1), ("[/FlateDecode /Fl]", 2)])
def test_content_that_unpacks_without_end_costs_its_page(
    filters: str, times: int, tmp_path: Path
) -> None:
    content = b" " * (limits.MAX_STREAM_BYTES + 1000)
    path = packed_page(tmp_path / "bomb.pdf", content, filters, times)
    assert path.stat().st_size < 200_000
    found = read(path)
    assert kinds(found)[-1:] == ["page too long"]
    assert found.tables == ()


def test_a_document_that_names_a_million_pages_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_PAGES", 2)
    path = write_raw(tmp_path / "a.pdf", TABLE, TABLE, TABLE)
    with pytest.raises(ExtractionError, match="names 3 pages, more than the 2 that are read"):
        extract(path)


def test_pages_that_are_named_and_not_there_are_one_issue(tmp_path: Path) -> None:
    path = write_raw(tmp_path / "a.pdf", TABLE)
    path.write_bytes(path.read_bytes().replace(b"/Count 1", b"/Count 9"))
    found = read(path)
    assert len(found.tables) == 1
    (issue,) = (issue for issue in found.issues if issue.kind == "missing pages")
    assert issue.message == "8 of 9 pages cannot be found"


def test_of_a_page_with_more_words_than_are_read_the_first_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("extractors.pdf.reader.MOST_WORDS", 20)
    more = "".join(show(72, 300 - 9 * line, f"word{line}") for line in range(30))
    path = write_raw(tmp_path / "a.pdf", TABLE + more)
    found = extract(path, Options(ocr="off"))
    assert len(found.tables) == 1
    (issue,) = found.issues
    assert (issue.kind, issue.action) == ("page too long", "left its end out")


def test_a_glance_tells_pages_without_forms(tmp_path: Path) -> None:
    from pdfminer.pdfdocument import PDFDocument
    from pdfminer.pdfpage import PDFPage
    from pdfminer.pdfparser import PDFParser

    path = write_raw(tmp_path / "a.pdf", TABLE)
    with path.open("rb") as stream:
        document = PDFDocument(PDFParser(stream))
        (page,) = PDFPage.create_pages(document)
        (content,) = page.contents
        assert not Unfolding().is_endless(page)
        assert content.data is None  # nothing was unpacked


def test_what_stands_before_the_damage_is_unpacked() -> None:
    content = b"".join(b"%d 0 m %d 9 l S\n" % (n, n * n) for n in range(5000))
    packed = zlib.compress(content)
    assert inflated(packed, 10**6) == (content, True)
    assert inflated(packed[:-4] + b"oops", 10**6) == (content, True)
    middle = len(packed) // 2
    part, is_whole = inflated(packed[:middle], 10**6)
    assert not is_whole
    assert content.startswith(part)
    assert len(part) > len(content) / 3
    packer = zlib.compressobj()
    sound = packer.compress(content) + packer.flush(zlib.Z_FULL_FLUSH)
    part, is_whole = inflated(sound + b"\xff" * 600, 10**6)
    assert not is_whole
    assert content.startswith(part)
    assert len(part) > 0.99 * len(content)
    assert len(inflated(packed, 1000)[0]) == 1001
