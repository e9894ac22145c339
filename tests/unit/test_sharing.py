import numpy as np
import pytest

from relatab.core.sharing import (
    Holdings,
    heaviest,
    key_rarities,
    overlap,
    value_overlaps,
    word_overlaps,
)

ALPHABET = "abcdefgh"


def holdings(*tables: str, max_frequency: int | None = None) -> Holdings:
    """Tables of one-letter features; columns are separated by blanks."""
    entries, column = [], 0
    for table, columns in enumerate(tables):
        for features in columns.split(" "):
            entries += [(table, column, feature) for feature in features]
            column += 1
    return Holdings.of(
        np.array([table for table, _, _ in entries], dtype=np.intp),
        np.array([column for _, column, _ in entries], dtype=np.intp),
        np.array([ALPHABET.index(feature) for _, _, feature in entries], dtype=np.intp),
        (len(tables), len(ALPHABET)),
        max_frequency=max_frequency,
    )


def letters(features: np.ndarray) -> list[str]:
    return [ALPHABET[feature] for feature in features.tolist()]


PAIR = np.array([[0, 1]])


def test_features_weigh_by_the_square_of_their_rarity() -> None:
    held = holdings("ab", "aa", "a", "ac")

    # Of four tables all hold "a" and one each "b" and "c".
    assert held.weights[:3] == pytest.approx([0.0, 1.0, 1.0])


def test_features_of_too_many_tables_are_left_out() -> None:
    held = holdings("ab a", "ac", "a", "bc", max_frequency=2)

    assert letters(held.features) == ["b", "c", "b", "c"]
    assert held.frequencies.tolist() == [0, 2, 2, 0, 0, 0, 0, 0]
    assert held.offsets.tolist() == [0, 1, 2, 2, 4]


def test_overlap_weighs_shared_features_against_the_smaller_set() -> None:
    found = overlap(np.array([1.5]), np.array([1.5]), np.array([2.75]), prior=1.0)

    assert found == pytest.approx([1.5 / 2.5])


def test_chance_agreement_of_tiny_sets_is_weaker_than_that_of_large_ones() -> None:
    weights = np.array([1.0, 8.0])

    assert overlap(weights, weights, weights, prior=2.0) == pytest.approx([1 / 3, 8 / 10])


def test_words_overlap_by_their_rarity() -> None:
    held = holdings("cd", "ce", "d", "d")

    found = word_overlaps(held, PAIR, held.shared(PAIR), prior=1.0)

    # "c" is in two of four tables: rarity .5, squared .25; "d" is in three, .207519; "e" in one.
    assert found == pytest.approx([0.25 / (0.25 + 0.207519**2 + 1.0)], abs=1e-6)


def test_the_columns_that_share_most_values_are_found() -> None:
    held = holdings("ab cd", "cde ab", "ab", "ab", "", "")

    found, columns = value_overlaps(held, PAIR, held.shared(PAIR), prior=2.0)

    # "c" and "d" are in two of six tables, "a" and "b" in four.
    rare = (np.log(3) / np.log(6)) ** 2
    assert found == pytest.approx([2 * rare / (2 * rare + 2.0)])
    assert columns.tolist() == [[1, 2]]


def test_of_columns_that_share_equally_much_the_first_count() -> None:
    held = holdings("a a", "b a a", "", "")

    _, columns = value_overlaps(held, PAIR, held.shared(PAIR), prior=2.0)

    assert columns.tolist() == [[0, 3]]


def test_tables_without_shared_values_have_no_overlap() -> None:
    held = holdings("a", "b", "")

    found, columns = value_overlaps(held, PAIR, held.shared(PAIR), prior=2.0)

    assert found.tolist() == [0.0]
    assert columns.tolist() == [[-1, -1]]


def test_what_every_table_has_is_no_evidence() -> None:
    held = holdings("a", "a", "a")
    shared = held.shared(PAIR)
    kinds = np.zeros(len(ALPHABET), dtype=np.uint64)

    assert word_overlaps(held, PAIR, shared, prior=1.0).tolist() == [0.0]
    assert value_overlaps(held, PAIR, shared, prior=2.0)[1].tolist() == [[-1, -1]]
    assert key_rarities(held, kinds, PAIR, shared).tolist() == [0.0]
    assert len(heaviest(shared, held.weights, np.arange(8), None).pairs) == 0


def test_shared_keys_of_several_kinds_add_up_and_of_one_kind_the_rarest_counts() -> None:
    held = holdings("abc", "abc", "ab", "a", "", "", "", "")
    kinds = np.array([1, 1, 2, 0, 0, 0, 0, 0], dtype=np.uint64)

    found = key_rarities(held, kinds, PAIR, held.shared(PAIR))

    # Rarities of 4, 3 and 2 tables of 8: "b" outweighs "a", and "c" is of another kind.
    b, c = (1 - np.log(3) / np.log(8)) ** 2, (1 - np.log(2) / np.log(8)) ** 2
    assert found == pytest.approx([1 - (1 - b) * (1 - c)])


def test_the_heaviest_features_come_first_and_ties_go_by_rank() -> None:
    held = holdings("abcd", "abcd", "ad", "ad", "", "")

    chosen = heaviest(held.shared(PAIR), held.weights, np.arange(8), 3)

    assert letters(chosen.features) == ["b", "c", "a"]


def test_candidates_share_the_heaviest_features() -> None:
    # "a" is in three of eight tables, "b" in three.
    held = holdings("ab", "a", "ba", "c", "b", "", "", "")

    found = held.candidates(np.arange(5), count=2, max_frequency=10)

    assert found.tolist() == [[0, 2], [0, 1], [1, 0], [1, 2], [2, 0], [2, 1], [4, 0], [4, 2]]
    assert held.candidates(np.array([4, 3]), count=1, max_frequency=10).tolist() == [[4, 0]]


def test_features_of_too_many_tables_bring_no_candidates() -> None:
    held = holdings("ab", "ab", "a", "")

    found = held.candidates(np.arange(3), count=5, max_frequency=2)

    assert found.tolist() == [[0, 1], [1, 0]]
