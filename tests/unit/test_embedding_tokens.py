"""The tokens of a text: which count, where they stand, and agreement with the reference."""

import numpy as np
import pytest

from relatab.embedding import HashingEncoder, load_encoder
from relatab.embedding.export import MIN_COSINE
from relatab.embedding.models import find_model
from relatab.embedding.sentence_transformer import SentenceTransformerEncoder
from relatab.embedding.tokens import token_vectors, unit_rows

TEXTS = [
    "Which wells used a tail slurry heavier than 1.9 sg?",
    "",
    "Плотность  раствора, г/см³",
    "固井质量评价表",
    "a?b",
    "Interval (m MD) | Lithology | ROP (m/h) " * 60,  # more than the maximum
]


@pytest.fixture(scope="module")
def encoder():
    return load_encoder()


def test_marks_and_padding_are_no_tokens():
    states = np.arange(1, 13, dtype=np.float32).reshape(6, 2)
    tokens = token_vectors(states, [(0, 0), (0, 4), (5, 7), (0, 0)], [1, 0, 0, 1])
    assert tokens.spans == ((0, 4), (5, 7))
    assert np.allclose(tokens.vectors, states[1:3] / np.linalg.norm(states[1:3], axis=1)[:, None])


def test_tokens_of_a_prompt_are_left_out_and_places_count_from_the_text():
    states = np.eye(4, dtype=np.float32)
    spans = [(0, 5), (5, 6), (6, 12), (13, 15)]  # "query", ":", " casing", "OD"
    tokens = token_vectors(states, spans, [0, 0, 0, 0], prompt_length=len("query: "))
    assert tokens.spans == ((0, 5), (6, 8))
    assert np.array_equal(tokens.vectors, states[2:])


def test_a_row_of_zeros_stays_zero():
    assert np.allclose(unit_rows(np.array([[0, 0], [3, 4]], np.float32)), [[0, 0], [0.6, 0.8]])


def test_words_are_the_tokens_of_the_hashing_encoder():
    hashing = HashingEncoder(64)
    (tokens,) = hashing.encode_tokens(["Mud  ＷＥＩＧＨＴ (sg)"])
    assert tokens.spans == ((0, 3), (5, 11), (13, 15))
    assert np.array_equal(tokens.vectors, hashing.encode(["mud", "weight", "sg"]))
    assert hashing.encode_tokens(["- "])[0].vectors.shape == (0, 64)


def test_a_question_of_the_hashing_encoder_is_encoded_like_a_passage():
    hashing = HashingEncoder(64)
    vector, tokens = hashing.encode_question("lead slurry")
    assert np.array_equal(vector, hashing.encode(["lead slurry"])[0])
    assert np.array_equal(vector, hashing.encode_questions(["lead slurry"])[0])
    assert tokens.spans == ((0, 4), (5, 11))


@pytest.mark.model
def test_spans_cut_the_words_out_of_the_text(encoder):
    (tokens,) = encoder.encode_tokens(["Плотность 1,90 г/см³  固井"])
    pieces = ["Плотность 1,90 г/см³  固井"[start:end] for start, end in tokens.spans]
    assert "".join(pieces) == "Плотность1,90г/см³固井"


@pytest.mark.model
def test_tokens_agree_with_transformers(encoder):
    reference = SentenceTransformerEncoder(find_model("all-MiniLM-L6-v2")).encode_tokens(TEXTS)
    for expected, found in zip(reference, encoder.encode_tokens(TEXTS), strict=True):
        assert found.spans == expected.spans
        cosines = np.einsum("ij,ij->i", expected.vectors, found.vectors)
        assert (cosines >= MIN_COSINE).all()
        assert np.allclose(np.linalg.norm(found.vectors, axis=1), 1.0, atol=1e-6)


@pytest.mark.model
def test_tokens_do_not_depend_on_the_batch(encoder):
    together = encoder.encode_tokens(TEXTS * 5)
    alone = [encoder.encode_tokens([text])[0] for text in TEXTS] * 5
    for one, other in zip(together, alone, strict=True):
        assert np.array_equal(one.vectors, other.vectors)


@pytest.mark.model
def test_one_run_gives_the_vector_and_the_tokens_of_a_question(encoder):
    for text in TEXTS:
        vector, tokens = encoder.encode_question(text)
        assert np.array_equal(vector, encoder.encode_questions([text])[0])
        assert np.array_equal(tokens.vectors, encoder.encode_tokens([text])[0].vectors)


@pytest.mark.model
def test_a_symmetric_model_encodes_questions_like_passages(encoder):
    assert np.array_equal(encoder.encode_questions(TEXTS), encoder.encode(TEXTS))


@pytest.mark.model
def test_no_texts_have_no_tokens_and_an_empty_text_none(encoder):
    assert encoder.encode_tokens([]) == []
    assert encoder.encode_tokens([""])[0].vectors.shape == (0, 384)
