"""The vocabulary's file, a user's own rows, and what is wrong with bad ones."""

from pathlib import Path

import pytest

from relatab.domain.abbreviations import expand, meanings
from relatab.domain.columns import foreign_concepts
from relatab.domain.stratigraphy import find_units
from relatab.domain.text import words
from relatab.domain.vocabulary import LANGUAGES, OWN_FILE, entries
from relatab.errors import UserFileError


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Writes a user's own file and names it; its path differs per test, so nothing is cached."""

    def write(content, encoding="utf-8"):
        path = tmp_path / "words.csv"
        path.write_bytes(content.encode(encoding))
        monkeypatch.setenv(OWN_FILE, str(path))
        return path

    return write


def added(question):
    return {expansion.text for expansion in expand(words(question))}


def test_every_language_has_words_for_the_main_things():
    by_name = {entry.name: entry for entry in entries()}
    for name in ("depth", "well", "casing", "mud weight", "porosity", "pressure", "top of cement"):
        assert len(by_name[name].foreign) >= len(LANGUAGES), name


def test_a_users_row_adds_a_concept(own):
    own("en,no\nsmart plug|smp,smartplugg\n")
    assert added("SMP") == {"smart plug", "smartplugg"}
    assert "smp" in added("smartpluggen")


def test_a_users_row_adds_to_a_known_concept(own):
    own("cues;en;fr\nbond;top of cement|tocmt;dessus du ciment\n")
    assert {"top of cement", "cement top"} <= added("TOCMT")
    assert "tocmt" in added("top of cement")
    assert "top of cement" in added("dessus du ciment")


def test_a_users_row_places_a_formation_within_an_age(own):
    own("en,within\nheron group|heron gp,Paleocene\nheron sand,heron group\n")
    assert {"heron group", "heron sand"} <= added("tops of the Paleocene")
    assert {"paleocene", "heron group"} <= added("heron sand")
    assert [unit.value for unit in find_units("Heron Gp")] == ["heron"]


def test_an_index_does_not_depend_on_a_file_of_ones_own(own):
    before = foreign_concepts("Teufe"), meanings("MD", "smp")
    own("en,cues,de\nsmart plug,,Teufe\nmillidarcy,smp,\n")
    foreign_concepts.cache_clear()
    assert (foreign_concepts("Teufe"), meanings("MD", "smp")) == before
    assert "smart plug" in added("Teufe")


def test_columns_in_any_order_blank_rows_notes_and_a_byte_order_mark_are_fine(own):
    own("\ufeffno,en,,\n\n,,,\n# ours,\nsmartplugg, smart plug | smp ,,\n", "utf-8")
    assert "smp" in added("smart plug")


def test_without_a_file_of_ones_own_there_are_the_packaged_words(monkeypatch):
    monkeypatch.delenv(OWN_FILE, raising=False)
    assert added("smp") == set()


@pytest.mark.parametrize(
    ("content", "line", "complaint"),
    [
        ("", 1, "header"),
        ("word,other\nsmp,x\n", 1, "header"),
        ("en,en\nsmp,x\n", 1, "header"),
        ("en,no\nsmp,x\n,y\n", 3, "no en"),
        ("en,no\nsmp,x,y\n", 2, "3 cells"),
        ('en,no\n"smp,x\n', 2, "end of data"),
        ("en,no\n|,x\n", 2, "no en"),
        ("en,within\nheron,gannet\n", 2, "within 'gannet'"),
        ("en,within\nheron,heron\n", 2, "within 'heron'"),
        ("en,within\nheron,paleocene\ntertiary,heron\n", 3, "within 'heron'"),
    ],
)
def test_a_bad_row_ends_in_one_line_with_file_and_line(own, content, line, complaint):
    path = own(content)
    with pytest.raises(UserFileError) as told:
        entries()
    assert str(told.value).startswith(f"{path}, line {line}: ")
    assert complaint in str(told.value)
    assert "\n" not in str(told.value)


def test_a_file_that_is_missing_or_no_text_is_told(own, tmp_path, monkeypatch):
    own("en\nbrønn\n", "latin-1")
    with pytest.raises(UserFileError, match="UTF-8"):
        entries()
    missing: Path = tmp_path / "none.csv"
    monkeypatch.setenv(OWN_FILE, str(missing))
    with pytest.raises(UserFileError, match=r"none\.csv: No such file"):
        entries()
