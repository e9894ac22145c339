"""Models that read questions otherwise than passages: prompts, and a transformer for each."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from tiny_models import raw_bert, sentence_model, two_tower_model

from relatab.embedding.export import MIN_COSINE, export_model
from relatab.embedding.models import find_model
from relatab.embedding.runtime import OnnxEncoder
from relatab.embedding.sentence_transformer import SentenceTransformerEncoder
from relatab.embedding.tokens import unit_rows
from relatab.errors import EncoderError

pytestmark = pytest.mark.model

TEXTS = ["which well used a tail slurry ?", "", "casing | depth | mud weight " * 9]
PROMPTS = {"query": "query : ", "passage": "passage : "}


def exported(model_folder: Path, folder: Path) -> OnnxEncoder:
    folder.mkdir()
    export_model(find_model(str(model_folder)), folder)
    return OnnxEncoder(folder, "test")


@pytest.fixture(scope="module")
def prompted(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prompted")
    model = sentence_model(folder / "model", pooling="cls", prompts=PROMPTS)
    return exported(model, folder / "export")


@pytest.fixture(scope="module")
def two_towers(tmp_path_factory):
    """The folder of an export."""
    folder = tmp_path_factory.mktemp("towers")
    exported(two_tower_model(folder / "model"), folder / "export")
    return folder / "export"


def pooled(bert: Path, texts: list[str], *, pooling: str = "mean"):
    """Unit vectors by transformers alone; 24 tokens, as the tiny models have it."""
    import torch
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(bert)
    model = AutoModel.from_pretrained(bert, attn_implementation="eager").eval()
    rows = []
    for text in texts:
        tokens = tokenizer(text, truncation=True, max_length=24, return_tensors="pt")
        with torch.no_grad():
            states = model(**tokens).last_hidden_state[0]
        rows.append((states.mean(0) if pooling == "mean" else states[0]).numpy())
    return unit_rows(np.stack(rows))


def agree(one, other) -> bool:
    return bool((np.einsum("ij,ij->i", one, other) >= MIN_COSINE).all())


def test_each_kind_of_text_gets_its_own_prompt(tmp_path, prompted):
    bert = raw_bert(tmp_path / "bert")
    tables = pooled(bert, [f"passage : {text}" for text in TEXTS], pooling="cls")
    asked = pooled(bert, [f"query : {text}" for text in TEXTS], pooling="cls")
    assert agree(prompted.encode(TEXTS), tables)
    assert agree(prompted.encode_questions(TEXTS), asked)
    assert not agree(tables, asked)


def test_tokens_of_the_prompt_are_not_told(prompted):
    vector, tokens = prompted.encode_question("mud weight ?")
    assert np.array_equal(vector, prompted.encode_questions(["mud weight ?"])[0])
    assert tokens.spans == ((0, 3), (4, 10), (11, 12))
    assert prompted.encode_tokens(["mud weight ?"])[0].spans == tokens.spans
    assert not agree(tokens.vectors, prompted.encode_tokens(["mud weight ?"])[0].vectors)


@pytest.mark.parametrize(
    ("prompts", "default", "expected"),
    [
        ({"query": "q "}, None, ("", "q ")),
        ({"query": "q "}, "query", ("", "q ")),
        ({"document": "d ", "passage": "p "}, None, ("d ", "")),
        ({"corpus": "c "}, "corpus", ("c ", "")),
        ({"retrieval": "r "}, "retrieval", ("r ", "r ")),
        ({"retrieval": "r ", "query": "q "}, "retrieval", ("r ", "q ")),
        ({"clustering": "c "}, None, ("", "")),
    ],
)
def test_a_prompt_is_taken_for_the_texts_it_is_meant_for(tmp_path, prompts, default, expected):
    folder = sentence_model(tmp_path / "model", prompts=prompts, default_prompt=default)
    encoder = SentenceTransformerEncoder(find_model(str(folder)))
    assert (encoder.passage_prompt, encoder.question_prompt) == expected


def test_questions_go_through_their_own_transformer(tmp_path, two_towers):
    encoder = OnnxEncoder(two_towers, "test")
    questions, passages = (raw_bert(tmp_path / f"bert{seed}", seed=seed) for seed in (1, 2))
    assert agree(encoder.encode(TEXTS), pooled(passages, TEXTS))
    assert agree(encoder.encode_questions(TEXTS), pooled(questions, TEXTS))
    vector, tokens = encoder.encode_question(TEXTS[0])
    assert np.array_equal(vector, encoder.encode_questions(TEXTS[:1])[0])
    assert not agree(tokens.vectors, encoder.encode_tokens(TEXTS[:1])[0].vectors)


def test_a_question_does_not_load_the_transformer_of_passages(tmp_path, two_towers):
    folder = shutil.copytree(two_towers, tmp_path / "export")
    graph = folder / "model.onnx"
    graph.write_bytes(b"?" * graph.stat().st_size)
    encoder = OnnxEncoder(folder, "test")
    assert encoder.encode_questions(TEXTS).shape == (len(TEXTS), encoder.dimension)
    with pytest.raises(EncoderError, match="damaged"):
        encoder.encode(TEXTS)


def test_weights_of_both_transformers_are_part_of_the_model(tmp_path):
    folder = two_tower_model(tmp_path / "model")
    before = find_model(str(folder))
    for side in ("query", "document"):
        weights = folder / f"{side}_0_Transformer" / "model.safetensors"
        content = weights.read_bytes()
        weights.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        assert find_model(str(folder)).model_hash != before.model_hash
        weights.write_bytes(content)
    assert find_model(str(folder)) == before


def test_another_pooling_is_an_error_that_names_it(tmp_path):
    with pytest.raises(EncoderError, match="max"):
        exported(sentence_model(tmp_path / "model", pooling="max"), tmp_path / "export")
