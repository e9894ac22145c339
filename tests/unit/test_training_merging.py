"""Models averaged into one: the weights against the mean written out, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_models import DIMENSION, SIZES, sentence_model
from training_support import made_up, quick_recipe, tiny_encoder

from relatab.embedding import load_encoder
from relatab.embedding.models import find_model
from relatab.embedding.sentence_transformer import load_module
from relatab.errors import EncoderError
from relatab.training.folder import RECORD, Origin, held_out_sources, read_record, save_model
from relatab.training.merging import Part, merge_models, untrained_base
from relatab.training.trainer import train


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A base, two full trainings of it by other seeds, and an adapter."""
    folder = tmp_path_factory.mktemp("models")
    made = {"base": sentence_model(folder / "base")}
    for name, choices in (
        ("first", {"seed": 1}),
        ("second", {"seed": 2}),
        ("adapter", {"kind": "lora", "learning_rate": 1e-2}),
    ):
        recipe = quick_recipe(epochs=1, **choices)
        trained = train(made_up(), tiny_encoder(made["base"]), recipe, folder / "checkpoint")
        licence = None if name == "second" else f"licence of {name}"
        origin = Origin(str(made["base"]), (f"data of {name}", "all"), licence)
        made[name] = folder / name
        save_model(made[name], trained, recipe, origin, with_export=False)
    return made


def merged(folder: Path, shares: Mapping[Path, float]) -> Path:
    parts = [Part(str(path), share) for path, share in shares.items()]
    merge_models(parts, folder, with_export=False)
    return folder


def weights(folder: Path) -> dict[str, Any]:
    """All weights that a model runs with, an adapter's added to its base's."""
    module = load_module(find_model(str(folder)))
    return {name: each.detach().numpy() for name, each in module.named_parameters()}


def test_every_weight_is_the_mean_by_shares(models: dict[str, Path], tmp_path: Path) -> None:
    shares = {models["first"]: 0.25, models["second"]: 0.6, models["adapter"]: 0.15}
    found = weights(merged(tmp_path / "merged", shares))
    parts = [(weights(path), share) for path, share in shares.items()]
    for name, each in found.items():
        mean = sum(share * part[name].astype(np.float64) for part, share in parts)
        np.testing.assert_allclose(each, mean, rtol=1e-5, atol=1e-6, err_msg=name)
    # Were all parts alike, the mean would show nothing.
    assert any(not np.allclose(parts[0][0][name], parts[1][0][name]) for name in found)


def test_a_merged_model_is_a_model_and_can_be_merged_again(
    models: dict[str, Path], tmp_path: Path
) -> None:
    pair = merged(tmp_path / "pair", {models["first"]: 0.5, models["second"]: 0.5})
    again = merged(tmp_path / "again", {pair: 2 / 3, models["adapter"]: 1 / 3})
    thirds = {models[name]: 1 / 3 for name in ("first", "second", "adapter")}
    at_once = weights(merged(tmp_path / "at once", thirds))
    for name, each in weights(again).items():
        np.testing.assert_allclose(each, at_once[name], rtol=1e-5, atol=1e-6, err_msg=name)
    assert untrained_base(str(again)) == str(models["base"].resolve())


def test_a_merged_folder_holds_all_that_a_search_needs(
    models: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RELATAB_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "merged"
    merge_models([Part(str(models["first"]), 0.5), Part(str(models["base"]), 0.5)], folder)
    texts = ["which casing", "mud weight"]
    found = load_encoder(str(folder)).encode(texts)
    assert found.shape == (2, DIMENSION)
    np.testing.assert_allclose(found, tiny_encoder(folder).encode(texts), atol=1e-4)
    assert not (tmp_path / "cache").exists()  # the export came along


def test_the_record_unites_the_data_and_holds_out_what_all_held_out(
    models: dict[str, Path], tmp_path: Path
) -> None:
    shares = {models["first"]: 0.5, models["second"]: 0.25, models["base"]: 0.25}
    folder = merged(tmp_path / "merged", shares)
    record = read_record(folder)
    assert record is not None
    assert record["data"] == ["data of first", "all", "data of second"]
    assert record["licence"] == "licence of first; not stated"
    assert [part["share"] for part in record["parts"]] == [0.5, 0.25, 0.25]
    assert record["parts"][0]["training"] == read_record(models["first"])
    assert record["parts"][2]["training"] is None
    # (The base was trained on nothing here, so that it holds out everything.)
    held_out = held_out_sources(models["first"])
    assert held_out  # and the second the same: one seed decides, whatever else is random
    assert held_out_sources(models["second"]) == held_out == held_out_sources(folder)
    assert held_out_sources(models["base"]) is None
    card = (folder / "README.md").read_text("utf-8")
    assert all(str(path) in card for path in shares)


def test_what_one_part_was_trained_on_is_not_held_out(
    models: dict[str, Path], tmp_path: Path
) -> None:
    held_out = sorted(held_out_sources(models["first"]) or ())
    other = claimed(
        sentence_model(tmp_path / "other"), models["base"], held_out_sources=held_out[1:]
    )
    folder = merged(tmp_path / "merged", {models["first"]: 0.5, other: 0.5})
    assert held_out_sources(folder) == set(held_out[1:])
    unknown = claimed(sentence_model(tmp_path / "unknown"), models["base"])
    folder = merged(tmp_path / "with unknown", {models["first"]: 0.5, unknown: 0.5})
    assert held_out_sources(folder) == frozenset()  # known to be held out by both: nothing


def test_a_base_is_known_by_name_where_it_is_not_on_this_machine(tmp_path: Path) -> None:
    folder = sentence_model(tmp_path / "model")
    (folder / RECORD).write_text(json.dumps({"base": "elsewhere/base"}), "utf-8")
    assert untrained_base(str(folder)) == "elsewhere/base"
    assert untrained_base("spider-bird-lora") == "all-MiniLM-L6-v2"
    assert untrained_base("sentence-transformers/all-MiniLM-L6-v2") == "all-MiniLM-L6-v2"
    (folder / RECORD).write_text(json.dumps({"base": str(folder.resolve())}), "utf-8")
    assert untrained_base(str(folder)) == str(folder.resolve())  # said of itself: no endless search


def claimed(folder: Path, base: Path, **record: list[str]) -> Path:
    """A model folder that says that it was trained from a base."""
    (folder / RECORD).write_text(json.dumps({"base": str(base.resolve())} | record), "utf-8")
    return folder


def assert_refused(models: dict[str, Path], other: Path, told: str) -> None:
    out = other.parent / "merged"
    with pytest.raises(EncoderError, match=told):
        merged(out, {models["first"]: 0.5, other: 0.5})
    assert not out.exists()


def test_models_of_another_base_are_refused(models: dict[str, Path], tmp_path: Path) -> None:
    other = sentence_model(tmp_path / "other", seed=1)
    assert_refused(models, other, "other: comes from .*, .*first from .*base; merge models")


def test_another_vocabulary_is_refused(models: dict[str, Path], tmp_path: Path) -> None:
    other = claimed(sentence_model(tmp_path / "other"), models["base"])
    words = other / "tokenizer.json"
    words.write_text(words.read_text("utf-8").replace('"slurry"', '"cement"'), "utf-8")
    assert_refused(models, other, "other: numbers words otherwise than .*first")


def test_other_shapes_are_refused(
    models: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SIZES, "intermediate_size", 32)
    other = claimed(sentence_model(tmp_path / "other"), models["base"])
    assert_refused(models, other, "other: has weights of other shapes than .*first")


def test_nothing_is_overwritten(models: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match="exists already"):
        merged(tmp_path, {models["first"]: 0.5, models["second"]: 0.5})
