"""Methods run over a data set, and what of it may reach them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from evaluation_support import write_toy
from index_support import ENCODER, all_words

from relatab.core.vectors import Floats
from relatab.embedding.base import TokenVectors, Vectors
from relatab.evaluation.corpus import indexed
from relatab.evaluation.datasets import Dataset, Question, load
from relatab.evaluation.remembering import RememberingEncoder
from relatab.evaluation.report import evaluation_report
from relatab.evaluation.runs import Run, answer_all, mean_measures, parts_by_gold
from relatab.index.store import open_reader
from relatab.settings import METHODS, preset

TELLTALE = re.compile(r"zq\w*")
"""Every id, database name and original name of the data set starts so."""
FORBIDDEN = ("zqid", "zqquestion", "zqevidence", "zqoriginal", "zqrename")


class Spy:
    """The hashing encoder, with every text that it was ever given."""

    dimension = ENCODER.dimension
    fingerprint = ENCODER.fingerprint

    def __init__(self) -> None:
        self.texts: set[str] = set()

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.texts.update(texts)
        return ENCODER.encode(texts)

    def encode_questions(self, texts: Sequence[str]) -> Vectors:
        self.texts.update(texts)
        return ENCODER.encode_questions(texts)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        self.texts.update(texts)
        return ENCODER.encode_tokens(texts)

    def encode_question(self, text: str) -> tuple[Vectors, TokenVectors]:
        self.texts.add(text)
        return ENCODER.encode_question(text)


@pytest.fixture
def toy(tmp_path: Path) -> Dataset:
    return load(write_toy(tmp_path / "toy"), "toy", "dev")


def seen(toy: Dataset, folder: Path, *, with_context: bool) -> set[str]:
    """The tell-tale words in all that methods are given: texts to encode, the index's files."""
    spy = Spy()
    folder.mkdir()
    with indexed(toy, spy, with_context=with_context, folder=folder) as index:
        for method in METHODS:
            answer_all(index, spy, toy.questions, preset(method))
        with open_reader(folder) as reader:
            words = {word for text in reader.words().values() for word in all_words(text)}
            assert "pump" in words
            words &= {"zqdbpump", "zqdbharbour", "zqidpump", "zqquestion"}
    content = b" ".join(path.read_bytes() for path in files(folder)).decode("latin-1")
    assert "home port" in content
    assert any("home port" in text for text in spy.texts)
    return words | {
        found for text in (content, *spy.texts) for found in TELLTALE.findall(text.casefold())
    }


def files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def test_no_method_sees_ids_databases_or_original_names(toy: Dataset, tmp_path: Path) -> None:
    assert seen(toy, tmp_path / "index", with_context=False) == set()


def test_in_context_runs_only_the_tables_databases_are_seen(toy: Dataset, tmp_path: Path) -> None:
    found = seen(toy, tmp_path / "index", with_context=True)
    assert {"zqdbpump", "zqdbharbour"} <= found
    # What else begins so comes from the full-text index, which keeps the ends of words apart.
    assert not any(word.startswith(FORBIDDEN) for word in found)


def test_a_methods_answer_depends_on_the_questions_text_alone(toy: Dataset) -> None:
    blind = [Question(str(number), each.text, ()) for number, each in enumerate(toy.questions)]
    with indexed(toy, ENCODER) as index:
        for method in METHODS:
            known = answer_all(index, ENCODER, toy.questions, preset(method))
            unknown = answer_all(index, ENCODER, blind, preset(method))
            assert [*known.ranked.values()] == [*unknown.ranked.values()]
            assert [*known.sets.values()] == [*unknown.sets.values()]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_ranks_the_tables_by_the_data_sets_ids(toy: Dataset, method: str) -> None:
    asked: list[None] = []
    with indexed(toy, ENCODER) as index:
        run = answer_all(index, ENCODER, toy.questions, preset(method), lambda: asked.append(None))
    names = {table.id for table in toy.tables}
    assert len(asked) == len(toy.questions)
    for question in toy.questions:
        ranked, chosen = run.ranked[question.id], run.sets[question.id]
        assert ranked[0] in question.gold
        assert set(ranked) <= names
        assert len(set(ranked)) == len(ranked)
        assert ranked[: len(chosen)] == chosen


def test_join_aware_selection_finds_the_pair(toy: Dataset) -> None:
    with indexed(toy, ENCODER) as index:
        run = answer_all(index, ENCODER, toy.questions, preset("jar"))
    assert mean_measures(run, toy.questions)["set exact"] == 1.0


def test_a_question_that_a_run_lacks_counts_as_nothing_found() -> None:
    questions = [Question("a", "?", ("t",)), Question("b", "?", ("t",))]
    measures = mean_measures(Run({"a": ("t",)}, {"a": ("t",)}, 0.0), questions)
    assert (measures["R@2"], measures["set F1"], measures["set size"]) == (0.5, 0.5, 0.5)


def test_questions_are_parted_by_their_gold_tables() -> None:
    questions = [Question(str(n), "?", tuple("abcde"[:n])) for n in (4, 2, 3, 1)]
    parts = parts_by_gold(questions)
    assert {name: [q.id for q in part] for name, part in parts.items()} == {
        "1": ["1"],
        "2": ["2"],
        "3+": ["3", "4"],
    }


def test_a_report_says_what_was_measured_in_percent(toy: Dataset) -> None:
    gold = {question.id: question.gold for question in toy.questions}
    run = Run(gold, gold, seconds=1.0)
    report = evaluation_report(toy, "a model", [preset("dense")], [run], with_context=True)
    (method,) = report["methods"]
    assert (report["data"], report["questions"], report["context"]) == ("toy/dev", 2, True)
    assert (method["method"], method["ms_per_question"]) == ("dense", 500.0)
    assert method["settings"]["supplement_weight"] == 0.0
    assert (method["measures"]["R@2"], method["measures"]["set size"]) == (100.0, 2.0)
    assert method["by_gold"]["2"]["questions"] == 2


def test_a_question_is_encoded_once() -> None:
    class Counting(Spy):
        calls: list[str]

        def encode_questions(self, texts: Sequence[str]) -> Vectors:
            self.calls += texts
            return super().encode_questions(texts)

        def encode_question(self, text: str) -> tuple[Vectors, TokenVectors]:
            self.calls.append(text)
            return super().encode_question(text)

    counting = Counting()
    counting.calls = []
    encoder = RememberingEncoder(counting)
    first: Floats = encoder.encode_questions(["a", "b", "a"])
    again = encoder.encode_questions(["b", "a"])
    vector, _ = encoder.encode_question("c")
    encoder.encode_question("c")

    assert counting.calls == ["a", "b", "c"]
    assert first[[1, 0]].tolist() == again.tolist()
    assert vector.tolist() == ENCODER.encode_questions(["c"])[0].tolist()
    assert encoder.encode_questions([]).shape == (0, encoder.dimension)
    assert encoder.fingerprint == ENCODER.fingerprint
    assert encoder.encode(["x"]).tolist() == ENCODER.encode(["x"]).tolist()
    assert len(encoder.encode_tokens(["x y"])[0].spans) == 2
    assert encoder.seconds > 0
