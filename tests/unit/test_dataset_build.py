"""Multi-table data sets from text-to-SQL originals, on a made-up pair of databases."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from text_to_sql import RIGS, write_bird, write_spider

from relatab.errors import DatasetError
from relatab.evaluation.datasets import load
from relatab.evaluation.multitable import build
from relatab.evaluation.multitable.gold import gold_tables
from relatab.evaluation.multitable.renaming import SYNONYMS, renames
from relatab.evaluation.multitable.schemas import ForeignKey, Schema, SchemaColumn, SchemaTable

FILES = ("tables.jsonl.gz", "queries.jsonl.gz", "originals.jsonl.gz", "renames.jsonl.gz")


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("originals")
    return {"spider": write_spider(folder / "spider"), "bird": write_bird(folder / "bird")}


@pytest.fixture(scope="module")
def built(originals: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "both"
    build(folder, originals)
    return folder


def lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def schema(*tables: tuple[str, list[str]], keys: list[ForeignKey]) -> Schema:
    return Schema(
        "made up",
        tuple(
            SchemaTable(name, name, tuple(SchemaColumn(each, each) for each in columns))
            for name, columns in tables
        ),
        tuple(keys),
    )


# --- gold tables ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("SELECT a FROM Rig", {"rig"}),
        ("SELECT a FROM Rig, Crew AS c WHERE c.x = Rig.x", {"rig", "crew"}),
        ("SELECT a FROM Rig JOIN Crew JOIN Rig AS other", {"rig", "crew"}),
        ("SELECT a FROM Rig WHERE id IN (SELECT id FROM Crew)", {"rig", "crew"}),
        ("SELECT (SELECT max(x) FROM Crew) FROM Rig", {"rig", "crew"}),
        ("SELECT a FROM Rig EXCEPT SELECT a FROM Crew", {"rig", "crew"}),
        ("SELECT a FROM (SELECT a FROM Rig) AS Crew", {"rig"}),
        ("SELECT a FROM Rig GROUP BY a HAVING count(*) > (SELECT 1 FROM Crew)", {"rig", "crew"}),
        ("SELECT a FROM Rig ORDER BY (SELECT x FROM Crew)", {"rig", "crew"}),
        ("WITH best AS (SELECT a FROM Rig) SELECT a FROM best JOIN Crew", {"rig", "crew"}),
        ("WITH Rig AS (SELECT a FROM Rig JOIN Crew) SELECT a FROM Rig", {"rig", "crew"}),
        ("WITH one AS (SELECT 1), two AS (SELECT * FROM one) SELECT * FROM two", set()),
        ("SELECT a FROM `Order Details` JOIN [rig crew]", {"order details", "rig crew"}),
        ('SELECT a FROM "Order Details" WHERE b = "Rig"', {"order details"}),
        ("SELECT value FROM json_each('[1]') JOIN Rig", {"rig"}),
        ("SELECT a FROM Rig; SELECT b FROM Crew;", {"rig", "crew"}),
    ],
)
def test_gold_tables_are_those_read_anywhere_in_a_query(sql: str, names: set[str]) -> None:
    assert gold_tables(sql) == names


@pytest.mark.parametrize(
    "sql", ["", " ; ", "SELECT FROM (WHERE", "DROP TABLE Rig", "'", "SELECT a FROM t WHERE 'x"]
)
def test_what_is_no_query_is_an_error(sql: str) -> None:
    with pytest.raises(DatasetError):
        gold_tables(sql)


def test_a_query_nested_beyond_all_measure_is_an_error() -> None:
    with pytest.raises(DatasetError):
        gold_tables("SELECT " + "(" * 5000 + "1" + ")" * 5000)


# --- renaming ------------------------------------------------------------------------------


def test_a_linked_column_gets_a_synonym_of_its_last_word() -> None:
    made = schema(("Rig", ["rig id"]), ("Crew", ["rig id"]), keys=[ForeignKey((1, 0), (0, 0))])
    (rename,) = renames(made).values()
    assert rename.place == (1, 0)
    assert rename.name in {f"rig {word}" for word in SYNONYMS["id"]}


def test_a_bare_id_is_named_after_the_table_that_it_referenced() -> None:
    made = schema(("Rig", ["id"]), ("Shift", ["id"]), keys=[ForeignKey((1, 0), (0, 0))])
    assert renames(made)[1, 0].name.startswith("Rig ")


def test_a_column_without_a_synonym_gets_a_word_more() -> None:
    made = schema(("Well", ["name"]), ("Core", ["well"]), keys=[ForeignKey((1, 0), (0, 0))])
    assert renames(made)[1, 0].name.startswith("well ")


def test_a_new_name_is_none_of_its_table_and_none_that_it_is_linked_with() -> None:
    words = [f"rig {word}" for word in SYNONYMS["id"]]
    made = schema(
        ("Rig", words[:1]), ("Crew", ["rig id", *words[1:]]), keys=[ForeignKey((1, 0), (0, 0))]
    )
    assert renames(made)[1, 0].name not in {"rig id", *words}


def test_linked_columns_that_are_both_renamed_end_with_different_names() -> None:
    columns = [("A", ["rig id"]), ("B", ["rig id"])]
    for number in range(20):  # whatever the checksums say
        made = schema(
            (f"A{number}", columns[0][1]),
            (f"B{number}", columns[1][1]),
            keys=[ForeignKey((0, 0), (1, 0)), ForeignKey((1, 0), (0, 0))],
        )
        found = renames(made)
        assert found[0, 0].name != found[1, 0].name


def test_a_link_inside_a_table_renames_nothing() -> None:
    made = schema(("Crew", ["id", "boss"]), keys=[ForeignKey((0, 1), (0, 0))])
    assert renames(made) == {}


# --- the whole -----------------------------------------------------------------------------


def test_a_built_data_set_is_one_that_can_be_loaded(built: Path) -> None:
    spider, bird = load(built, "spider", "train"), load(built, "bird", "dev")
    assert [table.title for table in spider.tables] == ["rig", "crew member", "shift"]
    assert [question.text for question in spider.questions] == [
        "Who works on which rig?",
        "Hours per rig?",
    ]
    assert spider.questions[0].gold == ("spider/rigs/crew", "spider/rigs/rig")
    assert spider.questions[1].gold == tuple(
        f"spider/rigs/{name}" for name in ("crew", "rig", "shift")
    )
    assert bird.questions[0].gold == ("bird/cores/core", "bird/cores/well")


def test_every_question_is_accounted_for(built: Path) -> None:
    stats = json.loads((built / "stats.json").read_text("utf-8"))
    spider = stats["spider/train"]
    assert spider["detail"] == {
        "all": 8,
        "kept": 2,
        "2 gold": 1,
        "3 gold": 1,
        "duplicate": 1,
        "fewer than 2 tables": 1,
        "SQL not understood": 1,
        "unknown table": 1,
        "unknown database": 1,
        "no text": 1,
    }
    told = "\n".join(spider["trouble"])
    for place in ("schema 1", "question 3", "question 4", "question 5", "question 6"):
        assert place in told
    assert (spider["tables"], spider["queries"], spider["renamed_columns"]) == (3, 2, 2)
    assert stats["bird/dev"]["trouble"] == []


def test_values_are_the_first_rows_in_storage_order_and_cut(built: Path) -> None:
    tables = {table["id"]: table for table in lines(built / "tables.jsonl.gz")}
    crew = tables["spider/rigs/crew"]["rows"]
    assert crew == [["7", "1", "Dagny", ""], ["8", "2", "Olav", "7"]]
    wells = tables["bird/cores/well"]["rows"]
    assert wells == [["39/8-C"], ["39/8-A"], ["39/8-B"]]  # not in the order of the index
    core = tables["bird/cores/core"]["rows"]
    assert len(core) == 30
    assert core[0] == ["39/8-A", "2000.0", ""]  # a picture is no text


def test_long_cells_are_cut_and_bytes_that_are_no_text_are_replaced(tmp_path: Path) -> None:
    folder = write_bird(tmp_path / "bird")
    database = folder / "dev_2024" / "dev_databases" / "cores" / "cores.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DELETE FROM core")
        connection.execute("INSERT INTO core VALUES (?, CAST(x'61FF' AS TEXT), 0)", ["x" * 99])
        connection.commit()
    build(tmp_path / "out", {"bird": folder})
    tables = {table["id"]: table for table in lines(tmp_path / "out" / "tables.jsonl.gz")}
    assert tables["bird/cores/core"]["rows"] == [["x" * 80, "a\N{REPLACEMENT CHARACTER}", "0"]]


def test_no_record_that_a_method_reads_tells_of_links(built: Path) -> None:
    for record in lines(built / "tables.jsonl.gz"):
        assert set(record) == {"id", "dataset", "split", "db", "title", "columns", "rows"}
    crew = load(built, "spider", "train").tables[1]
    assert "rig id" not in crew.columns
    (original,) = [
        record for record in lines(built / "originals.jsonl.gz") if record["id"] == crew.id
    ]
    assert original["foreign_keys"] == [["rig_id", "Rig.rig_id"], ["boss", "Crew.id"]]
    assert {record["referenced"] for record in lines(built / "renames.jsonl.gz")} == {
        "Rig.rig_id",
        "Crew.id",
        "well.name",
    }


def test_two_builds_are_equal_byte_by_byte(
    built: Path, originals: dict[str, Path], tmp_path: Path
) -> None:
    elsewhere = {name: tmp_path / name for name in originals}
    for name, folder in originals.items():
        shutil.copytree(folder, elsewhere[name])
    build(tmp_path / "again", elsewhere)
    for name in (*FILES, "stats.json"):
        assert (tmp_path / "again" / name).read_bytes() == (built / name).read_bytes()


def test_missing_and_damaged_databases_leave_tables_without_rows(tmp_path: Path) -> None:
    spider = write_spider(tmp_path / "spider")
    shutil.rmtree(spider / "database" / "rigs")
    bird = write_bird(tmp_path / "bird")
    (bird / "dev_2024" / "dev_databases" / "cores" / "cores.sqlite").write_bytes(
        b"no database" * 99
    )
    train, dev = build(tmp_path / "out", {"spider": spider, "bird": bird})
    assert any("no database rigs.sqlite" in line for line in train.trouble)
    assert [line.partition(":")[0] for line in dev.trouble] == [
        "cores, table well",
        "cores, table core",
    ]
    assert all(table.rows == () for table in load(tmp_path / "out", "bird", "dev").tables)
    assert len(train.queries) == 2


def test_a_column_that_the_database_lacks_is_blank(tmp_path: Path) -> None:
    spider = write_spider(tmp_path / "spider")
    more = json.loads(json.dumps(RIGS))
    more["column_names_original"].append([2, "pay"])
    more["column_names"].append([2, "pay"])
    more["foreign_keys"] += [[99, 1], [[1, 2], 3], [0, 1]]
    (spider / "tables.json").write_text(json.dumps([more]))
    (train,) = build(tmp_path / "out", {"spider": spider})
    assert train.tables[2]["rows"] == [["7", "11.5", ""]]
    assert "tables.json, rigs: 3 foreign keys not understood" in train.trouble


@pytest.mark.parametrize("missing", ["tables.json", "train_*.json"])
def test_originals_without_schemas_or_questions_are_one_clear_error(
    tmp_path: Path, missing: str
) -> None:
    spider = write_spider(tmp_path / "spider")
    for path in spider.glob(missing):
        path.unlink()
    with pytest.raises(DatasetError, match=r"tables\.json|train_spider\.json"):
        build(tmp_path / "out", {"spider": spider})
    assert not (tmp_path / "out").exists()


def test_originals_without_a_multi_table_question_are_one_clear_error(tmp_path: Path) -> None:
    spider = write_spider(tmp_path / "spider")
    (spider / "train_others.json").unlink()
    (spider / "train_spider.json").write_text("[]")
    with pytest.raises(DatasetError, match="two tables"):
        build(tmp_path / "out", {"spider": spider})


def test_broken_json_names_file_and_line(tmp_path: Path) -> None:
    spider = write_spider(tmp_path / "spider")
    (spider / "train_spider.json").write_text('[{"question": 1},\n{"question"]')
    with pytest.raises(DatasetError, match=r"train_spider\.json, line 2"):
        build(tmp_path / "out", {"spider": spider})
