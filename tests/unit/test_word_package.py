"""What the package of a Word file may be, and what it must not do to the reader."""

import zipfile
from pathlib import Path

import pytest
from word_files import casing_table, cell, paragraph, read_body, row, table, texts, write_docx

from extractors import extract, limits
from relatab.errors import ExtractionError

PKG = "http://schemas.microsoft.com/office/2006/xmlPackage"
BIDI = "<w:bidiVisual/>"


def parts_of(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name).decode() for name in package.namelist()}


def flat(path: Path) -> Path:
    """The package in one XML file."""
    parts = "".join(
        f'<pkg:part pkg:name="/{name}"><pkg:xmlData>{text}</pkg:xmlData></pkg:part>'
        for name, text in parts_of(path).items()
    )
    target = path.with_suffix(".xml")
    target.write_text(f'<?xml version="1.0"?><pkg:package xmlns:pkg="{PKG}">{parts}</pkg:package>')
    return target


def test_a_package_in_one_xml_file_is_read_like_the_archive(tmp_path: Path) -> None:
    body = paragraph("Table 1: Casing") + casing_table()
    archive = write_docx(tmp_path / "report.docx", body, title="Final report")
    ours, theirs = extract(archive), extract(flat(archive))
    assert [found.cells for found in theirs.tables] == [found.cells for found in ours.tables]
    assert theirs.tables[0].caption == ours.tables[0].caption
    assert theirs.title == "Final report"
    assert theirs.issues == ()


def test_a_damaged_xml_file_and_one_too_large_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = flat(write_docx(tmp_path / "report.docx", casing_table()))
    with monkeypatch.context() as patched:
        patched.setattr(limits, "MAX_PART_BYTES", 500)
        with pytest.raises(ExtractionError, match="more than"):
            extract(path)
    path.write_text(path.read_text()[:-30])
    with pytest.raises(ExtractionError, match="damaged"):
        extract(path)


def test_entities_that_multiply_in_an_attribute_are_refused(tmp_path: Path) -> None:
    path = write_docx(tmp_path / "bomb.docx", casing_table())
    parts = parts_of(path)
    names = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
    body = parts["word/document.xml"].replace("<w:body>", '<w:body x="&a8;">')
    parts["word/document.xml"] = f'<!DOCTYPE d [<!ENTITY a0 "lollollol">{names}]>{body}'
    with zipfile.ZipFile(path, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    with pytest.raises(ExtractionError, match="declares entities, which no Word file does"):
        extract(path)


def test_a_part_that_shrinks_as_no_report_does_is_refused_before_it_is_unpacked(
    tmp_path: Path,
) -> None:
    path = write_docx(tmp_path / "bomb.docx", "<w:p/>" * 3_000_000)
    assert path.stat().st_size < 50_000
    with pytest.raises(ExtractionError, match="unpacks to more than 500 times its size; refused"):
        extract(path)


def test_a_bomb_in_a_part_that_is_not_needed_costs_that_part(tmp_path: Path) -> None:
    result = read_body(tmp_path, casing_table(), styles="<w:style/>" * 2_000_000)
    assert len(result.tables) == 1
    (issue,) = result.issues
    assert issue.message == "part word/styles.xml unpacks to more than 500 times its size"


def test_the_emptiest_table_is_no_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "RATIO_FROM_BYTES", 1 << 17)
    empty = '<w:tc><w:tcPr><w:tcW w:w="960" w:type="dxa"/></w:tcPr><w:p/></w:tc>'
    path = write_docx(tmp_path / "empty.docx", table(f"<w:tr>{empty * 10}</w:tr>" * 300))
    with zipfile.ZipFile(path) as package:
        assert package.getinfo("word/document.xml").file_size > limits.RATIO_FROM_BYTES
    (found,) = extract(path).tables
    assert (found.n_rows, found.n_columns) == (300, 10)


def test_all_parts_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_PACKAGE_BYTES", 300_000)
    headers = {f"header{n}": f"<w:p/><!--{n * 'x'}-->" + "<w:p></w:p>" * 9_999 for n in range(4)}
    references = "".join(
        f'<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="{name}"/>'
        "</w:sectPr></w:pPr></w:p>"
        for name in headers
    )
    result = read_body(tmp_path, casing_table() + references, **headers)
    assert len(result.tables) == 1
    assert {issue.kind for issue in result.issues} == {"damaged part"}
    assert all("more than" in issue.message for issue in result.issues)


def test_a_table_of_absurd_width_is_cut_at_its_columns(tmp_path: Path) -> None:
    wide = "".join(cell("7", '<w:gridSpan w:val="63"/>') for _ in range(100))
    result = read_body(tmp_path, table(row("Depth", "Porosity"), f"<w:tr>{wide}</w:tr>"))
    (found,) = result.tables
    assert found.n_columns <= limits.MAX_COLUMNS + 63
    (issue,) = result.issues
    assert issue.message == "table 1: 84 cells beyond the first 1000 columns"


def test_a_table_of_absurd_extent_is_cut_before_the_row_that_widens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_POSITIONS", 100)
    rows = [row(cell("7", "<w:vMerge/>"), "0.5") for _ in range(9)]
    wide = row(cell("7", "<w:vMerge/>"), *["x"] * 40)
    result = read_body(tmp_path, table(row("Depth", "Porosity"), *rows, wide, rows[0]))
    (found,) = result.tables
    assert (found.n_rows, found.n_columns) == (10, 2)
    (issue,) = (issue for issue in result.issues if issue.kind == "table too large")
    assert "2 rows beyond the first 10" in issue.message


def test_styles_and_elements_nested_without_end_are_told(tmp_path: Path) -> None:
    chain = "".join(
        f'<w:style w:type="paragraph" w:default="1" w:styleId="s{n}">'
        f'<w:basedOn w:val="s{n + 1}"/></w:style>'
        for n in range(3000)
    )
    path = write_docx(tmp_path / "deep.docx", casing_table(), styles=chain)
    with pytest.raises(ExtractionError, match="nested too deeply"):
        extract(path)


def test_a_table_of_too_many_cells_is_cut_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_CELLS", 6)
    rows = [row(str(number), "0.5") for number in range(8)]
    result = read_body(tmp_path, table(row("Depth", "Porosity"), *rows))
    assert result.tables[0].n_rows == 3
    (issue,) = result.issues
    assert (issue.kind, issue.action) == ("table too large", "left out")
    assert "6 rows beyond the first 3" in issue.message


def test_tables_in_footnotes_are_reported(tmp_path: Path) -> None:
    result = read_body(tmp_path, casing_table(), footnotes1=casing_table() + casing_table())
    assert len(result.tables) == 1
    assert [issue.message for issue in result.issues] == ["2 tables in footnotes"]


def test_tables_of_running_headers_are_facts_and_no_tables(tmp_path: Path) -> None:
    reference = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
    header = table(row("Final report", "Well", "7/11-1"), row("Rig:", "Ocean Viking", "Page 2"))
    result = read_body(tmp_path, casing_table() + reference, header1=header)
    assert len(result.tables) == 1
    assert result.tables[0].context.page_facts == (
        "Final report",
        "Well 7/11-1",
        "Rig: Ocean Viking",
    )


def test_a_table_set_from_right_to_left_keeps_its_logical_order(tmp_path: Path) -> None:
    rows = (row("العمق", "الوزن"), row("1200", "1.15"))
    (found,) = read_body(tmp_path, table(*rows, properties=BIDI)).tables
    assert texts(found) == [["العمق", "الوزن"], ["1200", "1.15"]]


def test_an_embedded_document_is_reported(tmp_path: Path) -> None:
    result = read_body(tmp_path, casing_table() + '<w:altChunk r:id="x"/>')
    assert [issue.kind for issue in result.issues] == ["embedded document"]
