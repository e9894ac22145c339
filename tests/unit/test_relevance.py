import numpy as np
import pytest

from relatab.core.relevance import (
    caption_relevance,
    column_name_relevance,
    column_value_relevance,
    dual_level_maxima,
    dual_level_relevance,
    fill_missing,
    relevance,
    table_level_relevance,
    table_value_relevance,
    value_level_relevance,
    value_similarities,
)
from relatab.core.vectors import TableVectors, segment_offsets

QUERY = np.array([1.0, 0.0])
NAN = float("nan")


def unit(cosine: float) -> list[float]:
    """A unit vector of the given cosine to QUERY."""
    return [cosine, (1 - cosine**2) ** 0.5]


def table(
    caption: float | None, names: list[float], values: list[list[float | None]]
) -> TableVectors:
    """A table whose parts have the given cosines to QUERY; None is a blank cell."""
    columns = [
        [(row, unit(cosine)) for row, cosine in enumerate(column) if cosine is not None]
        for column in values
    ]
    return TableVectors(
        caption=None if caption is None else np.array(unit(caption)),
        names=np.array([unit(name) for name in names]).reshape(-1, 2),
        values=tuple(np.array([v for _, v in column]).reshape(-1, 2) for column in columns),
        rows=tuple(np.array([row for row, _ in column], dtype=np.intp) for column in columns),
    )


def test_caption_relevance_is_a_cosine() -> None:
    assert caption_relevance(QUERY, np.array([0.6, 0.8])) == pytest.approx(0.6)


def test_a_missing_caption_has_no_relevance() -> None:
    assert np.isnan(caption_relevance(QUERY, None))


def test_column_name_relevance_is_the_weighted_mean() -> None:
    names = np.array([unit(0.8), unit(0.2)])

    score = column_name_relevance(QUERY, names, np.array([0.75, 0.25]))

    assert score == pytest.approx(0.65)


def test_column_name_relevance_as_printed_divides_by_the_number_of_columns() -> None:
    names = np.array([unit(0.8), unit(0.2)])

    score = column_name_relevance(QUERY, names, np.array([0.75, 0.25]), divide_by_count=True)

    assert score == pytest.approx(0.325)


def test_a_table_without_columns_has_no_column_name_relevance() -> None:
    assert np.isnan(column_name_relevance(QUERY, np.empty((0, 2)), np.empty(0)))


@pytest.mark.parametrize(
    ("caption", "columns", "expected"),
    [(0.8, 0.4, 0.7), (NAN, 0.4, 0.4), (0.8, NAN, 0.8), (NAN, NAN, NAN)],
)
def test_table_level_relevance_blends_what_is_known(
    caption: float, columns: float, expected: float
) -> None:
    score = table_level_relevance(caption, columns, caption_weight=0.75)

    assert isinstance(score, float)
    assert score == pytest.approx(expected, nan_ok=True)


def test_relevance_blends_arrays_entry_by_entry() -> None:
    score = relevance(np.array([0.8, NAN]), np.array([0.3, 0.5]), table_level_weight=0.6)

    assert score == pytest.approx([0.6, 0.5])


def test_column_value_relevance_is_the_weighted_mean() -> None:
    score = column_value_relevance(np.array([0.9, 0.1]), np.array([3.0, 1.0]))

    assert score == pytest.approx(0.7)


def test_values_without_weight_count_equally() -> None:
    assert column_value_relevance(np.array([0.9, 0.1]), np.zeros(2)) == pytest.approx(0.5)


def test_a_column_without_values_is_refused() -> None:
    with pytest.raises(ValueError, match="without values"):
        column_value_relevance(np.empty(0), np.empty(0))


def test_value_level_relevance_passes_over_columns_without_values() -> None:
    columns = np.array([0.4, NAN, 0.8])

    assert value_level_relevance(columns, np.array([0.25, 0.5, 0.25])) == pytest.approx(0.6)
    assert np.isnan(value_level_relevance(np.array([NAN]), np.array([1.0])))


def test_missing_scores_take_the_mean_of_the_known_ones() -> None:
    assert fill_missing(np.array([0.2, NAN, 0.4])) == pytest.approx([0.2, 0.3, 0.4])
    assert fill_missing(np.array([NAN, NAN])).tolist() == [0.0, 0.0]


def test_similarities_of_cells_keep_their_places() -> None:
    grid = value_similarities(QUERY, table(None, [0, 0], [[0.1, 0.2], [None, 0.4]]))

    assert grid == pytest.approx(np.array([[0.1, NAN], [0.2, 0.4]]), nan_ok=True)


def test_value_relevance_weighs_rows_by_critic_and_columns_by_entropy() -> None:
    # CRITIC weighs these three rows .2, .4 and .4 (see test_weighting), so that column 0
    # scores .4 * .2 = .08 and column 1 scores .2 * .2 + .4 * .4 = .2.
    cells = table(None, [0, 0], [[0.0, 0.0, 0.2], [0.2, 0.4, 0.0]])

    score = table_value_relevance(QUERY, cells, np.array([0.75, 0.25]))

    assert score == pytest.approx(0.75 * 0.08 + 0.25 * 0.2)


def test_without_critic_a_columns_values_count_equally() -> None:
    cells = table(None, [0, 0], [[0.0, 0.0, 0.3], [0.2, 0.4, 0.0]])

    score = table_value_relevance(QUERY, cells, np.array([0.5, 0.5]), use_critic=False)

    assert score == pytest.approx((0.1 + 0.2) / 2)


def test_a_corpus_is_scored_by_all_six_equations() -> None:
    tables = [table(0.8, [0.6, 0.2], [[0.5], [0.1]]), table(None, [0.4], [[]])]

    scores = dual_level_relevance(
        QUERY,
        tables,
        [np.array([0.5, 0.5]), np.array([1.0])],
        caption_weight=0.5,
        table_level_weight=0.6,
    )

    # Table level .5*.8 + .5*.4 = .6 and .4 (no caption); value level .3, and for the table
    # without values the corpus mean, .3.
    assert scores == pytest.approx([0.6 * 0.6 + 0.4 * 0.3, 0.6 * 0.4 + 0.4 * 0.3])


def test_maxima_keep_the_best_name_and_the_best_value() -> None:
    scores = dual_level_maxima(
        np.array([0.2, NAN]),
        np.array([0.1, 0.9, 0.3]),
        segment_offsets([2, 1]),
        np.array([0.4, 0.7, -0.1]),
        segment_offsets([3, 0]),
        caption_weight=0.5,
        table_level_weight=0.6,
    )

    assert scores == pytest.approx([0.6 * 0.55 + 0.4 * 0.7, 0.6 * 0.3 + 0.4 * 0.7])


def test_vectors_of_unequal_number_are_refused() -> None:
    with pytest.raises(ValueError, match="1 names, 0 value and 0 row arrays"):
        TableVectors(caption=None, names=np.ones((1, 2)), values=(), rows=())
    with pytest.raises(ValueError, match="column 0: 1 values, 2 row numbers"):
        TableVectors(None, np.ones((1, 2)), (np.ones((1, 2)),), (np.arange(2),))
