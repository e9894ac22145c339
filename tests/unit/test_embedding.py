"""Loading by name, damaged models, and what a search may import."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from relatab.embedding import HashingEncoder, exported, load_encoder
from relatab.embedding.cache import cache_folder
from relatab.embedding.models import BUNDLED_WEIGHTS, find_model
from relatab.errors import EncoderError

TORCH = ("torch", "transformers", "sentence_transformers")


def empty_model(folder: Path, **files: str) -> Path:
    """A folder that looks like a model to `find_model`; the keywords add or change files."""
    contents = {"modules": "[]", "config": "{}", "tokenizer": "{}"} | files
    folder.mkdir()
    for name, text in contents.items():
        (folder / f"{name}.json").write_text(text)
    (folder / "model.safetensors").write_bytes(b"no weights")
    return folder


def test_hashing_needs_no_model():
    assert isinstance(load_encoder("hashing"), HashingEncoder)


def test_an_unknown_name_is_an_error_that_names_it_and_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(EncoderError, match=r"no-such-model.*all-MiniLM-L6-v2"):
        load_encoder("no-such-model")


def test_a_path_that_is_no_model_name_is_an_error():
    with pytest.raises(EncoderError, match="nowhere"):
        load_encoder("/nowhere/at all/../x")


def test_a_folder_without_a_model_is_an_error_that_names_it(tmp_path):
    with pytest.raises(EncoderError, match=str(tmp_path)):
        load_encoder(str(tmp_path))


def test_a_folder_without_weights_is_an_error_that_names_it(tmp_path):
    folder = empty_model(tmp_path / "model")
    (folder / "model.safetensors").unlink()
    with pytest.raises(EncoderError, match=f"{folder}.*weights"):
        load_encoder(str(folder))


def test_the_same_files_elsewhere_are_the_same_model(tmp_path):
    one = find_model(str(empty_model(tmp_path / "one")))
    two = find_model(str(empty_model(tmp_path / "two")))
    assert (one.model_hash, one.tokenizer_hash) == (two.model_hash, two.tokenizer_hash)


@pytest.mark.parametrize(
    ("files", "changed"),
    [({"config": '{"layers": 1}'}, "model_hash"), ({"tokenizer": "[1]"}, "tokenizer_hash")],
)
def test_another_configuration_or_tokenizer_is_another_model(tmp_path, files, changed):
    one = find_model(str(empty_model(tmp_path / "one")))
    two = find_model(str(empty_model(tmp_path / "two", **files)))
    differing = {
        name
        for name in ("weights_hash", "model_hash", "tokenizer_hash")
        if getattr(one, name) != getattr(two, name)
    }
    assert differing == {changed}


def test_the_installed_model_has_the_pinned_weights():
    bundled = find_model("all-MiniLM-L6-v2")
    assert find_model(str(bundled.folder)).weights_hash == BUNDLED_WEIGHTS


@pytest.mark.model
def test_a_damaged_model_is_an_error_and_leaves_no_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("RELATAB_CACHE", str(tmp_path / "cache"))
    folder = empty_model(tmp_path / "model")
    with pytest.raises(EncoderError, match=str(folder)):
        load_encoder(str(folder))
    assert list((tmp_path / "cache" / "encoders").iterdir()) == []


@pytest.mark.model
def test_encoding_a_query_imports_no_torch():
    load_encoder()  # so that the export, where it is still to be done, is done
    script = (
        "import sys\n"
        "from relatab.embedding import load_encoder\n"
        "vectors = load_encoder().encode(['thickening time of the lead slurry'])\n"
        "print(vectors.shape, *sorted(sys.modules), sep='\\n')\n"
    )
    lines = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert lines[0] == "(1, 384)"
    assert "onnxruntime" in lines
    assert not set(TORCH) & set(lines)


@pytest.mark.model
def test_a_lazy_encoder_is_read_when_it_first_encodes():
    expected = load_encoder()
    script = (
        "import sys\n"
        "from relatab.embedding import load_encoder\n"
        "encoder = load_encoder(lazy=True)\n"
        "print(encoder.fingerprint, encoder.dimension, 'onnxruntime' in sys.modules)\n"
        "print(encoder.encode(['casing']).tobytes().hex(), 'onnxruntime' in sys.modules)"
    )
    lines = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    vector = expected.encode(["casing"]).tobytes().hex()
    assert lines == [f"{expected.fingerprint} {expected.dimension} False", f"{vector} True"]


@pytest.mark.model
def test_a_damaged_cache_is_made_again(tmp_path, monkeypatch):
    before = load_encoder().encode(["casing"])
    sound = cache_folder() / "encoders" / exported.origin(find_model("all-MiniLM-L6-v2"))
    damaged = tmp_path / "encoders" / sound.name
    shutil.copytree(sound, damaged)
    os.truncate(damaged / "model.onnx", 1000)
    monkeypatch.setenv("RELATAB_CACHE", str(tmp_path))
    monkeypatch.setattr(  # an export takes long
        exported,
        "_run_export",
        lambda _, folder: shutil.copytree(sound, folder, dirs_exist_ok=True),
    )
    notes: list[str] = []
    after = load_encoder(note=notes.append).encode(["casing"])
    assert "model.onnx: 1000 bytes" in notes[0]
    assert np.array_equal(before, after)
