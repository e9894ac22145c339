"""What a column's name says it holds in another language than English, by the vocabulary.

English names are read by the patterns of `depths` and `keys`, which know how such names are put
together; those of other languages by the concepts that they mention.
"""

from __future__ import annotations

import re
from functools import lru_cache

from relatab.domain.lexicon import packaged_lexicon
from relatab.domain.text import fold, words

_DEPTHS = frozenset(
    {
        "depth", "measured depth", "true vertical depth", "subsea", "total depth", "interval",
        "shoe", "top", "base", "top of cement", "top of liner", "kick off point",
        "oil water contact", "gas water contact", "gas oil contact",
    }
)  # fmt: skip
_OTHER_LENGTHS = frozenset(
    {"thickness", "water depth", "elevation", "length", "net pay", "core recovery"}
)
_OTHER_QUANTITIES = frozenset(
    {
        "temperature", "date", "time", "pressure", "bottom hole pressure", "density", "volume",
        "mud weight", "weight", "permeability", "porosity", "flow rate", "rate of penetration",
    }
)  # fmt: skip
_DIAMETERS = frozenset({"diameter", "outer diameter", "hole size"})
_SIZED = frozenset({"casing", "liner", "conductor", "bit record"})
_NO_DIAMETERS = frozenset({"weight", "grade", "inner diameter", "wall thickness"})
_UNITS_OF_ROCK = frozenset({"formation", "group", "member", "stratigraphy"})

_NUMBER_WORDS = frozenset(
    words("no nr nummer número núm nº n numéro номер № clave código code id 编号 号")
)

# Folded, as names are compared: a Russian inch (дюйм) has lost its breve.
_INCHES = re.compile(
    r"(?<![^\W_])(?:in|zoll|pulg(?:adas?)?|pg|duim|tommer?|pouces?|дюим\w*)(?![^\W_])|英寸"
)
_MILLIMETRES = re.compile(r"(?<![^\W_])(?:mm|мм)(?![^\W_])|毫米")


@lru_cache(maxsize=8192)  # the columns of a collection repeat each other
def foreign_concepts(name: str) -> frozenset[str]:
    """The concepts that a name mentions in another language, by their usual English spellings."""
    known = packaged_lexicon()
    terms = known.terms(name)
    return frozenset(
        entry.name
        for mention in known.mentions(terms)
        for entry in mention.meant(terms, english=False)
    )


def holds_depths(name: str) -> bool:
    """Whether the name speaks of depths in the well."""
    return not foreign_concepts(name).isdisjoint(_DEPTHS)


def holds_other_lengths(name: str) -> bool:
    """Whether lengths under the name are no depths: a thickness, a height."""
    return not foreign_concepts(name).isdisjoint(_OTHER_LENGTHS)


def holds_other_quantities(name: str) -> bool:
    """Whether the name speaks of what is no length, such as a temperature at a depth."""
    return not foreign_concepts(name).isdisjoint(_OTHER_QUANTITIES)


def holds_sizes(name: str, unit: str) -> bool:
    """Whether the name speaks of diameters, or of pipes or bits in a unit of diameters."""
    concepts = foreign_concepts(name)
    if concepts & (_NO_DIAMETERS | _DEPTHS):
        return False
    in_sizes = _INCHES.search(fold(f"{name} {unit}")) or in_millimetres(f"{name} {unit}")
    return bool(concepts & _DIAMETERS or (in_sizes and concepts & _SIZED))


def holds_units_of_rock(name: str) -> bool:
    """Whether the name speaks of formations and the like."""
    return not foreign_concepts(name).isdisjoint(_UNITS_OF_ROCK)


def numbered_thing(name: str) -> str | None:
    """The one concept that a name consists of, but for a word for a number: "№ образца" is "sample"."""
    known = packaged_lexicon()
    terms = [
        part
        for term in words(name)
        if term not in _NUMBER_WORDS
        for part in known.parted(term)
        if part not in _NUMBER_WORDS
    ]
    mentions = list(known.mentions(terms))
    if len(mentions) != 1 or mentions[0].words != tuple(terms):
        return None
    meant = mentions[0].meant(terms, english=False)
    return meant[0].name if len(meant) == 1 else None


def in_millimetres(text: str) -> bool:
    """Whether a name or unit says that sizes are in millimetres."""
    return _MILLIMETRES.search(fold(text)) is not None
