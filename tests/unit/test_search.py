"""A question judged over a whole corpus: what is found, selected and left out."""

from dataclasses import replace
from pathlib import Path

import pytest
from index_support import ENCODER, FINGERPRINT, make_document, vectors_of

from relatab.errors import QueryError
from relatab.index.corpus import Corpus
from relatab.index.link import update_links
from relatab.index.store import open_writer
from relatab.retrieval import Answer, search
from relatab.settings import DEFAULT, METHODS, Settings, preset

MUD = ("Mud program", [["Interval", "Weight (ppg)"], ["0 - 4000", "9.1"], ["4000 - 9000", "12"]])
CASING = ("Casing record", [["Size", "Depth (ft)"], ["20", "1600"], ["13 3/8", "5200"]])


def answer(folder: Path, *tables: object, query: str, settings: Settings = DEFAULT) -> Answer:
    with open_writer(folder, FINGERPRINT) as store:
        for content, table in zip("abc", tables, strict=False):
            entry = make_document(content, [table])  # type: ignore[list-item]
            store.replace_document(entry, (), vectors_of(entry))
    with Corpus.open(folder, FINGERPRINT) as corpus:
        return search(corpus, ENCODER, query, settings)


@pytest.mark.parametrize("settings", map(preset, METHODS), ids=METHODS)
def test_the_only_table_of_an_index_is_found_and_selected(
    tmp_path: Path, settings: Settings
) -> None:
    (hit,) = answer(tmp_path, MUD, query="mud weight", settings=settings).hits
    assert (hit.caption, hit.rank, hit.selected) == ("Mud program", 1, True)


def test_the_weaker_of_two_tables_follows_unselected(tmp_path: Path) -> None:
    first, second = answer(tmp_path, MUD, CASING, query="mud program weight").hits
    assert (first.caption, first.selected) == ("Mud program", True)
    assert (second.caption, second.selected) == ("Casing record", False)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/share/31_11_4 mud.docx", "well 31_11_4 (from the path)"),
        ("/share/31_ll_4 mud.docx", "well 31/11-4, called 31_ll_4 (from the path)"),
        ("/share/31_11_6 mud.docx", None),
    ],
)
def test_a_well_that_only_the_surroundings_name_is_told_with_its_print(
    tmp_path: Path, path: str, told: str | None
) -> None:
    entries = [
        make_document("a", [MUD], path=path),
        make_document("b", [("Casing of 31/11-4", CASING[1])]),
    ]
    with open_writer(tmp_path, FINGERPRINT) as store:
        for entry in entries:
            store.replace_document(entry, (), vectors_of(entry))
    with Corpus.open(tmp_path, FINGERPRINT) as corpus:
        hits = search(corpus, ENCODER, "mud weight in 31/11-4", DEFAULT).hits
    (mud,) = (hit for hit in hits if hit.caption == MUD[0])
    assert [reason for reason in mud.why if reason.startswith("well ")] == ([told] if told else [])


DAILY = [["Depth (ft)", "Weight (ppg)"], ["1600", "9.1"]]
SERIES = [(f"Daily mud record no. {day}", DAILY) for day in range(1, 7)]
OTHERS = [
    ("Record of pumps", [["Maker", "Liner (in)"], ["Emsco", "7"]]),
    (None, DAILY),
    (None, DAILY),
]


def indexed(folder: Path) -> Path:
    """An index of a document with a series of sheets, and of one with the first sheet alone."""
    with open_writer(folder, FINGERPRINT) as store:
        for content, tables in (("a", [*SERIES, *OTHERS]), ("b", SERIES[:1])):
            entry = make_document(content, tables)
            store.replace_document(entry, (), vectors_of(entry))
    return folder


@pytest.mark.parametrize(("discount", "place"), [(0.0, 7), (0.4, 3)])
def test_further_sheets_of_a_series_stand_back_for_other_tables(
    tmp_path: Path, discount: float, place: int
) -> None:
    settings = replace(DEFAULT, max_selected=1, joint_candidates=1, series_discount=discount)
    with Corpus.open(indexed(tmp_path), FINGERPRINT) as corpus:
        hits = search(corpus, ENCODER, "daily mud record", settings, limit=20).hits
    assert [hit.caption for hit in hits].index("Record of pumps") == place
    assert len(hits) == len(SERIES) + len(OTHERS) + 1


def test_tables_of_one_document_whose_captions_differ_in_figures_are_a_series(
    tmp_path: Path,
) -> None:
    with Corpus.open(indexed(tmp_path), FINGERPRINT) as corpus:
        tables = corpus.tables(corpus.table_ids)
        found: dict[int, list[str]] = {}
        for name, series in zip(corpus.table_ids, corpus.arrays.series.tolist(), strict=True):
            found.setdefault(series, []).append(getattr(tables[name].caption, "text", ""))
    assert found.pop(-1) == ["", ""]
    daily = [caption for caption, _ in SERIES]
    assert sorted(found.values()) == [daily[:1], daily, ["Record of pumps"]]


def test_an_index_without_tables_answers_with_none(tmp_path: Path) -> None:
    assert answer(tmp_path, query="mud weight").hits == ()


def test_an_empty_question_is_refused(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="empty"):
        answer(tmp_path, MUD, query="  ")


def test_words_alone_find_no_table_without_a_word_of_the_question(tmp_path: Path) -> None:
    (hit,) = answer(tmp_path, MUD, CASING, query="mud program", settings=preset("bm25")).hits
    assert hit.caption == "Mud program"
    assert answer(tmp_path / "other", MUD, query="zebra", settings=preset("bm25")).hits == ()


def test_meaning_alone_ranks_every_table(tmp_path: Path) -> None:
    hits = answer(tmp_path, MUD, CASING, query="zebra", settings=preset("dense")).hits
    assert len(hits) == 2
    assert {hit.via for hit in hits} == {()}


COPY = ("Mud program, revised", MUD[1])
BOTH = "mud program: weight by interval, and casing"
APART = replace(
    DEFAULT, token_coverage_weight=0.0, word_coverage_weight=0.0, association_weight=0.0
)


def test_a_table_with_the_rest_of_the_question_stands_before_a_copy_of_the_best(
    tmp_path: Path,
) -> None:
    settings = replace(DEFAULT, pair_threshold=0.5)  # of three tables the last one has no score
    hits = answer(tmp_path, MUD, COPY, CASING, query=BOTH, settings=settings).hits
    first, second, third = hits
    assert {first.caption, third.caption} == {MUD[0], COPY[0]}
    assert (second.caption, second.selected) == ("Casing record", True)
    assert second.adds == ("casing",)
    assert 'adds "casing" to the set' in second.why


def test_without_the_parts_of_the_joint_selection_scores_alone_decide(tmp_path: Path) -> None:
    for settings in (APART, replace(DEFAULT, joint_candidates=1)):
        hits = answer(tmp_path, MUD, COPY, CASING, query=BOTH, settings=settings).hits
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert hits[2].caption == "Casing record"


def test_the_set_is_no_larger_than_allowed(tmp_path: Path) -> None:
    settings = replace(DEFAULT, pair_threshold=0.0, gain_threshold=0.0, max_selected=1)
    hits = answer(tmp_path, MUD, COPY, CASING, query=BOTH, settings=settings).hits
    assert [hit.selected for hit in hits] == [True, False, False]
    everything = replace(settings, max_selected=10)
    hits = answer(tmp_path, MUD, COPY, CASING, query=BOTH, settings=everything).hits
    assert all(hit.selected for hit in hits)


def test_tables_of_one_document_go_together_where_that_has_a_weight(tmp_path: Path) -> None:
    # Many reports, so that to stand in one tells something; two tables of the first one.
    fillers = [("Remark", [["Text"], [f"nothing {number}"]]) for number in range(20)]
    reports = [[MUD, CASING], [CASING], *([filler] for filler in fillers)]
    with open_writer(tmp_path, FINGERPRINT) as store:
        for number, tables in enumerate(reports):
            entry = make_document(f"{number:02x}", tables)
            store.replace_document(entry, (), vectors_of(entry))
    with Corpus.open(tmp_path, FINGERPRINT) as corpus:
        settings = replace(DEFAULT, context_weight=2.0, supplement_weight=0.0)
        hits = search(corpus, ENCODER, "mud program casing record", settings).hits
        assert len({hit.table_id[:12] for hit in hits[:2]}) == 1


def test_tables_of_a_set_tell_how_they_are_linked(tmp_path: Path) -> None:
    slurry = ("Slurries", [["Slurry", "Density"], ["CMT-77", "1.9"], ["CMT-78", "1.7"]])
    strength = ("Strength", [["Slurry", "Pressure"], ["CMT-77", "500"], ["CMT-78", "300"]])
    fillers = [(f"Remark {n}", [["Text"], [f"nothing {n}"]]) for n in range(8)]
    with open_writer(tmp_path, FINGERPRINT) as store:
        for number, table in enumerate((slurry, strength, *fillers)):
            entry = make_document(f"{number:02x}", [table])
            store.replace_document(entry, (), vectors_of(entry))
        update_links(tmp_path, store)
    with Corpus.open(tmp_path, FINGERPRINT) as corpus:
        settings = replace(DEFAULT, supplement_weight=0.0, pair_threshold=0.0)
        first, second = search(corpus, ENCODER, "density of slurries, strength", settings).hits[:2]
    assert {first.caption, second.caption} == {"Slurries", "Strength"}
    assert first.via == ()
    (hop,) = second.via
    assert hop.table_id == first.table_id
    assert any(reason.startswith(f'linked to "{first.caption}"') for reason in second.why)


@pytest.mark.parametrize(
    ("query", "cell"),
    [("1.44 s.g.", "12.0"), ("mud of 1,09 g/cm3", "9.1"), ("1600 ft", "488")],
)
def test_a_quantity_meets_a_table_that_prints_another_unit(
    tmp_path: Path, query: str, cell: str
) -> None:
    mud = ("Fluids", [["Interval", "ppg"], ["0 - 4000", "9.1"], ["4000 - 9000", "12.0"]])
    shoes = ("Strings", [["Size", "Depth (m)"], ["20", "488"], ["13 3/8", "1585"]])
    first = answer(tmp_path, mud, shoes, query=query, settings=preset("bm25")).hits[0]
    assert [match.text for match in first.matches] == [cell]
    (told,) = (reason for reason in first.why if "in another unit" in reason)
    assert told.startswith(f'"{cell}" sought for ')


def test_a_number_that_stands_in_the_question_is_not_told_as_converted(tmp_path: Path) -> None:
    (hit,) = answer(tmp_path, MUD, query="mud weight of 12 ppg").hits
    assert not [reason for reason in hit.why if "in another unit" in reason]
