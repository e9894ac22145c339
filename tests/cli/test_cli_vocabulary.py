"""Questions in other languages, and a user's own words, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_support import json_of, run

THICKENING = "Table 1: Thickening time"


@pytest.mark.parametrize(
    "question",
    [
        "hva er tykningstiden til slurryen",
        "wat is de verdikkingstijd van de cementpap",
        "quel est le temps d'épaississement du laitier",
        "cuál es el tiempo de espesamiento de la lechada",
        "wie lang ist die Verdickungszeit der Zementschlämme",
        "水泥浆稠化时间是多少",
        "какое время загустевания",
    ],
)
def test_a_question_in_another_language_finds_the_english_table(index: Path, question: str) -> None:
    first = json_of(run("search", question, "--method", "bm25", "--json", index=index))["tables"][0]
    assert first["caption"] == THICKENING
    first = json_of(run("search", question, "--json", index=index))["tables"][0]
    assert first["caption"] == THICKENING


def test_a_users_own_word_finds_what_it_stands_for(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words.csv"
    words.write_text("en\nthickening time|zzt\n", "utf-8")
    asked = ("search", "zzt", "--method", "bm25", "--json")
    assert json_of(run(*asked, index=index))["tables"] == []
    monkeypatch.setenv("RELATAB_VOCABULARY", str(words))
    assert json_of(run(*asked, index=index))["tables"][0]["caption"] == THICKENING


def test_a_bad_row_of_the_users_words_ends_in_one_line(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = tmp_path / "words.csv"
    words.write_text("en,no\nzzt,a,b\n", "utf-8")
    monkeypatch.setenv("RELATAB_VOCABULARY", str(words))
    result = run("search", "zzt", index=index)
    assert result.exit_code == 1
    assert result.stderr == f"relatab: {words}, line 2: 3 cells, 2 columns\n"
