"""Baselines with their own encoders, against what transformers gives for one text at a time."""

import json
from pathlib import Path

import numpy as np
import pytest
from tiny_models import dpr_pair, raw_bert, sentence_model

from relatab.errors import EncoderError
from relatab.evaluation.datasets import Dataset, Question, TableRecord
from relatab.evaluation.dense import dense_run, is_bare, load_dense, table_text

pytestmark = pytest.mark.model

TABLES = (
    TableRecord("a", "mud weight", ("well", "depth"), (("1", "2"), ("3", "4"))),
    TableRecord("b", "casing", ("", "size"), (("7", ""),)),
    TableRecord("c", "", ("tail slurry",)),
    TableRecord("d", "a long table", tuple("abcdefgh") * 9),  # more than a model reads
)
QUESTIONS = (
    Question("1", "which mud weight was used ?", ("a",)),
    Question("2", "tail slurry", ("c",)),
)
DATASET = Dataset("tiny", "dev", TABLES, QUESTIONS)
TEXTS = [table_text(table) for table in TABLES]
ASKED = [question.text for question in QUESTIONS]


def alone(folder: Path, kind: str, pool, texts: list[str]):
    """Vectors of texts, each run without any padding."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    network = getattr(transformers, kind).from_pretrained(folder).eval()
    rows = []
    for text in texts:
        tokens = tokenizer(text, truncation=True, max_length=32, return_tensors="pt")
        with torch.no_grad():
            rows.append(pool(network(**tokens)).numpy())
    return np.stack(rows)


def mean(output):
    return output.last_hidden_state[0].mean(0)


def first(output):
    return output.pooler_output[0]


def ranked(tables, questions) -> dict[str, tuple[str, ...]]:
    orders = np.argsort(-(questions @ tables.T), axis=1)
    return {
        question.id: tuple(TABLES[number].id for number in order)
        for question, order in zip(QUESTIONS, orders, strict=True)
    }


def test_a_table_is_its_title_columns_and_first_rows():
    assert table_text(TABLES[0]) == "mud weight | well | depth"
    assert table_text(TABLES[0], rows=1) == "mud weight | well | depth | 1 | 2"
    assert table_text(TABLES[1], rows=5) == "casing | size | 7"


def test_a_bare_transformer_is_pooled_by_the_mean_and_not_normalised(tmp_path):
    folder = raw_bert(tmp_path / "bert")
    model = load_dense(str(folder))
    expected = alone(folder, "AutoModel", mean, TEXTS)
    assert np.allclose(model.tables(TEXTS), expected, atol=1e-4)
    assert np.allclose(model.questions(TEXTS), expected, atol=1e-4)
    assert not np.allclose(np.linalg.norm(expected, axis=1), 1.0, atol=0.1)


def test_a_run_ranks_all_tables_by_dot_product(tmp_path):
    folder = raw_bert(tmp_path / "bert")
    answered = []
    run = dense_run(DATASET, str(folder), watch=lambda: answered.append(1))
    texts = (alone(folder, "AutoModel", mean, each) for each in (TEXTS, ASKED))
    assert run.ranked == ranked(*texts)
    for name, chosen in run.sets.items():
        assert chosen == run.ranked[name][: len(chosen)]
        assert chosen
    assert len(answered) == len(QUESTIONS)


def test_dpr_has_an_encoder_for_questions_and_one_for_tables(tmp_path):
    question, context = tmp_path / "question", tmp_path / "context"
    pair = dpr_pair(question, context)
    model = load_dense(pair)
    tables = alone(context, "DPRContextEncoder", first, TEXTS)
    asked = alone(question, "DPRQuestionEncoder", first, ASKED)
    assert np.allclose(model.tables(TEXTS), tables, atol=1e-4)
    assert np.allclose(model.questions(ASKED), asked, atol=1e-4)
    assert dense_run(DATASET, pair).ranked == ranked(tables, asked)


@pytest.mark.parametrize("similarity", ["cosine", "dot"])
def test_sentence_transformers_are_compared_in_their_own_way(tmp_path, similarity):
    folder = sentence_model(tmp_path / "model", prompts={"query": "query : "})
    path = folder / "config_sentence_transformers.json"
    config = json.loads(path.read_text()) | {"similarity_fn_name": similarity}
    path.write_text(json.dumps(config))
    model = load_dense(str(folder))
    bert = raw_bert(tmp_path / "bert")
    expected = alone(bert, "AutoModel", mean, [f"query : {text}" for text in ASKED])
    if similarity == "cosine":
        expected = expected / np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.allclose(model.questions(ASKED), expected, atol=1e-4)


def test_a_similarity_that_is_no_product_is_an_error_that_names_it(tmp_path):
    folder = sentence_model(tmp_path / "model")
    path = folder / "config_sentence_transformers.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"similarity_fn_name": "euclidean"}))
    with pytest.raises(EncoderError, match="euclidean"):
        load_dense(str(folder))


def test_what_an_index_can_use_is_told_from_what_only_a_comparison_can(tmp_path):
    assert is_bare(str(raw_bert(tmp_path / "bert")))
    assert is_bare("here,there")
    assert not is_bare(str(sentence_model(tmp_path / "model")))
    assert not is_bare("all-MiniLM-L6-v2")
    assert not is_bare(str(tmp_path))


def test_weights_that_are_missing_are_never_made_up(tmp_path):
    question, context = tmp_path / "question", tmp_path / "context"
    dpr_pair(question, context)
    with pytest.raises(EncoderError, match=rf"{context}.*DPRQuestionEncoder"):
        load_dense(f"{context},{question}")


def test_damaged_and_missing_models_are_errors_that_name_them(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "none"))
    folder = raw_bert(tmp_path / "bert")
    (folder / "model.safetensors").write_bytes(b"?")
    with pytest.raises(EncoderError, match=f"^{folder}: cannot be loaded .*copy the model again$"):
        load_dense(str(folder))
    with pytest.raises(EncoderError, match="no-such-model"):
        load_dense("no-such-model")
    with pytest.raises(EncoderError, match="nowhere"):
        load_dense(f"{tmp_path / 'nowhere'},{folder}")
