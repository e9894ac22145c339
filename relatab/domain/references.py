"""What a depth is measured along and from: the hole, the vertical, or the sea's level.

Along the hole: MD, MDRT, AH, AHD, driller's depth. Vertical: TVD, TVDRT, TV-RT. Below the
sea's level: TVDSS, subsea, MSL, S.L., NAP. The rotary table or kelly bushing alone (RKB, KB,
RT) is a level to start from and says nothing about the way.
"""

from __future__ import annotations

import re

from relatab.domain.text import fold

ALONG_HOLE, VERTICAL, SUBSEA = "MD", "TVD", "TVDSS"

_FROM = r"(?:brt|ort|rt|b?rkb|kbe?|bdf|df|gl|bgl)"
_SUBSEA = (
    r"tvd[ -]?(?:ss|msl|nap|nn)|ss[ -]?tvd|tv[ -]?(?:ss|nap|nn)|sub[ -]?sea|b?msl"
    r"|(?:mean )?sea level|s\.l\.|ss|nap|nn|nivel del mar|абс(?:олютная|\.)? отм(?:етка)?|海拔"
)
_VERTICAL = (
    rf"tvd[ -]?{_FROM}?|tv[ -]?rt|true vert(?:ical|\.)?(?: depth)?|vert(?:ical|\.)? depth"
    r"|vertikal(?:t)? dy(?:p|bde)|verticale diepte|profondeur verticale|profundidad vertical"
    r"|(?:vertikal|senkrechte )teufe|по вертикали|垂深"
)
_ALONG_HOLE = (
    rf"md[ -]?{_FROM}?|ahd?|ah[ -]?{_FROM}|meas(?:ured|\.)? depth|along hole|driller'?s depth"
    r"|malt dy(?:p|bde)|gemeten diepte|profondeur mesuree|profundidad medida"
    r"|(?:bohr|gemessene )teufe|по стволу|斜深|测深"
)

REFERENCE_PATTERN = rf"(?:{_SUBSEA}|{_VERTICAL}|{_ALONG_HOLE}|{_FROM})"
"""A reference or a level behind a depth's unit, in any case."""

_REFERENCE = re.compile(
    rf"(?<![^\W_])(?:m|ft)?(?:(?P<{SUBSEA}>{_SUBSEA})|(?P<{VERTICAL}>{_VERTICAL})"
    rf"|(?P<{ALONG_HOLE}>{_ALONG_HOLE}))(?![^\W_])"
)


def depth_reference(text: str) -> str:
    """The reference that a text about depths names: "MD", "TVD" or "TVDSS"; "" for none or two."""
    named = {match.lastgroup for match in _REFERENCE.finditer(fold(text))}
    return (named.pop() or "") if len(named) == 1 else ""


def same_reference(one: str, other: str) -> bool:
    """Whether two depths may be compared: told references differ from each other only."""
    return one == other or not (one and other)
