"""The encoder without a model."""

import subprocess
import sys

import numpy as np
import pytest

from relatab.embedding import HashingEncoder

TEXTS = ["Casing program", "", "  ", "9 5/8 in", "Плотность раствора", "固井质量", "a\ud800b"]


def cosine(one: str, two: str) -> float:
    first, second = HashingEncoder().encode([one, two])
    return float(first @ second)


def test_rows_have_unit_length_whatever_the_text():
    vectors = HashingEncoder().encode(TEXTS)
    assert vectors.shape == (len(TEXTS), 256)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)


def test_no_texts_give_no_rows():
    assert HashingEncoder(8).encode([]).shape == (0, 8)


def test_case_and_compatibility_forms_do_not_matter():
    assert cosine("Mud ＷＥＩＧＨＴ", "mud weight") == pytest.approx(1.0)


def test_a_related_spelling_is_closer_than_another_word():
    assert cosine("cementing", "cement") > cosine("cementing", "lithology") + 0.2


def test_vectors_are_the_same_in_every_process():
    script = (
        "import sys; from relatab.embedding import HashingEncoder\n"
        "sys.stdout.buffer.write(HashingEncoder(64).encode(['lead slurry', '']).tobytes())"
    )
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout
    assert other == HashingEncoder(64).encode(["lead slurry", ""]).tobytes()


def test_the_fingerprint_names_the_dimension():
    assert HashingEncoder(64).fingerprint != HashingEncoder(128).fingerprint


def test_a_vector_needs_a_component():
    with pytest.raises(ValueError, match="dimension 0"):
        HashingEncoder(0)
