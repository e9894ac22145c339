"""Hypothesis strategies for the table model."""

from hypothesis import strategies as st

from relatab.model import (
    Caption,
    Cell,
    Column,
    Context,
    Identity,
    Provenance,
    Region,
    RowGroup,
    Table,
    table_id,
)

texts = st.text(max_size=12)
lines = st.text(min_size=1, max_size=20).filter(str.strip)
points = st.floats(0, 2000, allow_nan=False)


@st.composite
def tilings(draw: st.DrawFn, rows: int, columns: int) -> tuple[Cell, ...]:
    """Cells that cover a grid without overlap, some of them spanning, some positions left out."""
    free = {(row, column) for row in range(rows) for column in range(columns)}
    cells = []
    for row, column in sorted(free):
        if (row, column) not in free:
            continue
        height = draw(st.integers(1, rows - row))
        width = draw(st.integers(1, columns - column))
        area = {(r, c) for r in range(row, row + height) for c in range(column, column + width)}
        if not area <= free:
            area, height, width = {(row, column)}, 1, 1
        free -= area
        if draw(st.integers(0, 5)):
            cells.append(
                Cell(
                    draw(texts),
                    row,
                    row + height,
                    column,
                    column + width,
                    is_header=draw(st.booleans()),
                    value=draw(st.none() | st.floats(allow_nan=False)),
                    unit=draw(st.none() | lines),
                    confidence=draw(st.none() | st.floats(0, 1)),
                )
            )
    return tuple(cells)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any table the model allows."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    digest = draw(st.text("0123456789abcdef", min_size=64, max_size=64))
    position = draw(st.integers(0, 2000))
    identity = st.builds(Identity, lines, lines, lines, st.sampled_from(["cell", "page", "path"]))
    return Table(
        id=table_id(digest, position),
        cells=draw(tilings(rows, columns)),
        n_rows=rows,
        n_columns=columns,
        provenance=Provenance(
            path=draw(lines),
            document_hash=digest,
            position=position,
            pages=tuple(sorted(draw(st.sets(st.integers(1, 900), max_size=3)))),
            page_label=draw(st.none() | lines),
            page_exact=draw(st.booleans()),
            regions=tuple(
                draw(
                    st.lists(
                        st.builds(Region, st.integers(1, 900), points, points, points, points),
                        max_size=2,
                    )
                )
            ),
        ),
        header_rows=draw(st.integers(0, rows)),
        caption=draw(
            st.none() | st.builds(Caption, lines, st.sampled_from(["style", "numbered", "heading"]))
        ),
        columns=draw(
            st.just(())
            | st.tuples(*[st.builds(Column, texts, st.none() | lines) for _ in range(columns)])
        ),
        row_groups=tuple(
            draw(st.lists(st.builds(RowGroup, lines, st.just(0), st.just(rows)), max_size=2))
        ),
        notes=tuple(draw(st.lists(lines, max_size=2))),
        kind=draw(st.sampled_from(["grid", "key_value", "layout"])),
        context=Context(
            title=draw(st.none() | lines),
            headings=tuple(draw(st.lists(lines, max_size=2))),
            page_facts=tuple(draw(st.lists(lines, max_size=2))),
            identities=tuple(draw(st.lists(identity, max_size=2))),
        ),
        extractor=draw(texts),
        confidence=draw(st.none() | st.floats(0, 1)),
        parent=draw(st.none() | lines),
    )
