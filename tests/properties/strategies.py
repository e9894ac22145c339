"""Hypothesis strategies for documents and raw tables."""

from dataclasses import dataclass

from hypothesis import strategies as st

from extractors.base import RawCell, RawTable

# Letters, digits and marks that reports print; Word trims and joins white space itself.
printed = st.text(st.sampled_from("abcXYZøÅ0123456789.,-–/\"'()%°½⅝ΩМ表 "), max_size=12).map(
    lambda text: " ".join(text.split())
)


@dataclass(frozen=True)
class Span:
    """A rectangle of grid positions with its text."""

    text: str
    row: int
    row_end: int
    column: int
    column_end: int


@dataclass(frozen=True)
class Grid:
    """A full tiling of a grid by spans."""

    n_rows: int
    n_columns: int
    spans: tuple[Span, ...]


@st.composite
def grids(draw: st.DrawFn, max_rows: int = 5, max_columns: int = 4) -> Grid:
    """Tables without holes, their cells merged at random."""
    n_rows, n_columns = draw(st.integers(1, max_rows)), draw(st.integers(1, max_columns))
    free = {(row, column) for row in range(n_rows) for column in range(n_columns)}
    spans = []
    for row, column in sorted(free):
        if (row, column) not in free:
            continue
        height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
        area = {(r, c) for r in range(row, row + height) for c in range(column, column + width)}
        if not area <= free:
            area, height, width = {(row, column)}, 1, 1
        free -= area
        spans.append(Span(draw(printed), row, row + height, column, column + width))
    return Grid(n_rows, n_columns, tuple(spans))


@st.composite
def raw_tables(draw: st.DrawFn) -> RawTable:
    """Anything a reader in trouble could hand on: overlaps, cells beyond the grid, no cells."""
    cells = st.builds(
        lambda text, row, height, column, width, bold, header: RawCell(
            text, row, row + height, column, column + width, header=header, bold=bold
        ),
        printed,
        st.integers(-1, 6),
        st.integers(0, 4),
        st.integers(-1, 6),
        st.integers(0, 4),
        st.booleans(),
        st.none() | st.booleans(),
    )
    return RawTable(
        tuple(draw(st.lists(cells, max_size=15))),
        n_rows=draw(st.integers(0, 5)),
        n_columns=draw(st.integers(0, 5)),
        header_rows=draw(st.none() | st.integers(0, 9)),
        layout=draw(st.booleans()),
    )
