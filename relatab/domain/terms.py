"""Search terms: the tokens of documents and of questions, made by the same rules.

A term holds only letters and digits, so a full-text engine keeps it whole. Printed

    9 5/8", 9-5/8 in, 244.5 mm      -> in9p625           (a whole size, 20", also gives 20)
    7/11-1, 7-11-1X, 7_11_1         -> w7s11d1           (s for /, d for -, x for a blank)
    1,83 and 1.83                   -> 1p83
    10,300                          -> 10300
    CMT-07, CMT07                   -> cmt7              (CMT-07 also gives cmt and 7)
    AB-11-02                        -> ab11d2            (and ab, 11, 2)
    DST NO. 2, test 2               -> test2             (after the words' own terms)
    lb/gal, ppg                     -> ppg
    metres, m                       -> m
    Leak-off tests                  -> leakoff leak off test
    井深度                           -> 井深 深度           (pairs of neighbouring characters)

Accents and case are folded, English plurals lose their ending. Not normalised: dates,
numbers with a blank between the thousands (they look like two columns), spelt-out numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from relatab.domain.abbreviations import expand
from relatab.domain.identifiers import find_identifiers
from relatab.domain.languages import STOPWORDS
from relatab.domain.quantities import conversions, find_quantities, report_units
from relatab.domain.sizes import find_sizes, hole_for, hole_out_of, is_casing, size_text
from relatab.domain.text import NUMBER, fold, plain_marks, plain_number, stem, words
from relatab.domain.units import UNITS, spelling_pattern, unit_of
from relatab.domain.wells import WellName, find_wells, parents, short_name

Span = tuple[int, int, list[str]]

# A sidetrack's parent well, a quantity in another unit, the hole of a casing: what the
# question did not say but a table may print instead.
PARENT_WEIGHT = 0.5
CONVERTED_WEIGHT = 0.4
OTHER_UNIT_WEIGHT = 0.2
RELATED_SIZE_WEIGHT = 0.3

# Units that reports write in words and signs that share nothing. The others, such as kg/m3 and
# deg C, meet by their parts.
_UNIT_TERMS = frozenset(
    words("m ft mm ppg gcm3 pcf lbft lb100ft2 bpm m3h m3d lpm bpd mmcfd mh fth bbl cp sack")
)
_UNIT_SPELLINGS = tuple(
    (fold(spelling), unit.name)
    for unit in UNITS
    for spelling in unit.spellings
    if unit.name in _UNIT_TERMS
)
_UNIT_OF = {stem(spelling): name for spelling, name in _UNIT_SPELLINGS if spelling.isalnum()}
_COMPOUND_UNITS = spelling_pattern(
    spelling for spelling, _ in _UNIT_SPELLINGS if not spelling.isalnum()
)
_TOKEN = re.compile(
    rf"(?<![^\W0-9_])(?P<unit>{_COMPOUND_UNITS})(?![^\W_])"
    r"|(?P<code>(?<![\w-])[a-z]{1,5}(?:-[0-9]{1,6}){1,3}(?![\w/]|[.,-][0-9]))"
    r"|(?P<compound>[a-z]{2,}(?:-[a-z]{2,})+)"
    rf"|(?P<number>{NUMBER})"
    r"|(?P<word>[^\W0-9_][^\W_]*)"
    r"|(?P<other>[^\W_]+)"
)
_CELL_LENGTH = 40  # characters
_POSSESSIVE = re.compile(r"'s\b")
_CODE_ZEROS = re.compile(r"(?<=[a-z])0+(?=[0-9])")
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")


def search_terms(text: str) -> list[str]:
    """The terms of a text in reading order, repeated as often as they occur."""
    return list(_cell_terms(text)) if len(text) <= _CELL_LENGTH else _terms(text)


def content_terms(text: str) -> list[str]:
    """The terms of a text without question words, articles and the like."""
    return [term for term in search_terms(text) if term not in STOPWORDS]


@lru_cache(maxsize=16384)
def _cell_terms(text: str) -> tuple[str, ...]:
    """Terms of a short text: cells of a report repeat each other."""
    return tuple(_terms(text))


def _terms(text: str) -> list[str]:
    text = plain_marks(text)
    terms: list[str] = []
    place = 0
    for start, end, found in _spans(text):
        _plain_terms(text[place:start], terms)
        terms.extend(found)
        place = end
    _plain_terms(text[place:], terms)
    terms.extend(
        named.kind + named.value.lower().replace("-", "d") for named in find_identifiers(text)
    )
    return terms


def query_terms(query: str) -> list[tuple[str, float]]:
    """The terms of a question with weights in (0, 1], each term once.

    The question's own words come first at weight 1, without question words and the like;
    other spellings of the trade's words, parent wells, converted depths and the holes that
    belong to a casing follow at lower weights. A question of stopwords only keeps them.
    """
    weights = dict.fromkeys(content_terms(query) or search_terms(query), 1.0)
    for term, weight in _related(query):
        if term not in STOPWORDS:
            weights[term] = max(weight, weights.get(term, 0.0))
    return list(weights.items())


def converted_terms(query: str) -> dict[str, str]:
    """The terms of a question's quantities in other units, each with the print it stands for.

    Terms of the question itself are left out: "12 ppg" -> {"1p44": "12 ppg", ...}.
    """
    own = set(search_terms(query))
    terms = {
        number_term(printed): quantity.printed
        for quantity in find_quantities(query)
        for printed in conversions(quantity)
    }
    return {term: printed for term, printed in terms.items() if term not in own}


def well_term(value: str) -> str:
    """The term of a normalised well name: 15/9-F-12 A -> w15s9dfd12xa."""
    spelt = fold(value).replace("/", "s").replace("-", "d").replace(" ", "x")
    return "w" + "".join(letter for letter in spelt if letter.isalnum())


def size_term(inches: float) -> str:
    """The term of a size: 9.625 -> in9p625."""
    return "in" + size_text(inches).replace(".", "p")


def number_term(printed: str) -> str:
    """The term of a printed number: 1,80 -> 1p8."""
    return plain_number(printed).replace(".", "p")


def _spans(text: str) -> list[Span]:
    """Where wells and sizes stand, with their terms; wells go first where both match."""
    spans = [(well.start, well.end, _well_terms(well)) for well in find_wells(text)]
    for size in find_sizes(text):
        if all(size.end <= start or end <= size.start for start, end, _ in spans):
            spans.append((size.start, size.end, _size_terms(size.inches)))
    return sorted(spans)


def _well_terms(well: WellName) -> list[str]:
    """The well, its name without the place, and the words of a name that has any."""
    short = short_name(well.value)
    named = [word for word in words(well.printed) if word.isalpha() and len(word) > 2]
    return [well_term(well.value), *([well_term(short)] if short else []), *named]


def _size_terms(inches: float) -> list[str]:
    """A whole size also gives its number: columns of sizes often print no inch mark."""
    return [size_term(inches), *([size_text(inches)] if inches.is_integer() else [])]


def _plain_terms(text: str, terms: list[str]) -> None:
    """Append the terms of a stretch without wells and sizes."""
    for match in _TOKEN.finditer(_POSSESSIVE.sub("", fold(text))):
        kind, token = match.lastgroup, match.group()
        if kind == "number":
            terms.append(number_term(token))
        elif kind == "word":
            terms.extend(_word_terms(token))
        elif kind == "unit":
            unit = unit_of(token)
            terms.append(unit.name if unit else token)
        elif kind == "code":
            letters, *numbers = token.split("-")
            numbers = [plain_number(digits) for digits in numbers]
            terms += [letters + "d".join(numbers), letters, *numbers]
        elif kind == "compound":
            terms.append(token.replace("-", ""))
            terms.extend(_UNIT_OF.get(word, word) for word in map(stem, token.split("-")))
        else:
            terms.append(token)


def _word_terms(word: str) -> list[str]:
    if word.isascii():
        word = stem(_CODE_ZEROS.sub("", word))
        return [_UNIT_OF.get(word, word)]
    pieces: list[str] = []
    place = 0
    for run in _IDEOGRAPHS.finditer(word):
        pieces += [word[place : run.start()], *_pairs(run.group())]
        place = run.end()
    return [piece for piece in (*pieces, stem(word[place:])) if piece]


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def _related(query: str) -> Iterator[tuple[str, float]]:
    for expansion in expand(words(query)):
        yield from _spread(content_terms(expansion.text), expansion.weight)
    for well in find_wells(query):
        for name in parents(well.value):
            yield well_term(name), PARENT_WEIGHT
    for size in find_sizes(query):
        if is_casing(size.inches):
            for hole in (*hole_for(size.inches)[:1], *hole_out_of(size.inches)[:1]):
                yield size_term(hole), RELATED_SIZE_WEIGHT
    yield from _in_other_units(query)


def _in_other_units(query: str) -> Iterator[tuple[str, float]]:
    """Quantities converted, and the units themselves but for those that most tables print."""
    for term in converted_terms(query):
        yield term, CONVERTED_WEIGHT
    for quantity in find_quantities(query):
        if quantity.kind != "length":
            for unit in report_units(quantity):
                yield from _spread(search_terms(unit.spellings[0]), OTHER_UNIT_WEIGHT)


def _spread(terms: Sequence[str], weight: float) -> Iterator[tuple[str, float]]:
    """The terms of one phrase, which share its weight."""
    return ((term, weight / len(terms)) for term in terms)
