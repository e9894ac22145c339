"""Links in words, as an engineer would say why one table leads to another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from relatab.retrieval.answer import Hop

MOST_TIES = 2
"""Shared things that are named of one link; the rest is in the JSON form."""
LONGEST_CAPTION = 80

_KINDS = {
    "casing_size": "casing size",
    "hole_size": "hole size",
    "serial": "serial number",
}
"""Kinds of link keys whose name is not yet the word for them."""
_SIZES = frozenset({"casing_size", "hole_size", "size"})
_NAMES = frozenset({"field", "formation"})
_STRETCH = re.compile(r"([0-9]+)-([0-9]+) m")
_SIXTY_FOURTHS = 64


def chain_in_words(via: Sequence[Hop]) -> str:
    """A chain, its nearest table last: linked to "Table 3" (x.pdf p. 12) by slurry CMT7."""
    return "linked to " + ", then ".join(map(_hop_in_words, via))


def _hop_in_words(hop: Hop) -> str:
    what = f'"{shortened(hop.caption)}"' if hop.caption else "a table without caption"
    name = hop.document.replace("\\", "/").rsplit("/", 1)[-1]
    page = f" p. {hop.page}" if hop.page else ""
    ties = ties_in_words(hop)
    return f"{what} ({name}{page})" + (f" by {' and '.join(ties)}" if ties else "")


def ties_in_words(hop: Hop) -> list[str]:
    """What ties the two tables of a hop: shared things, else the columns, a well last.

    keys: rarest first, so the first of each kind tells most. At most `MOST_TIES`.
    """
    first: dict[str, str] = {}
    for key in hop.keys:
        kind, _, value = key.partition(":")
        first.setdefault(kind, value)
    well = first.pop("well", None)
    ties = [key_in_words(kind, value) for kind, value in first.items()][:MOST_TIES]
    if not ties and hop.columns:
        ties = [_columns_in_words(hop.columns)]
    if well is not None and len(ties) < MOST_TIES:
        ties.append(key_in_words("well", well))
    return ties


def key_in_words(kind: str, value: str) -> str:
    """A link key for people: ("hole_size", "17.5") -> 'hole size 17 1/2 in'.

    value: as in `domain.matching.link_features`, with " of WELL" where it holds in one
    well only.
    """
    if kind in _NAMES:
        return f"{kind} {value.title()}"
    thing, _, well = value.partition(" of ")
    inside = f" of {well}" if well else ""
    if kind in _SIZES:
        thing = inches_in_words(thing)
    elif kind == "depth":
        inside = f" in {well}" if well else ""
        if stretch := _STRETCH.fullmatch(thing):
            return f"depths {stretch[1]} to {stretch[2]} m{inside}"
    return f"{_KINDS.get(kind, kind)} {thing}{inside}"


def inches_in_words(decimal: str) -> str:
    """A size as the trade writes it: "9.625" -> "9 5/8 in", "20" -> "20 in"."""
    size = Fraction(decimal)
    whole, rest = divmod(size, 1)
    if rest.denominator > _SIXTY_FOURTHS:
        return f"{decimal} in"
    parts = [str(part) for part in (whole, rest) if part]
    return f"{' '.join(parts)} in"


def shortened(text: str, longest: int = LONGEST_CAPTION) -> str:
    """One line of at most `longest` characters, an ellipsis where it was cut."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def _columns_in_words(columns: Sequence[str]) -> str:
    names = [f'"{shortened(name, LONGEST_CAPTION // 2)}"' for name in dict.fromkeys(columns)]
    return f"{'columns' if len(names) > 1 else 'column'} {' and '.join(names)}"
