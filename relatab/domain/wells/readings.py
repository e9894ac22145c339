"""Names that look like a well's but for their punctuation or a misread character.

`7/ll-1`, `7/1l-O1`, `7-11-1`, `7.11-1`, `NEREU5-2`: whether such a text names a well, only
the wells of a corpus can tell. `skeleton` gives what it has in common with the well's name.
"""

from __future__ import annotations

import re

from relatab.domain.text import plain_marks
from relatab.domain.wells import find_wells
from relatab.domain.wells.names import WellName

_ALIKE = str.maketrans("OQILSBZG|!", "0011582611")
"""Letters and marks that a recogniser, or a typist, takes for digits."""
_FIGURE = r"[0-9OoIlSBZG|!]"
_QUADRANT = re.compile(
    rf"(?<![\w/.,|+-])(?P<quadrant>{_FIGURE}{{1,4}})[/\\_.-](?P<block>{_FIGURE}{{1,2}}[a-zA-Z]?)[-_.~]"
    rf"(?:[A-Z]-?)?(?P<number>{_FIGURE}{{1,2}})(?:[ -]?[A-Z][0-9]?)?(?![\w/]|[.,-][0-9])"
)
_NAMED = re.compile(
    rf"(?<![\w/-])(?=\w*[0-9])(?=\w*[A-Za-z]{{2}})[A-Z0-9][A-Za-z0-9]{{2,}}-{_FIGURE}{{1,3}}(?![\w/-])"
)
_OLD_SUFFIX = re.compile(r"[ -]?X$")
_SEPARATOR = re.compile(r"[/\\_.~\s-]+")
_SUFFIX = re.compile(r"\s(?P<letters>[A-Z]+[0-9]*)$")
_LEADING_ZEROS = re.compile(r"(?<![0-9A-Z])0+(?=[0-9])")


def readings(text: str) -> tuple[WellName, ...]:
    """Texts that may be misread or oddly punctuated wells, with their skeletons.

    Names that `find_wells` finds are left out. Dates and lists of numbers are among them:
    no well of the corpus has their numbers, or it has and they were hardly meant as a date.
    """
    text = plain_marks(text)
    found = [match for pattern in (_QUADRANT, _NAMED) for match in pattern.finditer(text)]
    found = [match for match in found if any(map(str.isdigit, match.group()))]
    wells = find_wells(text) if found else ()
    return tuple(
        WellName(skeleton(_OLD_SUFFIX.sub("", match.group())), match.group(), *match.span())
        for match in found
        if not any(match.start() < well.end and well.start < match.end() for well in wells)
    )


def skeleton(name: str) -> str:
    """A name in capitals with one separator, without leading zeros, letters like figures as these.

    "7/11-1" and "7-ll-O1" are "7-11-1".
    """
    name = name.upper()
    suffix = _SUFFIX.search(name)
    figures = name[: suffix.start()] if suffix else name
    joined = _SEPARATOR.sub("-", figures.translate(_ALIKE))
    return _LEADING_ZEROS.sub("", joined) + (suffix["letters"] if suffix else "")
