"""Depths that tie two tables, as each prints its own."""

import pytest

from relatab.domain.keys import LinkKey
from relatab.retrieval.answer import Hop, hop_to_json
from relatab.retrieval.depths import depth_in_words, shared_depths
from relatab.retrieval.wording import depths_in_words, ties_in_words


def depth(top: int, bottom: int, printed: str) -> LinkKey:
    return LinkKey("depth_m", f"{top}:{bottom}", 0, printed)


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (depth(3124, 3124, "3124"), "3124 m"),
        (depth(3124, 3124, "10,248"), "10,248 ft"),
        (depth(3124, 3124, "10,248 feet"), "10,248 feet"),
        (depth(3139, 3973, "10300 - 13036"), "10300 - 13036 ft"),
        (depth(4564, 4564, '14974 5"'), '14974 5" ft'),
        (depth(1286, 1298, "4220- 260"), "4220- 260 ft"),
        (LinkKey("depth_m", "3045:3045 TVDSS", 0, "-3045"), "-3045 m TVDSS"),
        (LinkKey("depth_m", "3045:3045 TVD", 0, "3045 m TVD"), "3045 m TVD"),
        (depth(100, 900, "from the seabed"), "from the seabed (100 to 900 m)"),
    ],
)
def test_a_depth_is_told_as_printed_with_its_unit(key: LinkKey, words: str) -> None:
    assert depth_in_words(key) == words


def test_the_narrowest_shared_depth_is_told() -> None:
    casing = [
        depth(457, 457, "457"),
        depth(3150, 3150, "3150"),
        LinkKey("well", "7/11-1", None, ""),
    ]
    mud = [depth(0, 4000, "0 - 4000 m"), depth(3139, 3973, "10300-13036 ft")]
    assert shared_depths(casing, mud) == ("3150 m", "lies in", "10300-13036 ft")
    assert shared_depths(mud, casing) == ("10300-13036 ft", "holds", "3150 m")


def test_equal_and_overlapping_depths_are_told_apart() -> None:
    metres, feet = depth(3124, 3124, "3124 m"), depth(3124, 3124, "10,248 ft")
    assert shared_depths([feet], [metres]) == ("10,248 ft", "is", "3124 m")
    cored, tested = depth(2977, 2990, "2977-2990 m"), depth(2985, 3000, "2985-3000 m")
    assert shared_depths([cored], [tested]) == ("2977-2990 m", "overlaps", "2985-3000 m")


def test_tables_without_a_common_depth_share_none() -> None:
    assert shared_depths([depth(100, 200, "100-200 m")], [depth(201, 300, "201-300 m")]) is None
    assert shared_depths([LinkKey("test", "3", 0, "3")], [LinkKey("test", "3", 0, "3")]) is None


def test_a_link_by_depth_is_explained_by_both_prints() -> None:
    hop = Hop(
        "ab-000",
        "Casing record",
        "/share/x.pdf",
        2,
        0.5,
        keys=("depth:3150-3200 m of 7/11-1", "well:7/11-1"),
        depths=("3150 m", "lies in", "10300-13036 ft"),
    )
    assert ties_in_words(hop) == [
        "depth 3150 m that lies in 10300-13036 ft in 7/11-1",
        "well 7/11-1",
    ]
    assert hop_to_json(hop)["depths"] == ["3150 m", "lies in", "10300-13036 ft"]


def test_one_depth_in_two_units_is_told_once() -> None:
    assert depths_in_words(("3124 m", "is", "10,248 ft"), well="7/11-1") == "depth 3124 m in 7/11-1"
