"""Shades and table styles tell header rows and label columns from the rest."""

from pathlib import Path

from word_files import bold, cell, read_body, row, table

from relatab.model import Table

DARK, LIGHT = '<w:shd w:val="clear" w:fill="404040"/>', '<w:shd w:val="clear" w:fill="D9D9D9"/>'
NONE = '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>'


def shaded(shade: str, *contents: str) -> str:
    return row(*(cell(content, shade) for content in contents))


def form_row(label: str, value: str, shade: str = DARK) -> str:
    return row(cell(label, shade), cell(value, NONE))


def only(folder: Path, body: str, **parts: str) -> Table:
    (found,) = read_body(folder, body, **parts).tables
    return found


CREW = (
    ("Key personnel", "Drill crew and crane crew"),
    ("Specific PPE", "Safety harness"),
    ("Specific tools", "Iron roughneck"),
)


def test_a_shaded_column_of_labels_makes_a_form(tmp_path: Path) -> None:
    found = only(tmp_path, table(*(form_row(*texts) for texts in CREW)))
    assert (found.kind, found.header_rows) == ("key_value", 0)
    plain = only(tmp_path, table(*(row(*texts) for texts in CREW)))
    assert (plain.kind, plain.header_rows) == ("grid", 1)


def test_a_dotted_pattern_is_a_shade_too(tmp_path: Path) -> None:
    dots = '<w:shd w:val="pct20" w:color="auto" w:fill="auto"/>'
    found = only(tmp_path, table(*(form_row(*texts, shade=dots) for texts in CREW)))
    assert found.kind == "key_value"


def test_bold_type_all_over_does_not_hide_the_shade_of_labels(tmp_path: Path) -> None:
    rows = (form_row(bold(label), bold(value)) for label, value in CREW)
    assert only(tmp_path, table(*rows)).kind == "key_value"


def test_a_shaded_header_over_a_form_stays_a_header(tmp_path: Path) -> None:
    rows = [shaded(LIGHT, "Item", "Description"), *(form_row(*texts) for texts in CREW)]
    found = only(tmp_path, table(*rows))
    assert (found.kind, found.header_rows) == ("grid", 1)


def test_two_shaded_rows_of_words_are_two_header_rows(tmp_path: Path) -> None:
    head = [shaded(DARK, "Casing", "Shoe", "Test"), shaded(DARK, "Size", "Depth", "Pressure")]
    body = [row("13 3/8", "1874", "345"), row("9 5/8", "3120", "520"), row("7", "3900", "690")]
    assert only(tmp_path, table(*head, *body)).header_rows == 2
    plain = [row("Casing", "Shoe", "Test"), row("Size", "Depth", "Pressure")]
    assert only(tmp_path, table(*plain, *body)).header_rows == 1


def test_bands_and_a_shade_all_over_set_nothing_off(tmp_path: Path) -> None:
    names = [
        ("Casing", "Remark"),
        ("Conductor", "Driven"),
        ("Surface", "Cemented"),
        ("Liner", "Hung"),
    ]
    banded = [
        shaded(LIGHT if index % 2 == 0 else NONE, *texts) for index, texts in enumerate(names)
    ]
    assert only(tmp_path, table(*banded)).header_rows == 1
    assert only(tmp_path, table(*(shaded(LIGHT, *texts) for texts in names))).header_rows == 1


def test_a_style_with_its_first_column_only_marks_labels(tmp_path: Path) -> None:
    style = (
        '<w:style w:type="table" w:styleId="Form"><w:name w:val="Form"/>'
        '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr>'
        '<w:tblStylePr w:type="firstCol"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>'
    )
    rows = [row(*texts) for texts in CREW]

    def kind(look: str) -> str:
        properties = f'<w:tblStyle w:val="Form"/><w:tblLook {look}/>'
        return only(tmp_path, table(*rows, properties=properties), styles=style).kind

    assert kind('w:val="0480" w:firstRow="0" w:firstColumn="1"') == "key_value"
    assert kind('w:val="0080"') == "key_value"
    assert kind('w:val="04A0" w:firstRow="1" w:firstColumn="1"') == "grid"
    assert kind('w:val="zz"') == "grid"
