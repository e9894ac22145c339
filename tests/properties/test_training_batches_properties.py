"""What holds of the batches of any material."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from relatab.training.batches import epoch_batches, partners, positives_and_ignored
from relatab.training.material import Example, Material, held_out


@st.composite
def materials(draw: st.DrawFn) -> Material:
    count = draw(st.integers(1, 12))
    numbers = st.integers(0, count - 1)
    tables = draw(st.lists(st.sampled_from("abcdef"), min_size=count, max_size=count))
    sources = draw(st.lists(st.sampled_from("xyz"), min_size=count, max_size=count))
    examples = []
    for _ in range(draw(st.integers(1, 20))):
        gold = draw(st.lists(numbers, min_size=1, max_size=3, unique=True))
        wrong = [number for number in draw(st.lists(numbers, unique=True)) if number not in gold]
        question = draw(st.sampled_from(["which", "what", "how"]))
        examples.append(Example(question, tuple(gold), tuple(wrong)))
    return Material(tuple(tables), tuple(sources), tuple(examples))


@st.composite
def cut(draw: st.DrawFn) -> tuple[Material, dict[str, int]]:
    return draw(materials()), {
        "size": draw(st.integers(2, 8)),
        "per_source": draw(st.integers(1, 4)),
        "neighbours": draw(st.integers(0, 4)),
        "wrong": draw(st.integers(0, 4)),
        "seed": draw(st.integers(0, 3)),
    }


@given(cut())
def test_an_epoch_asks_every_question_once(given_: tuple[Material, dict[str, int]]) -> None:
    material, choices = given_
    batches = epoch_batches(material, **choices)
    asked = [number for batch in batches for number in batch.examples]
    assert sorted(asked) == list(range(len(material.examples)))
    assert all(len(batch.examples) == choices["size"] for batch in batches[:-1])


@given(cut())
def test_every_gold_table_is_there_once_and_a_positive(
    given_: tuple[Material, dict[str, int]],
) -> None:
    material, choices = given_
    for batch in epoch_batches(material, **choices):
        assert len(set(batch.tables)) == len(batch.tables)
        positive, ignored = positives_and_ignored(material, batch)
        assert not (positive & ignored).any()
        for row, number in enumerate(batch.examples):
            gold = material.examples[number].gold
            assert {batch.tables[column] for column in positive[row].nonzero()[0]} == set(gold)
            negatives = ~(positive | ignored)[row]
            texts = {material.tables[table] for table in gold}
            assert not any(
                material.tables[batch.tables[column]] in texts for column in negatives.nonzero()[0]
            )


@given(cut())
def test_partners_are_mutual_and_never_oneself(given_: tuple[Material, dict[str, int]]) -> None:
    material, choices = given_
    for batch in epoch_batches(material, **choices):
        together = partners(material, batch)
        assert (together == together.T).all()
        assert not together.diagonal().any()


@given(materials(), st.floats(0.0, 0.5), st.integers(0, 5))
def test_a_split_loses_and_repeats_no_question(material: Material, share: float, seed: int) -> None:
    rest, judges = held_out(material, share, seed=seed)
    parts = [part for part in (rest, judges) if part is not None]
    asked = [example.question for part in parts for example in part.examples]
    assert sorted(asked) == sorted(example.question for example in material.examples)
    if judges is not None:
        assert set(rest.sources).isdisjoint(judges.sources)
