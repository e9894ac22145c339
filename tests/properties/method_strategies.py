"""Shared strategies for the method's properties: small graphs, vectors and tables."""

from __future__ import annotations

import networkx as nx
import numpy as np
from hypothesis import strategies as st

from relatab.core.association import ColumnArrays
from relatab.core.vectors import Floats, TableVectors, segment_offsets

DIMENSION = 4

# A few fixed strengths make ties and thresholds that are hit exactly likely.
associations = st.one_of(
    st.sampled_from([0.25, 0.5, 0.75, 0.9, 1.0]), st.floats(0.01, 1.0, allow_nan=False)
)
decays = st.sampled_from([0.3, 0.7, 1.0])
thresholds = st.sampled_from([0.0, 0.25, 0.45, 0.5, 0.8])
cosines = st.floats(-1.0, 1.0, allow_nan=False)


@st.composite
def association_graphs(draw: st.DrawFn, max_tables: int = 6) -> nx.Graph[str]:
    """A graph of up to `max_tables` tables "A", "B", ... with any of the possible edges."""
    names = "ABCDEFGH"[: draw(st.integers(1, max_tables))]
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(names)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if draw(st.booleans()):
                graph.add_edge(a, b, association=draw(associations))
    return graph


@st.composite
def unit_rows(draw: st.DrawFn, min_rows: int = 0, max_rows: int = 4) -> Floats:
    """A matrix of unit rows, float32 as encoders give them."""
    count = draw(st.integers(min_rows, max_rows))
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = generator.normal(size=(count, DIMENSION))
    if draw(st.booleans()):
        rows = np.sign(rows)  # few directions, so that equal rows and ties occur
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@st.composite
def table_vectors(draw: st.DrawFn) -> TableVectors:
    """A table of up to four columns with blank cells, with or without a caption."""
    names = draw(unit_rows())
    height = draw(st.integers(0, 4))
    rows = tuple(
        np.array(sorted(draw(st.sets(st.integers(0, height - 1)))) if height else [], dtype=np.intp)
        for _ in names
    )
    values = tuple(draw(unit_rows(len(each), len(each))) for each in rows)
    caption = draw(unit_rows(0, 1))
    return TableVectors(caption[0] if len(caption) else None, names, values, rows)


@st.composite
def column_arrays(draw: st.DrawFn) -> ColumnArrays:
    """The columns of up to six tables, some of one name, some without content or no columns."""
    tables = draw(st.lists(unit_rows(), min_size=1, max_size=6))
    names = np.concatenate(tables)
    contents = draw(unit_rows(len(names), len(names)))
    if len(contents):
        contents[draw(st.sets(st.integers(0, len(contents) - 1), max_size=3).map(list))] = 0.0
    index = np.array(
        draw(
            st.lists(
                st.integers(0, max(len(names) - 1, 0)), min_size=len(names), max_size=len(names)
            )
        ),
        dtype=np.intp,
    )
    return ColumnArrays(names, index, contents, segment_offsets(len(table) for table in tables))


@st.composite
def similarity_grids(draw: st.DrawFn) -> Floats:
    """Similarities of up to 5 x 5 cells, NaN where blank."""
    shape = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cell = st.one_of(cosines, st.just(float("nan")))
    cells = st.lists(cell, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    return np.array(draw(cells)).reshape(shape)
