"""How the invented authors print numbers and sizes."""

from __future__ import annotations

from builder.blocks import Grid, Span
from builder.facts import Casing, Station, Top, Well

GLYPHS = {"1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞", "1/4": "¼", "1/2": "½", "3/4": "¾"}
Row = tuple[str | Span, ...]


def comma(value: float, decimals: int = 1) -> str:
    """A decimal comma, as in Norwegian reports."""
    return f"{value:.{decimals}f}".replace(".", ",")


def thousands(value: float) -> str:
    """A whole number with a space between thousands."""
    return f"{value:,.0f}".replace(",", " ")


def dashed(size: str) -> str:
    """9 5/8 as 9-5/8"."""
    return size.replace(" ", "-") + '"'


def glyph(size: str) -> str:
    """9 5/8 as 9 ⅝”."""
    whole, _, fraction = size.partition(" ")
    return f"{whole} {GLYPHS[fraction]}”" if fraction else f"{whole}”"


def inches(size: str) -> str:
    """9 5/8 as 9 5/8"."""
    return f'{size}"'


def grouped_tops(well: Well, row: int = 4) -> tuple[Row, ...]:
    """Formation tops under a spanning row for each age; `row` is the number of columns."""
    rows: list[Row] = []
    age = ""
    for top in well.tops:
        if top.age != age:
            rows.append((Span(top.age, columns=row),))
            age = top.age
        rows.append(_top(well, top))
    return tuple(rows)


def _top(well: Well, top: Top) -> Row:
    following = [other.depth for other in well.tops if other.depth > top.depth]
    thickness = f"{following[0] - top.depth:.0f}" if following else "n/a"
    return (top.unit, f"{top.depth:.0f}", f"-{well.tvdss(top.depth):.0f}", thickness)


def station(survey: Station) -> Row:
    """A survey station in seven columns."""
    return (
        f"{survey.depth:.2f}",
        f"{survey.inclination:.2f}",
        f"{survey.azimuth:.2f}",
        f"{survey.tvd:.2f}",
        f"{survey.north:.2f}",
        f"{survey.east:.2f}",
        f"{survey.dls:.2f}",
    )


def facts_form(pairs: tuple[tuple[str, str], ...], caption: str = "", across: int = 2) -> Grid:
    """A form: labels and values, `across` pairs to a row."""
    padded = pairs + (("", ""),) * (-len(pairs) % across)
    rows = tuple(
        tuple(text for pair in padded[start : start + across] for text in pair)
        for start in range(0, len(padded), across)
    )
    return Grid(rows, caption=caption, header_rows=0, kind="key_value")


def next_casing(well: Well, hole: str) -> Casing:
    """The string run into a hole of that size."""
    return next(string for string in well.casings if string.hole == hole)
