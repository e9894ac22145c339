"""Links in words, as an engineer would say why one table leads to another."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from fractions import Fraction

from relatab.domain.dates import find_dates
from relatab.domain.identifiers import normalise_code
from relatab.domain.keys import SIZE_KINDS
from relatab.domain.text import squeezed
from relatab.retrieval.answer import Hop

MOST_TIES = 2
"""Shared things that are named of one link; the JSON form lists them all."""
LONGEST_CAPTION = 80
LONGEST_NAME = 40

_KINDS = {
    "casing_size": "casing size",
    "hole_size": "hole size",
    "serial": "serial number",
}
"""Kinds of link keys whose name is not yet the word for them."""
_NAMES = frozenset({"field", "formation"})
_STRETCH = re.compile(r"([0-9]+)-([0-9]+) (m(?: [A-Z]+)?)")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SIXTY_FOURTHS = 64


def chain_in_words(via: Sequence[Hop], asked: Collection[str] = ()) -> str:
    """How a table was reached, the nearest table first: linked to "Table 3" (x.pdf p. 12) by
    slurry CMT7, which is linked to "Table 1" (y.pdf p. 2) by well 7/11-1.

    asked: texts "kind:value" of what the question names; these ties are told first.
    """
    return ", which is ".join(f"linked to {_hop_in_words(hop, asked)}" for hop in reversed(via))


def path_in_words(via: Sequence[Hop]) -> str:
    """How a chain leaves its first table, which the reader knows, and by what it goes on."""
    first, *further = via
    steps = [f"by {_listed(ties_in_words(first))}"]
    steps += [f"through {_table(hop)} by {_listed(ties_in_words(hop))}" for hop in further]
    return "linked " + ", then ".join(steps)


def _hop_in_words(hop: Hop, asked: Collection[str]) -> str:
    return f"{_table(hop)} by {_listed(ties_in_words(hop, asked))}"


def _table(hop: Hop) -> str:
    what = f'"{shortened(hop.caption)}"' if hop.caption else "a table without caption"
    name = hop.document.replace("\\", "/").rsplit("/", 1)[-1]
    return f"{what} ({name}{f' p. {hop.page}' if hop.page else ''})"


def _listed(ties: Sequence[str]) -> str:
    return " and ".join(ties) or "a like subject"


def ties_in_words(hop: Hop, asked: Collection[str] = ()) -> list[str]:
    """What ties the two tables of a hop, at most `MOST_TIES`: shared codes that are no keys,
    then keys; without either shared values or similar columns; and a well last, since most
    tables of a report share it.

    Of a kind only one key is told: what was asked for, else the rarest. A hole size that
    comes with a casing says nothing new. A code is written as the tables print it, where it
    is among the shared values: "CMT-07" for CMT7.
    """
    first = _first_of_each_kind(hop, asked)
    shared_well = first.pop("well", None)
    if "casing_size" in first:
        first.pop("hole_size", None)
    told = [_tie_in_words(hop, kind, value) for kind, value in first.items()]
    codes = _codes_beside_keys(hop)
    if codes or not told:
        told = [*_columns_in_words(hop, codes or hop.values), *told]
    ties = told[:MOST_TIES]
    if shared_well and len(ties) < MOST_TIES:
        ties.append(key_in_words("well", shared_well))
    return ties


def _first_of_each_kind(hop: Hop, asked: Collection[str]) -> dict[str, str]:
    printed = {normalise_code(value): value.upper() for value in reversed(hop.values)}
    first: dict[str, str] = {}
    for key in sorted(hop.keys, key=lambda key: key.partition(" of ")[0] not in asked):
        kind, _, value = key.partition(":")
        code, of, well = value.partition(" of ")
        first.setdefault(kind, printed.get(code, code) + of + well)
    return first


def _codes_beside_keys(hop: Hop) -> list[str]:
    """Shared values of letters and digits, such as numbers of gauges, unless they are keys."""
    keys = {key.partition(":")[2].partition(" of ")[0] for key in hop.keys}
    if any(normalise_code(value) in keys for value in hop.values):
        return []
    return [value for value in hop.values if _is_code(value)]


def _is_code(value: str) -> bool:
    mixed = any(map(str.isalpha, value)) and any(map(str.isdigit, value))
    return mixed and not find_dates(value)


def _tie_in_words(hop: Hop, kind: str, value: str) -> str:
    if kind == "depth" and hop.depths:
        return depths_in_words(hop.depths, well=value.partition(" of ")[2])
    return key_in_words(kind, value)


def key_in_words(kind: str, value: str) -> str:
    """A link key for people: ("hole_size", "17.5") -> 'hole size 17 1/2 in'.

    value: as in `domain.matching.link_features`, with " of WELL" where it holds in one
    well only.
    """
    if kind in _NAMES:
        return f"{kind} {value.title()}"
    thing, _, well = value.partition(" of ")
    inside = f" of {well}" if well else ""
    if kind in SIZE_KINDS:
        thing = inches_in_words(thing)
    elif kind == "date" and _DAY.fullmatch(thing):
        day = date.fromisoformat(thing)
        thing = f"{day.day} {day:%b %Y}"
    elif kind == "depth":
        inside = f" in {well}" if well else ""
        if stretch := _STRETCH.fullmatch(thing):
            return f"depths {stretch[1]} to {stretch[2]} {stretch[3]}{inside}"
    return f"{_KINDS.get(kind, kind)} {thing}{inside}"


def depths_in_words(depths: tuple[str, str, str], *, well: str = "") -> str:
    """Two tables' depths as in `Hop.depths`: "depth 3124 m that lies in 10300-13036 ft"."""
    here, relation, there = depths
    words = f"depth {here}" + (f" that {relation} {there}" if relation != "is" else "")
    return f"{words} in {well}" if well else words


def inches_in_words(decimal: str) -> str:
    """A size as the trade writes it: "9.625" -> "9 5/8 in", "20" -> "20 in"."""
    whole, rest = divmod(Fraction(decimal), 1)
    if rest.denominator > _SIXTY_FOURTHS:
        return f"{decimal} in"
    parts = [str(part) for part in (whole, rest) if part]
    return f"{' '.join(parts)} in"


def shortened(text: str, longest: int = LONGEST_CAPTION) -> str:
    """One line of at most `longest` characters, an ellipsis where it was cut."""
    line = squeezed(text)
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def quoted(texts: Sequence[str]) -> str:
    """Texts in quotation marks, each on one line."""
    return ", ".join(f'"{shortened(text, LONGEST_NAME)}"' for text in texts)


def _columns_in_words(hop: Hop, values: Sequence[str]) -> Iterator[str]:
    names = list(dict.fromkeys(hop.columns))
    columns = f"{'columns' if len(names) > 1 else 'column'} {quoted(names)}" if names else ""
    if values:
        yield quoted(values[:MOST_TIES]) + (f" in {columns}" if columns else "")
    elif columns:
        yield f"similar {columns}"
