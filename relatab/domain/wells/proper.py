"""Wells named after a place, a field or a lease, with a number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from relatab.domain.lexicon import packaged_lexicon
from relatab.domain.text import fold, words
from relatab.domain.wells.names import (
    BEFORE,
    WELL_WORD,
    WellName,
    compose,
    is_compound,
    is_numbered_thing,
)

_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_SMALL = "[a-zß-öø-ÿ]"
_NAME = (
    rf"{_CAPITAL}{_SMALL}{{2,}}(?:[ -]{_CAPITAL}{_SMALL}{{2,}}){{0,2}}"
    rf"|{_CAPITAL}{{3,}}(?:[ -]{_CAPITAL}{{3,}}){{0,2}}"
)
_AFTER = rf"(?P<after>\s(?i:{WELL_WORD})\b)?"
_NAMED = re.compile(
    rf"(?P<word>{BEFORE})?(?<![\w/-])(?P<name>{_NAME})"
    r"(?:(?P<joint>-|[ ](?:No[. ]{1,2}|Nº |#)?)(?P<number>[0-9]{1,4})|-(?P<platform>[A-Z])-?(?P<slot>[0-9]{1,2}))"
    rf"(?:[ -]?(?P<suffix>[A-Z]|S?T[0-9]{{1,2}}|S[0-9]|DL|HZ))?(?![^\W_]|[/.,-][0-9]){_AFTER}"
)
_GEOTHERMAL = re.compile(
    r"(?<![^\W_])(?:(?P<place>[A-Z]{2,}|[A-Z][a-z]{3,}(?:\s[A-Z][a-z]{2,})?)[-_ ])?GT[-_ ]?"
    r"(?P<number>[0-9]{1,2})(?:[-_ ]?(?P<suffix>(?:ST|S|st)[0-9]{1,2}))?(?![^\W_])"
)
_GERMAN = re.compile(
    rf"(?<![\w/-])(?P<name>{_NAME})[ -](?P<number>Z[1-9][0-9]?[a-zA-Z]?)(?![^\W_])"
)
_LEASE_WORDS = (
    r"(?i:state|federal|fed|fee|unit|lease|ranch|estate|university|heirs?|trust|tribal|allottee"
    r"|farms?|com)"
)
_LEASE = re.compile(
    r"(?<![\w/#-])(?P<name>[A-Z][A-Za-z&'.]+(?:\s(?:[A-Z][A-Za-z&'.]*|of|et|al)){0,4}?)"
    r"\s(?P<mark>#\s?|(?:No|NO)\.?\s)?(?P<number>[0-9]{1,4}(?:-[0-9]{1,3}){0,2}[A-Z]{0,3})(?![\w/-]|[.,][0-9])"
)
_OF_LEASE = re.compile(rf"\b{_LEASE_WORDS}\b")
_SECTIONED = re.compile(r"[0-9]{1,2}(?:-[0-9]{1,2}){1,2}[A-Z]{0,2}H")
_SIDETRACK = re.compile(r"ST?[0-9]{1,2}")
_YEARS = range(1900, 2100)
_FEW_DIGITS = 2


def named(text: str) -> Iterator[WellName]:
    """Nereus-2, well Nereus 2, well Nereus-A3, pozo Cantarell-1582, well Imperial Leduc No. 1.

    Without the word "well" beside it a name needs the dash, small letters, and a number of
    at most two digits: CMT-07 is the code of a sample or a slurry.
    """
    for match in _NAMED.finditer(text):
        told = match["word"] or match["after"] or _is_sidetrack(match)
        if is_numbered_thing(match["name"]) or not (told or _is_plain(match)):
            continue
        if match["number"] and int(match["number"]) in _YEARS:
            continue
        name = match["name"].upper()
        number = match["number"] or match["slot"]
        value = compose(name, match["platform"], number, match["suffix"])
        end = max(match.end("number"), match.end("slot"), match.end("suffix"))
        start = match.start("name")
        yield WellName(value, text[start:end], start, end)


def _is_plain(match: re.Match[str]) -> bool:
    return (
        match["joint"] == "-"
        and not is_compound(match["name"])
        and len(match["number"]) <= _FEW_DIGITS
        and not match["name"].isupper()
    )


def _is_sidetrack(match: re.Match[str]) -> bool:
    """Whether a suffix as in PLD-103-S1 says that the code before it is a well's."""
    return match["joint"] == "-" and _SIDETRACK.fullmatch(match["suffix"] or "") is not None


def geothermal(text: str) -> Iterator[WellName]:
    """ABC-GT-02-S1, Polderdorp GT-02, GT02: Dutch usage, S1 being the first sidetrack."""
    for match in _GEOTHERMAL.finditer(text):
        place = (match["place"] or "").upper()
        block = f"{place}-GT" if place else "GT"
        value = compose(block, None, match["number"], match["suffix"])
        yield WellName(value, match.group(), match.start(), match.end())


def german(text: str) -> Iterator[WellName]:
    """Moordorf Z10, Moordorf-Ost Z3a: a well to the Zechstein or below."""
    for match in _GERMAN.finditer(text):
        if not is_numbered_thing(match["name"]):
            start = match.start() + _length_of_nouns(match["name"])
            printed = text[start : match.end()]
            value = f"{text[start : match.end('name')]} {match['number']}".upper()
            yield WellName(value, printed, start, match.end())


def _length_of_nouns(name: str) -> int:
    """How much of a name are nouns of the trade before it: German has capitals for all nouns."""
    known = packaged_lexicon()
    length = 0
    for noun in name.split(" ")[:-1]:
        term = fold(noun)
        if not (
            known.senses((term,))
            or known.inflected(term, english=False)
            or known.of_last_part(term)
        ):
            break
        length += len(noun) + 1
    return length


def lease(text: str) -> Iterator[WellName]:
    """OSPREY 4-17-32H, Jones Ranch #3, State of Ohio B No. 2H: a lease and a number.

    Taken where a horizontal well's H ends the sections' numbers, or where the number is
    marked as one and a word for a lease or a final H vouches for it.
    """
    for match in _LEASE.finditer(text):
        name, number = match["name"], match["number"]
        if is_numbered_thing(words(name)[0] if words(name) else name):
            continue
        sectioned = name.isupper() and _SECTIONED.fullmatch(number)
        told = number.endswith("H") or _OF_LEASE.search(name)
        if not (sectioned or (match["mark"] and told)):
            continue
        mark = "#" if match["mark"] else ""
        value = f"{name} {mark}{number}".upper()
        start = match.start("name")
        yield WellName(value, text[start : match.end()], start, match.end())
