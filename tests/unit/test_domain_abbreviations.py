"""Expansion of the trade's words in both directions."""

import pytest

from relatab.domain.abbreviations import (
    AMBIGUOUS_WEIGHT,
    ENTRIES,
    SYNONYM_WEIGHT,
    expand,
)
from relatab.domain.text import words


def added(question):
    return {e.text: e.weight for e in expand(words(question))}


@pytest.mark.parametrize(
    ("question", "meaning", "other"),
    [
        ("TOC behind the casing", "top of cement", "total organic carbon"),
        ("TOC of the kerogen", "total organic carbon", "top of cement"),
        ("WOC hours after cement", "waiting on cement", "oil water contact"),
        ("WOC of the oil reservoir", "oil water contact", "waiting on cement"),
        ("permeability MD", "millidarcy", "measured depth"),
        ("shoe at m MD", "measured depth", "millidarcy"),
    ],
)
def test_words_around_decide_between_meanings(question, meaning, other):
    assert added(question)[meaning] == SYNONYM_WEIGHT
    assert other not in added(question)


def test_without_help_every_meaning_is_added_at_the_lower_weight():
    weights = added("TOC")
    assert weights["top of cement"] == weights["total organic carbon"] == AMBIGUOUS_WEIGHT


def test_the_longest_spelling_wins():
    assert "kop" in added("kick off point")
    assert "well control" in added("kick")
    assert "well control" not in added("kick off point")


def test_words_outside_the_trade_do_not_expand():
    assert expand(words("how many people came")) == ()


def test_every_spelling_leads_to_the_others_of_its_entry():
    for entry in ENTRIES:
        for spelling in entry.spellings:
            found = {
                words(e.text) for e in expand((*words(spelling), *words(" ".join(entry.cues))))
            }
            expected = {words(other) for other in entry.spellings} - {words(spelling)}
            assert expected <= found, spelling


def test_no_spelling_stands_twice_in_an_entry():
    for entry in ENTRIES:
        forms = [words(spelling) for spelling in entry.spellings]
        assert len(forms) == len(set(forms)), entry.spellings
