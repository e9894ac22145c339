"""`relatab wells`: wells by all their names, corrected by a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli_support import json_of, run, write_word

MUD = [["Depth (m)", "Weight (sg)"], ["2504", "1.3"]]
REPORTS = {
    "final well report.docx": [
        ("Mud of well 31/11-4X, Heron field", MUD),
        ("Mud of 31-11-4 X", MUD),
        ("Mud of 31/11-4 A", MUD),
    ],
    "scan of 31_ll_4.docx": [("Losses", MUD)],
    "well 31_2-7.docx": [("Mud of 31/2-7", MUD), ("Mud of Nereus-2", MUD)],
}


@pytest.fixture(scope="module")
def wells_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    share = tmp_path_factory.mktemp("share")
    for name, tables in REPORTS.items():
        write_word(share / name, *tables, title="Mud and losses")
    folder = tmp_path_factory.mktemp("wells") / "index"
    assert run("index", share, "--jobs", "0", index=folder).exit_code == 0
    return folder


@pytest.fixture
def own_index(wells_index: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(wells_index, tmp_path / "index"))


def test_wells_come_in_order_with_names_relatives_fields_and_counts(wells_index: Path) -> None:
    wells = json_of(run("wells", "--json", index=wells_index))["wells"]
    assert [well["well"] for well in wells] == ["31/2-7", "31/11-4", "31/11-4 A", "NEREUS-2"]
    assert wells[1] == {
        "well": "31/11-4",
        "names": [
            {"printed": "31-11-4 X", "tables": 1},
            {"printed": "31/11-4X", "tables": 1},
            {"printed": "31_ll_4", "tables": 1},
        ],
        "relatives": ["31/11-4 A"],
        "fields": ["HERON"],
        "documents": 2,
        "tables": 3,
    }


@pytest.mark.parametrize("asked", ["31/11-4", "31-11-04x", "well 31/ll-4"])
def test_one_well_however_it_is_written_shows_its_documents(wells_index: Path, asked: str) -> None:
    (well,) = json_of(run("wells", asked, "--json", index=wells_index))["wells"]
    files = [(Path(file["path"]).name, file["tables"]) for file in well["files"]]
    assert files == [("final well report.docx", 2), ("scan of 31_ll_4.docx", 1)]


def test_people_read_a_list_and_one_well(wells_index: Path) -> None:
    listed = run("wells", index=wells_index).stdout
    assert "31/11-4X ×1" in listed
    assert "Heron" in listed
    one = run("wells", "31/11-4 A", index=wells_index).stdout
    assert "1 table in 1 document\n" in one
    assert "relatives" in one
    assert "final well report.docx" in one


def test_an_unknown_well_ends_in_one_line(wells_index: Path) -> None:
    result = run("wells", "9/9-9", index=wells_index)
    assert result.exit_code == 1
    assert "'9/9-9'" in result.stderr
    assert result.stderr.count("\n") == 1


def test_registered_names_hold_at_once_and_until_others_take_their_place(
    own_index: Path, tmp_path: Path
) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,well\nNereus 2,31/2-7\nheron discovery,31/11-4X\n31/11-4 A,\n", "utf-8")
    result = run("wells", "--aliases", names, index=own_index)
    assert result.exit_code == 0
    assert "3 names" in result.stderr
    wells = json_of(run("wells", "--json", index=own_index))["wells"]
    assert [(well["well"], well["tables"]) for well in wells] == [("31/2-7", 2), ("31/11-4", 3)]
    found = json_of(run("search", "mud weight of the Heron discovery", "--json", index=own_index))
    assert "31/11-4X" in found["tables"][0]["caption"] or "31-11-4" in found["tables"][0]["caption"]
    names.write_text("name,well\n", "utf-8")
    assert run("wells", "--aliases", names, index=own_index).exit_code == 0
    assert len(json_of(run("wells", "--json", index=own_index))["wells"]) == 4


def test_the_next_pass_links_by_the_registered_names(own_index: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,well\nNereus-2,31/2-7\n", "utf-8")
    assert run("wells", "--aliases", names, index=own_index).exit_code == 0
    assert json_of(run("status", "--json", index=own_index))["linked"] is False
    assert run("refresh", "--jobs", "0", index=own_index).exit_code == 0
    assert json_of(run("status", "--json", index=own_index))["linked"] is True
    assert [w["well"] for w in json_of(run("wells", "--json", index=own_index))["wells"]] == [
        "31/2-7", "31/11-4", "31/11-4 A",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("name,well\nNereus 2,31/2-7\nnereus-2,31/2-8\n", "line 3: 'nereus-2' is said"),
        ("name;well\n;31/2-7\n", "line 2: no name"),
        ("well\n31/2-7\n", "line 1: the header"),
    ],
)
def test_a_bad_file_of_names_ends_in_one_line_and_changes_nothing(
    wells_index: Path, tmp_path: Path, content: str, complaint: str
) -> None:
    names = tmp_path / "names.csv"
    names.write_text(content, "utf-8")
    result = run("wells", "--aliases", names, index=wells_index)
    assert result.exit_code == 1
    assert complaint in result.stderr
    assert result.stderr.count("\n") == 1
    assert len(json_of(run("wells", "--json", index=wells_index))["wells"]) == 4


def test_names_are_not_registered_where_there_is_no_index(tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("name,well\nNereus 2,31/2-7\n", "utf-8")
    result = run("wells", "--aliases", names, index=tmp_path / "none")
    assert result.exit_code == 1
    assert not (tmp_path / "none").exists()


def test_an_index_without_wells_says_so(tmp_path: Path) -> None:
    write_word(tmp_path / "a.docx", ("Losses", MUD), title="Losses")
    assert run("index", tmp_path / "a.docx", "--jobs", "0", index=tmp_path / "i").exit_code == 0
    assert run("wells", index=tmp_path / "i").stdout == "No table names a well.\n"
