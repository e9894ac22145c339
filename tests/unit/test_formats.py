"""One table in the formats people use; every format keeps what was printed."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from relatab.errors import RelatabError
from relatab.interfaces.exports import export
from relatab.interfaces.formats import (
    DOUBT_SHADE,
    TEXT_FORMATS,
    in_hundredths,
    scan_note,
    to_csv,
    to_html,
    to_markdown,
    to_text,
)
from relatab.model import Caption, Cell, Column, Provenance, RowGroup, Table
from relatab.model_json import table_from_json
from relatab.retrieval import Availability

PRESENT: defaultdict[str, Availability] = defaultdict(lambda: "present")

CASING = Table(
    id="ab12-000",
    cells=(
        Cell("Casing", 0, 2, 0, 1, is_header=True),
        Cell("Depth", 0, 1, 1, 3, is_header=True),
        Cell("m", 1, 2, 1, 2, is_header=True),
        Cell("ft", 1, 2, 2, 3, is_header=True),
        Cell('9 5/8"', 2, 3, 0, 1, value=9.625, unit="in"),
        Cell("1 972", 2, 3, 1, 2),
        Cell("6471", 2, 3, 2, 3, value=6471.0),
        Cell("=A1 | x", 3, 4, 0, 3),
    ),
    n_rows=4,
    n_columns=3,
    header_rows=2,
    columns=(Column("Casing"), Column("Depth / m", "m"), Column("Depth / ft", "ft")),
    caption=Caption("Table 4: Casing & shoes", "numbered"),
    row_groups=(RowGroup("Section B", 3, 4),),
    notes=("* driller's depth",),
    provenance=Provenance("/share/Well A/end of well.pdf", "ab" * 32, 0, (12, 13), "iv"),
)


def test_text_shows_caption_place_header_values_and_notes() -> None:
    text = to_text(CASING)
    assert text.startswith("Table 4: Casing & shoes\nend of well.pdf, p. 12-13 (printed iv)\n")
    for printed in ("Depth / m", '9 5/8"', "6471", "* driller's depth"):
        assert printed in text


def test_markdown_escapes_bars_and_gives_a_spanning_text_once() -> None:
    markdown = to_markdown(CASING)
    assert markdown.count("=A1 \\| x") == 1
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {4}


def test_csv_reads_back_to_the_printed_body() -> None:
    records = list(csv.reader(io.StringIO(to_csv(CASING))))
    assert records[0] == ["Casing", "Depth / m", "Depth / ft"]
    assert records[1:] == CASING.body_texts()


def test_html_keeps_spans_and_header_cells_and_escapes() -> None:
    html = to_html(CASING)
    assert '<th rowspan="2">Casing</th>' in html
    assert '<th colspan="2">Depth</th>' in html
    assert "<caption>Table 4: Casing &amp; shoes</caption>" in html


def test_json_reads_back_to_the_same_table() -> None:
    assert table_from_json(json.loads(TEXT_FORMATS["json"](CASING))) == CASING


def test_excel_keeps_numbers_as_numbers_and_text_as_text(tmp_path: Path) -> None:
    export([CASING], PRESENT, tmp_path / "out.xlsx")
    book = load_workbook(tmp_path / "out.xlsx")
    assert book.sheetnames == ["Tables", "T1"]
    sheet = book["T1"]
    assert (sheet["A6"].value, sheet["C6"].value) == ('9 5/8"', 6471)
    assert (sheet["A7"].value, sheet["A7"].data_type) == ("=A1 | x", "s")
    assert "B4:C4" in {str(area) for area in sheet.merged_cells.ranges}
    assert book["Tables"]["B2"].value == "Table 4: Casing & shoes"


def test_csv_export_has_one_record_per_value_with_its_source(tmp_path: Path) -> None:
    export([CASING], PRESENT, tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        records = list(csv.DictReader(file))
    assert [record["text"] for record in records] == ['9 5/8"', "1 972", "6471", "=A1 | x"]
    assert records[2]["column_name"] == "Depth / ft"
    assert records[2]["page"] == "12"
    assert records[3]["row_group"] == "Section B"


def test_json_lines_export_reads_back(tmp_path: Path) -> None:
    export([CASING, CASING], PRESENT, tmp_path / "out.jsonl")
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert [table_from_json(json.loads(line)) for line in lines] == [CASING, CASING]


def test_an_unknown_suffix_is_refused_with_the_choices(tmp_path: Path) -> None:
    with pytest.raises(RelatabError, match=r"\.xlsx, \.csv"):
        export([CASING], PRESENT, tmp_path / "out.doc")


def test_a_failed_export_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(RelatabError, match="cannot be written"):
        export([CASING], PRESENT, tmp_path / "missing" / "out.csv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "mark", "shown"), [("24.91", "1", True), ("7 a)", "a", False), ("7*", "*", False)]
)
def test_footnote_marks_follow_figures_for_readers_and_stay_out_of_csv(
    text: str, mark: str, shown: bool
) -> None:
    marked = replace(CASING, cells=(*CASING.cells[:6], Cell(text, 2, 3, 2, 3, marks=(mark,))))
    assert (f"{text} [{mark}]" in to_text(marked)) is shown
    assert (f"{text} [{mark}]" in to_markdown(marked)) is shown
    assert (f"{text}<sup>{mark}</sup>" in to_html(marked)) is shown
    assert f"{text}\r\n" in to_csv(marked)


SCAN = Table(
    id="cd34-000",
    cells=(
        Cell("Depth m", 0, 1, 0, 1, is_header=True, confidence=0.99),
        Cell("Wei9ht", 0, 1, 1, 2, is_header=True, confidence=0.7),
        Cell("2504", 1, 2, 0, 1, value=2504.0, confidence=0.62),
        Cell("1.O3", 1, 2, 1, 2, value=1.03, confidence=0.5, stands_for="1.03"),
        Cell("2<b>", 2, 3, 0, 1, confidence=0.95),
        Cell('"', 2, 3, 1, 2, value=1.03, confidence=0.96, stands_for="1.03"),
        Cell("", 3, 4, 0, 1, confidence=0.1),
        Cell("1.10", 3, 4, 1, 2, value=1.1, confidence=0.97),
    ),
    n_rows=4,
    n_columns=2,
    header_rows=1,
    columns=(Column("Depth m", "m"), Column("Wei9ht")),
    provenance=Provenance("/share/mud.pdf", "cd" * 32, 0, (3,), page_confidence=0.91),
    extractor="ocr/alignment",
    confidence=0.83,
)


@pytest.mark.parametrize("write", [to_text, to_markdown])
def test_doubt_and_meaning_follow_a_scans_cells_and_are_explained(
    write: Callable[[Table], str],
) -> None:
    words = " ".join(write(SCAN).replace("|", " ").split())
    assert "Wei9ht [?]" in words
    assert "2504 [?] 1.O3 [?, = 1.03]" in words
    assert '2<b> " [= 1.03]' in words
    assert "doubtful scan, confidence 0.83, page 0.91; 3 doubtful cells [?]" in words
    assert "[?] read with doubt (confidence below 0.9)" in words
    assert "[= ...] what a ditto mark" in words
    assert words.count("[?]") == 4, words  # header, depth, note above and legend


@pytest.mark.parametrize("write", [to_text, to_markdown, to_html])
def test_nothing_is_said_about_doubt_in_a_table_that_was_not_recognised(
    write: Callable[[Table], str],
) -> None:
    assert not any(word in write(CASING) for word in ("[?]", "[=", "scan", "confidence"))


def test_csv_of_a_scan_holds_what_is_printed_alone() -> None:
    assert list(csv.reader(io.StringIO(to_csv(SCAN))))[1:] == SCAN.body_texts()


def test_html_explains_a_doubtful_cell_where_it_is_pointed_at() -> None:
    html = to_html(SCAN)
    title = "stands for: 1.03; read with confidence 0.50: check the page"
    assert f'<td title="{title}">1.O3 [?, = 1.03]</td>' in html
    assert "<td>2&lt;b&gt;</td>" in html
    assert '<th title="read with confidence 0.70: check the page">Wei9ht [?]</th>' in html


def test_excel_shades_doubtful_cells_and_comments_on_what_is_meant(tmp_path: Path) -> None:
    export([SCAN], PRESENT, tmp_path / "scan.xlsx")
    workbook = load_workbook(tmp_path / "scan.xlsx")
    sheet = workbook["T1"]
    depth, misread, ditto, sure = sheet["A5"], sheet["B5"], sheet["B6"], sheet["B7"]
    assert (depth.value, misread.value, sure.value) == (2504, "1.O3", 1.1)
    assert depth.fill.fgColor.rgb.endswith(DOUBT_SHADE)
    assert depth.comment.text == "read with confidence 0.62: check the page"
    assert misread.comment.text.splitlines()[0] == "stands for: 1.03"
    assert ditto.comment.text == "stands for: 1.03"
    assert ditto.fill.fill_type is None
    assert sure.comment is None
    header, row = workbook["Tables"].iter_rows(values_only=True)
    inventory = dict(zip(header, row, strict=True))
    known = [inventory[name] for name in ("Confidence", "Page confidence", "Doubtful cells")]
    assert known == [0.83, 0.91, 3]


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".jsonl"])
def test_exports_of_a_scan_hold_confidence_and_meaning(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"scan{suffix}"
    export([SCAN, CASING], PRESENT, out)
    if suffix == ".jsonl":
        scan, digital = map(json.loads, out.read_text("utf-8").splitlines())
        assert (scan["scanned"], scan["confidence"], scan["page_confidence"]) == (True, 0.83, 0.91)
        assert (digital["scanned"], digital["confidence"]) == (False, None)
        return
    if suffix == ".csv":
        with out.open(encoding="utf-8-sig", newline="") as file:
            records = list(csv.DictReader(file))
    else:
        import pyarrow.parquet as pq

        records = pq.read_table(out).to_pylist()
    (misread,) = (record for record in records if record["text"] == "1.O3")
    assert misread["stands_for"] == "1.03"
    assert [float(misread[name]) for name in ("confidence", "page_confidence", "value")] == [
        0.5,
        0.91,
        1.03,
    ]
    assert not any(
        record["confidence"] or record["page_confidence"]
        for record in records
        if record["table_id"] == CASING.id
    )


@pytest.mark.parametrize(
    ("confidence", "shown"),
    [(1.0, "1.00"), (0.9989, "0.99"), (0.8999, "0.89"), (0.29, "0.29"), (0.0, "0.00")],
)
def test_a_confidence_is_never_shown_as_higher_than_it_is(confidence: float, shown: str) -> None:
    assert in_hundredths(confidence) == shown


def test_a_scan_read_from_its_text_layer_says_what_is_known() -> None:
    assert scan_note(None, 0.99, 0) == ("scan, page 0.99", False)
    assert scan_note(None, None, 0) == ("scan, confidence unknown", False)
    assert scan_note(0.95, 0.7, 1) == (
        "doubtful scan, confidence 0.95, page 0.70; 1 doubtful cell [?]",
        True,
    )
