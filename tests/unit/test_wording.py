"""Links in words."""

import pytest

from relatab.retrieval.answer import Hop
from relatab.retrieval.wording import (
    chain_in_words,
    inches_in_words,
    key_in_words,
    path_in_words,
    shortened,
    ties_in_words,
)


def hop(
    *keys: str,
    caption: str | None = "Table 3",
    columns: tuple[str, ...] = (),
    values: tuple[str, ...] = (),
) -> Hop:
    return Hop("ab-000", caption, "/share/x.pdf", 12, 0.5, columns, keys, values)


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("hole_size", "17.5", "hole size 17 1/2 in"),
        ("casing_size", "9.625", "casing size 9 5/8 in"),
        ("size", "0.75", "size 3/4 in"),
        ("depth", "1850-1900 m of 39/8-A-3 H", "depths 1850 to 1900 m in 39/8-A-3 H"),
        ("depth", "1874 m", "depth 1874 m"),
        ("test", "3 of 7/11-1", "test 3 of 7/11-1"),
        ("serial", "RX2210", "serial number RX2210"),
        ("formation", "top of chalk", "formation Top Of Chalk"),
        ("well", "7/11-1", "well 7/11-1"),
        ("date", "1968-02-06", "date 6 Feb 1968"),
    ],
)
def test_a_key_is_named_as_the_trade_names_it(kind: str, value: str, words: str) -> None:
    assert key_in_words(kind, value) == words


@pytest.mark.parametrize(
    ("decimal", "words"), [("20", "20 in"), ("13.375", "13 3/8 in"), ("8.51", "8.51 in")]
)
def test_sizes_are_fractions_where_the_trade_has_them(decimal: str, words: str) -> None:
    assert inches_in_words(decimal) == words


def test_two_ties_are_told_the_rarest_of_each_kind_and_a_well_last() -> None:
    tied = hop("well:7/11-1", "slurry:CMT7 of 7/11-1", "slurry:CMT8", "date:1968-02-26", "core:2")
    assert ties_in_words(tied) == ["slurry CMT7 of 7/11-1", "date 26 Feb 1968"]
    assert ties_in_words(hop("well:7/11-1", "core:2")) == ["core 2", "well 7/11-1"]


def test_what_the_question_names_is_told_before_what_is_rarer() -> None:
    tied = hop("casing_size:9.625", "casing_size:13.375", "test:1 of 7/11-1", "test:3 of 7/11-1")
    asked = {"casing_size:13.375", "test:3"}
    assert ties_in_words(tied, asked) == ["casing size 13 3/8 in", "test 3 of 7/11-1"]


def test_a_code_is_written_as_the_tables_print_it() -> None:
    tied = hop("slurry:CMT7 of 7/11-1", values=("cmt-06", "cmt-07"))
    assert ties_in_words(tied) == ["slurry CMT-07 of 7/11-1"]


def test_a_shared_code_that_is_no_key_is_told_first() -> None:
    values = ("rpg-3 no. 571", "4757")
    tied = hop("depth:3050-3100 m", "well:7/11-1", values=values, columns=("Gauge", "Gauge"))
    assert ties_in_words(tied) == ['"rpg-3 no. 571" in column "Gauge"', "depths 3050 to 3100 m"]


def test_a_stretch_of_subsea_depths_says_so() -> None:
    assert ties_in_words(hop("depth:3050-3100 m TVDSS of 7/11-1")) == [
        "depths 3050 to 3100 m TVDSS in 7/11-1"
    ]


def test_a_shared_date_is_a_key_and_no_code() -> None:
    tied = hop("date:2012-03-04", values=("4 march 2012",), columns=("Date", "Received"))
    assert ties_in_words(tied) == ["date 4 Mar 2012"]


def test_the_holes_that_come_with_a_casing_are_not_told() -> None:
    assert ties_in_words(hop("casing_size:9.625", "hole_size:8.5")) == ["casing size 9 5/8 in"]
    assert ties_in_words(hop("hole_size:8.5", "hole_size:12.25")) == ["hole size 8 1/2 in"]


def test_without_keys_shared_values_or_columns_tell_the_tie() -> None:
    columns = ("Plug no.", "Sample")
    assert ties_in_words(hop(columns=columns, values=("a4", "a5", "a6"))) == [
        '"a4", "a5" in columns "Plug no.", "Sample"'
    ]
    assert ties_in_words(hop("well:7/11-1", columns=("Plug", "Plug"))) == [
        'similar column "Plug"',
        "well 7/11-1",
    ]


def test_a_chain_starts_with_the_table_nearest_to_the_one_found() -> None:
    chain = (hop("well:7/11-1", caption="Far"), hop("slurry:S1", caption="Near"))
    assert chain_in_words(chain) == (
        'linked to "Near" (x.pdf p. 12) by slurry S1, '
        'which is linked to "Far" (x.pdf p. 12) by well 7/11-1'
    )


def test_a_path_starts_with_the_table_that_the_reader_knows() -> None:
    path = (hop("slurry:S1", caption="Known"), hop("test:2", caption=None))
    assert path_in_words(path) == (
        "linked by slurry S1, then through a table without caption (x.pdf p. 12) by test 2"
    )


def test_a_link_that_nothing_names_is_one_of_subject() -> None:
    assert path_in_words((hop(),)) == "linked by a like subject"


def test_long_texts_of_several_lines_become_one_short_line() -> None:
    assert shortened("Table 1\n\n  Casing", 40) == "Table 1 Casing"
    assert shortened("x" * 50, 40) == "x" * 39 + "…"
