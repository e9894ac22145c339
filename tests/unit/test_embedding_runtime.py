"""The exported encoder: agreement with its reference, and reproducibility."""

import numpy as np
import pytest

from relatab.embedding import load_encoder
from relatab.embedding.export import MIN_COSINE
from relatab.embedding.models import find_model
from relatab.embedding.sentence_transformer import SentenceTransformerEncoder
from relatab.embedding.tower import batches

TEXTS = [
    "",
    " ",
    "9 5/8 in",
    "1,95",
    "Which wells used a tail slurry heavier than 1.9 sg?",
    "Плотность цементного раствора, г/см³",
    "固井质量评价表",
    "جدول الحفر",
    "a lone \ud800 surrogate".encode("utf-8", "replace").decode(),
    "unbreakable" * 400,
    "Interval (m MD) | Lithology | ROP (m/h) | Gas (%) " * 10,  # 160 tokens: more than 128
    "Mud weight, viscosity and filtrate of every section " * 60,  # more than the maximum
]


@pytest.fixture(scope="module")
def encoder():
    return load_encoder()


def test_batches_hold_every_text_once_and_only_one_padded_length():
    lengths = [3, 9, 4, 256, 1, 8, 5, 5, 5]
    seen: list[int] = []
    for padded, members in batches(lengths, step=4, tokens=16):
        assert {-(-lengths[member] // 4) * 4 for member in members} == {padded}
        assert len(members) == 1 or len(members) * padded <= 16
        seen += members
    assert sorted(seen) == list(range(len(lengths)))


@pytest.mark.model
def test_vectors_agree_with_sentence_transformers(encoder):
    expected = SentenceTransformerEncoder(find_model("all-MiniLM-L6-v2")).encode(TEXTS)
    cosines = np.einsum("ij,ij->i", expected, encoder.encode(TEXTS))
    assert cosines.min() >= MIN_COSINE


@pytest.mark.model
def test_a_vector_does_not_depend_on_its_batch(encoder):
    texts = TEXTS * 5
    together = encoder.encode(texts)
    alone = np.concatenate([encoder.encode([text]) for text in texts])
    assert np.array_equal(together, alone)
    assert np.array_equal(together[::-1], encoder.encode(texts[::-1]))


@pytest.mark.model
def test_256_tokens_count_and_no_more(encoder):
    tokens = "well " * 254  # two more mark the start and the end
    full, longer, changed = encoder.encode([tokens, tokens + "mud", tokens[:-5] + "mud"])
    assert np.array_equal(full, longer)
    assert full @ changed < 0.9999


@pytest.mark.model
def test_rows_have_unit_length_and_no_texts_give_no_rows(encoder):
    assert np.allclose(np.linalg.norm(encoder.encode(TEXTS), axis=1), 1.0, atol=1e-6)
    assert encoder.encode([]).shape == (0, 384)


@pytest.mark.model
def test_lone_surrogates_are_encoded_as_question_marks(encoder):
    broken, repaired = encoder.encode(["a\ud800b", "a?b"])
    assert np.array_equal(broken, repaired)


@pytest.mark.model
def test_the_fingerprint_names_what_decides_the_vectors(encoder):
    model = find_model("all-MiniLM-L6-v2")
    for part in ("fp32", model.model_hash[:16], model.tokenizer_hash[:16], "max_length=256"):
        assert part in encoder.fingerprint
