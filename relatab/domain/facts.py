"""What a table states: of what, which quantity, which value; so that two tables can be compared.

A fact of a grid stands in a row whose first cell, or that of its casing, names its subject: a
size, a test or core number, else words ("Top Ekofisk"), beside what the caption names. A fact
of a form is an entry; its subject is the one casing or numbered thing that the form is about,
if any. Facts without a unit, in its cell
or its column or known by trade, and rows that begin with a plain number are left out: what they
are about is not told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from relatab.domain.depths import column_unit
from relatab.domain.identifiers import cell_code, find_identifiers, identifier_kind
from relatab.domain.quantities import Quantity, parse_quantity
from relatab.domain.references import ALONG_HOLE, depth_reference, same_reference
from relatab.domain.sizes import Size, find_sizes, is_casing, size_text
from relatab.domain.terms import content_terms
from relatab.domain.text import fold
from relatab.model import Column, Table

# Words that any column may have, beside those that say what it holds.
_GENERAL = frozenset(content_terms("depth value no number of at total md tvd tvdss rkb rt kb m ft"))
_CASING = re.compile(r"\b(?:casings?|csg|cgs|liners?)\b(?! grade)")
_RANKS = frozenset(content_terms("formation fm group gp member mb"))
_DECIMALS = re.compile(r"[.,]([0-9]{1,2})(?![0-9])")
ROUGHLY = 0.5
"""Greatest relative difference of two values of one thing; beyond, two things are meant."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One value that a table states.

    subject: what the value is of, as terms; what: the quantity, as terms of its name; name, value: both
    as printed, with the unit; row, column: of the cell in the grid; reference: of a depth ("MD",
    "TVD", "TVDSS"), "" where none is told.
    """

    subject: frozenset[str]
    what: frozenset[str]
    quantity: Quantity
    name: str
    value: str
    row: int
    column: int
    reference: str = ""

    def disagrees(self, other: Fact) -> bool:
        """Whether two facts state the same thing with values that rounding does not explain."""
        if self.subject != other.subject or not _same_name(self.what, other.what):
            return False
        if self.quantity.kind != other.quantity.kind:
            return False
        if not same_reference(self._reference, other._reference):
            return False
        (low, high), (other_low, other_high) = self.quantity.canonical, other.quantity.canonical
        apart = max(low - other_high, other_low - high)
        largest = max(map(abs, (low, high, other_low, other_high)))
        rounding = max(_rounding(self.quantity), _rounding(other.quantity))
        return rounding < apart <= ROUGHLY * largest

    @property
    def _reference(self) -> str:
        """A depth is one along the hole where nothing else is told."""
        return self.reference or (ALONG_HOLE if self.quantity.kind == "length" else "")


def facts(table: Table, asked: Collection[str]) -> tuple[Fact, ...]:
    """The facts of a table whose names hold one of the terms that are asked for.

    Those that it states twice of one subject are left out.
    """
    read = _of_form if table.kind == "key_value" else _of_grid
    found = list(read(table, frozenset(asked)))
    times = Counter((fact.subject, fact.what, fact.reference) for fact in found)
    return tuple(f for f in found if times[f.subject, f.what, f.reference] == 1)


def _of_grid(table: Table, asked: frozenset[str]) -> Iterator[Fact]:
    columns = table.columns or (Column(""),) * table.n_columns
    caption = table.caption.text if table.caption else ""
    # "Hole | Casing | Shoe depth": the row is about the casing.
    key = next((n for n, column in enumerate(columns) if _CASING.search(fold(column.name))), 0)
    kind = identifier_kind(columns[key].name, caption)
    scope = frozenset(_things([caption]))
    # "Shoe | Depth | Test": the first column says what the others are about.
    names = [_what(column.name) or _what(columns[0].name) for column in columns]
    wanted = [n for n, what in enumerate(names) if what & asked and n not in (0, key)]
    for row, texts in enumerate(table.body_texts(resolved=True) if wanted else ()):
        subject = _subject_of_row(texts[key], kind)
        for number in wanted if subject else ():
            place = row + table.header_rows, number
            what, column = names[number], columns[number]
            yield from _fact(subject | scope, what, column, texts[number], place)


def _of_form(table: Table, asked: frozenset[str]) -> Iterator[Fact]:
    entries = table.fields(resolved=True)
    caption = [table.caption.text] if table.caption else []
    named = frozenset(_things([*caption, *(f"{each.label} {each.value}" for each in entries)]))
    for each in entries if len(named) <= 1 else ():
        if (what := _what(each.label)) & asked:
            place = each.row, each.column
            yield from _fact(named, what, Column(each.label), each.value, place)


def _fact(
    subject: frozenset[str], what: frozenset[str], column: Column, cell: str, place: tuple[int, int]
) -> Iterator[Fact]:
    unit = column_unit(column.name, column.unit) or column.unit
    quantity = parse_quantity(cell, unit, name=column.name)
    if quantity and not quantity.bound:
        printed = quantity.printed
        value = f"{printed} {unit}" if unit and printed[-1].isdigit() else printed
        if quantity.assumed:
            value = f"{printed} ({quantity.unit.spellings[0]}, not printed)"
        reference = quantity.reference or depth_reference(column.name)
        yield Fact(subject, what, quantity, column.name, value, *place, reference)


def _what(name: str) -> frozenset[str]:
    return frozenset(content_terms(name)) - _GENERAL


def _subject_of_row(cell: str, kind: str | None) -> frozenset[str]:
    if kind and (code := cell_code(cell)):
        return frozenset((f"{kind} {code}",))
    things = frozenset((*map(_size, find_sizes(cell)), *_numbered(cell)))
    return things or frozenset(filter(str.isalpha, content_terms(cell))) - _RANKS


def _size(size: Size) -> str:
    return f"size {size_text(size.inches)}"


def _things(texts: Iterable[str]) -> Iterator[str]:
    """The casings and numbered things that texts name."""
    for text in texts:
        yield from (_size(size) for size in find_sizes(text) if is_casing(size.inches))
        yield from _numbered(text)


def _numbered(text: str) -> Iterator[str]:
    return (f"{named.kind} {named.value}" for named in find_identifiers(text))


def _same_name(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two names mean one quantity: equal, or one with a single word more."""
    shorter, longer = sorted((one, other), key=len)
    return shorter <= longer and len(longer) - len(shorter) <= 1


def _rounding(quantity: Quantity) -> float:
    """Half a unit of the last digit printed, in the canonical unit."""
    decimals = max((len(match[1]) for match in _DECIMALS.finditer(quantity.printed)), default=0)
    return abs(quantity.unit.factor) * 0.5 * 10.0**-decimals
