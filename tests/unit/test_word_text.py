"""Which text of a Word file a reader sees."""

from pathlib import Path

import pytest
from word_files import M_NS, STRICT_W_NS, cell, read_body, row, run, table, write_docx

from extractors import extract

FIELD_BEGIN = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
FIELD_SEPARATE = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
FIELD_END = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'


def field_code(code: str) -> str:
    return f"<w:r><w:instrText>{code}</w:instrText></w:r>"


CASES = {
    "deleted text": ("12.5", f"{run('12.')}<w:del><w:r><w:delText>9</w:delText></w:r></w:del>{run('5')}"),
    "inserted text": ("12.5", f"<w:ins>{run('12.5')}</w:ins>"),
    "moved text": ("here", f"<w:moveFrom>{run('there')}</w:moveFrom><w:moveTo>{run('here')}</w:moveTo>"),
    "hidden text": ("seen", run("seen") + run("hidden", "<w:vanish/>")),
    "text shown again": ("seen", run("seen", '<w:vanish w:val="0"/>')),
    "symbol glyphs": ("a", '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>' + run("a")),
    "note references": ("a", run("a") + '<w:r><w:footnoteReference w:id="2"/></w:r>'),
    "a field's code": (
        "4",
        FIELD_BEGIN + field_code("=SUM(A1:A2)") + FIELD_SEPARATE + run("4") + FIELD_END,
    ),
    "a field inside a field's code": (
        "b",
        FIELD_BEGIN + field_code("IF ")
        + FIELD_BEGIN + field_code("X") + FIELD_SEPARATE + run("a") + FIELD_END
        + FIELD_SEPARATE + run("b") + FIELD_END,
    ),
    "a simple field": ("7", f'<w:fldSimple w:instr="DATE">{run("7")}</w:fldSimple>'),
    "a link": ("a b", f"<w:hyperlink>{run('a b')}</w:hyperlink>"),
    "tabs and breaks": ("a\tb\nc", f"{run('a')}<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>"),
    "hyphens": ("9-5/8ab", "<w:r><w:t>9</w:t><w:noBreakHyphen/><w:t>5/8a</w:t><w:softHyphen/><w:t>b</w:t></w:r>"),
    "an equation": ("A=π", f'<m:oMath xmlns:m="{M_NS}"><m:r><m:t>A=π</m:t></m:r></m:oMath>'),
    "ruby": ("漢", f"<w:r><w:ruby><w:rt>{run('かん')}</w:rt><w:rubyBase>{run('漢')}</w:rubyBase></w:ruby></w:r>"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_cell_holds_what_a_reader_sees(case: str, tmp_path: Path) -> None:
    seen, content = CASES[case]
    (found,) = read_body(
        tmp_path, table(row(cell(f"<w:p>{content}</w:p>"), "x"), row("y", "z"))
    ).tables
    assert found.cells[0].text == seen


def test_a_character_style_hides_text_also_by_inheritance(tmp_path: Path) -> None:
    styles = (
        '<w:style w:type="character" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="character" w:styleId="H2"><w:basedOn w:val="H"/></w:style>'
    )
    hidden = run("hidden", '<w:rStyle w:val="H2"/>')
    content = f"<w:p>{run('seen')}{hidden}</w:p>"
    (found,) = read_body(tmp_path, table(row(cell(content), "x")), styles=styles).tables
    assert found.cells[0].text == "seen"


def test_paragraphs_are_lines_and_a_deleted_mark_joins_them(tmp_path: Path) -> None:
    joined = f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run('9 5')}</w:p><w:p>{run('/8')}</w:p>"
    content = f"{joined}<w:p>{run('inch')}</w:p>"
    (found,) = read_body(tmp_path, table(row(cell(content), "x"))).tables
    assert found.cells[0].text == "9 5/8\ninch"


def test_a_drawing_with_two_versions_is_read_once(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{table(row('a', 'b'), row('1', '2'))}</w:txbxContent>"
    drawing = (
        "<w:p><w:r><mc:AlternateContent>"
        f'<mc:Choice Requires="wps"><w:drawing>{box}</w:drawing></mc:Choice>'
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r></w:p>"
    )
    assert len(read_body(tmp_path, drawing).tables) == 1


def test_the_fallback_is_read_when_the_modern_version_holds_no_text(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{table(row('a', 'b'), row('1', '2'))}</w:txbxContent>"
    drawing = (
        '<w:p><w:r><mc:AlternateContent><mc:Choice Requires="x"><w:drawing/></mc:Choice>'
        f"<mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    assert len(read_body(tmp_path, drawing).tables) == 1


def test_a_box_in_a_cell_gives_a_table_nested_there(tmp_path: Path) -> None:
    box = f"<w:txbxContent>{table(row('a', 'b'), row('1', '2'))}</w:txbxContent>"
    content = f"<w:p>{run('text')}<w:r><w:pict>{box}</w:pict></w:r></w:p>"
    outer, inner = read_body(tmp_path, table(row(cell(content), "x"), row("y", "z"))).tables
    assert inner.parent == outer.id
    assert outer.cells[0].text == "text"


def test_strict_files_are_read_like_any_other(tmp_path: Path) -> None:
    body = table(row("Casing", "Shoe"), row("7", "3900"))
    path = write_docx(tmp_path / "strict.docx", body, namespace=STRICT_W_NS)
    assert [cell.text for cell in extract(path).tables[0].cells] == ["Casing", "Shoe", "7", "3900"]
