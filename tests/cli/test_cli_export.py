"""`relatab export`: the tables of an index, of a question or by name, in one file."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from cli_support import CASING, LOSSES, THICKENING, json_of, run
from openpyxl import load_workbook

from relatab.model_json import table_from_json

QUESTION = "thickening time of slurry S-1114"


def exported(index: Path, out: Path, *options: str) -> Path:
    result = run("export", out, *options, index=index)
    assert (result.exit_code, result.stdout) == (0, ""), result.stderr
    assert str(out) in result.stderr
    return out


def csv_records(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def json_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_csv_holds_every_value_with_where_it_stands(
    index: Path, reports: Path, tmp_path: Path
) -> None:
    records = csv_records(exported(index, tmp_path / "alle tabeller.csv"))
    assert {record["caption"] for record in records} == {CASING[0], LOSSES[0], THICKENING[0]}
    shoe = next(record for record in records if record["text"] == "1874")
    assert (shoe["row"], shoe["column"], shoe["column_name"]) == ("2", "2", "Shoe depth (m)")
    assert (shoe["column_unit"], float(shoe["value"])) == ("m", 1874)
    assert Path(shoe["document"]).is_relative_to(reports)
    bodies = sum(len(rows[1:]) * len(rows[0]) for _, rows in (CASING, LOSSES, THICKENING))
    assert len(records) == bodies


def test_excel_links_an_inventory_to_one_sheet_per_table(index: Path, tmp_path: Path) -> None:
    workbook = load_workbook(exported(index, tmp_path / "out.XLSX"))
    assert workbook.sheetnames == ["Tables", "T1", "T2", "T3"]
    inventory = list(workbook["Tables"].iter_rows(min_row=2))
    for row in inventory:
        sheet, caption = str(row[0].value), row[1].value
        assert row[0].hyperlink.location == f"'{sheet}'!A1"
        assert workbook[sheet]["A1"].value == caption


def test_json_lines_hold_whole_tables(index: Path, tmp_path: Path) -> None:
    tables = [table_from_json(line) for line in json_lines(exported(index, tmp_path / "out.jsonl"))]
    bodies = {table.caption.text: table.body_texts() for table in tables if table.caption}
    assert bodies[THICKENING[0]] == THICKENING[1][1:]
    assert len(tables) == 3


def test_parquet_holds_the_same_records_with_types(index: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(exported(index, tmp_path / "out.parquet")).to_pylist()
    records = csv_records(exported(index, tmp_path / "out.csv"))
    assert [row["text"] for row in rows] == [record["text"] for record in records]
    assert {row["value"] for row in rows if row["text"] == "1874"} == {1874.0}


def test_a_question_exports_its_tables_in_the_order_of_the_answer(
    index: Path, tmp_path: Path
) -> None:
    answer = json_of(run("search", QUESTION, "--json", index=index))["tables"]
    out = exported(index, tmp_path / "out.jsonl", "--query", QUESTION, "-k", "2")
    assert [table["table_id"] for table in json_lines(out)] == [
        hit["table_id"] for hit in answer[:2]
    ]


def test_named_tables_are_exported_in_the_order_named(
    index: Path, table_ids: dict[str, str], tmp_path: Path
) -> None:
    wanted = [table_ids[THICKENING[0]], table_ids[CASING[0]]]
    out = exported(index, tmp_path / "out.jsonl", "-t", wanted[0][:6], "-t", wanted[1])
    assert [table["table_id"] for table in json_lines(out)] == wanted


@pytest.mark.parametrize(
    "arguments",
    [("tables.docx",), ("tables",), ("out.csv", "-q", "mud", "-t", "ab"), ("out.csv", "-q", " ")],
)
def test_wrong_usage_ends_with_two_and_writes_nothing(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("export", *arguments, index=index).exit_code == 2
    assert not list(tmp_path.iterdir())


def test_a_failed_export_leaves_the_old_file_and_no_rest(index: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("old", encoding="utf-8")
    result = run("export", out, "-t", "nothing", index=index)
    assert result.exit_code == 1
    assert out.read_text("utf-8") == "old"
    missing = run("export", tmp_path / "missing" / "out.csv", index=index)
    assert missing.exit_code == 1
    assert len(missing.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == [out]
