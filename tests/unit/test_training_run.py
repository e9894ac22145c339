"""Real trainings of a tiny transformer: they learn, stop, are killed, go on, and are used."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_models import sentence_model
from training_support import made_up, quick_recipe, tiny_encoder

from relatab.embedding import load_encoder
from relatab.errors import EncoderError
from relatab.training.folder import Origin, held_out_sources, save_model
from relatab.training.material import held_out
from relatab.training.network import Network
from relatab.training.trainer import train


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sentence_model(tmp_path_factory.mktemp("models") / "base")


def weights(trained: Any) -> dict[str, Any]:
    return {name: each.detach().numpy() for name, each in trained.network.trained().items()}


def assert_equal_weights(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert one.keys() == other.keys()
    for name, each in one.items():
        np.testing.assert_array_equal(each, other[name], err_msg=name)


@pytest.mark.parametrize("kind", ["full", "lora"])
def test_the_loss_falls_and_unseen_questions_find_their_tables(
    base: Path, tmp_path: Path, kind: str
) -> None:
    recipe = quick_recipe(kind=kind, learning_rate=1e-2, epochs=8)
    trained = train(made_up(), tiny_encoder(base), recipe, tmp_path / "checkpoint")
    losses, looks = trained.history.losses, trained.history.looks
    assert np.mean(losses[-4:]) < 0.9 * np.mean(losses[:4])
    before, best = looks[0][1], dict(looks)[trained.best_step]
    assert sum(best.values()) > sum(before.values())


def test_an_adapter_leaves_the_base_as_it_is(base: Path, tmp_path: Path) -> None:
    encoder = tiny_encoder(base)
    recipe = quick_recipe(kind="lora", epochs=1)
    trained = train(made_up(), encoder, recipe, tmp_path / "checkpoint")
    assert all(".lora_" in name for name in trained.network.trained())


def test_training_stops_when_nothing_improves(base: Path, tmp_path: Path) -> None:
    recipe = quick_recipe(learning_rate=1e-8, epochs=20, patience=2)
    trained = train(made_up(), tiny_encoder(base), recipe, tmp_path / "checkpoint")
    assert len(trained.history.looks) == 3  # before, and twice without a gain
    assert trained.best_step == 0


def test_without_a_held_out_part_the_last_state_is_taken(base: Path, tmp_path: Path) -> None:
    notes: list[str] = []
    recipe = quick_recipe(epochs=1)
    trained = train(
        made_up(sources=1), tiny_encoder(base), recipe, tmp_path / "checkpoint", note=notes.append
    )
    assert (trained.held_out_questions, trained.best_step) == (0, trained.steps)
    assert any("hold a part out" in note for note in notes)


def test_smoothing_changes_what_is_kept_and_not_how_it_is_reached(
    base: Path, tmp_path: Path
) -> None:
    def trained(**choices: float) -> Any:
        recipe = quick_recipe(epochs=2, **choices)
        return train(made_up(), tiny_encoder(base), recipe, tmp_path / "checkpoint")

    plain, averaged = trained(), trained(average_decay=0.9)
    assert averaged.history.losses == plain.history.losses
    assert averaged.history.looks[0] == plain.history.looks[0]
    assert averaged.history.looks[1:] != plain.history.looks[1:]

    unmoved = trained(base_share=1.0)
    assert unmoved.history.losses == plain.history.losses
    assert len({tuple(measures.values()) for _, measures in unmoved.history.looks}) == 1
    untouched = Network(tiny_encoder(base), quick_recipe()).trained()
    assert_equal_weights(
        weights(unmoved), {name: each.detach().numpy() for name, each in untouched.items()}
    )


def test_the_record_tells_which_sources_were_held_out(base: Path, tmp_path: Path) -> None:
    material, recipe = made_up(), quick_recipe(epochs=1)
    trained = train(material, tiny_encoder(base), recipe, tmp_path / "checkpoint")
    folder = tmp_path / "model"
    save_model(folder, trained, recipe, Origin(str(base), (), None), with_export=False)
    _, judging = held_out(material, recipe.held_out, seed=recipe.held_out_seed)
    assert judging is not None
    assert held_out_sources(folder) == set(judging.sources)


@pytest.mark.parametrize("record", ["{", "[]", '{"held_out_sources": 3}'])
def test_a_damaged_record_is_told(tmp_path: Path, record: str) -> None:
    (tmp_path / "training.json").write_text(record, "utf-8")
    with pytest.raises(EncoderError, match=r"training\.json: cannot be read"):
        held_out_sources(tmp_path)


_TRAINING = """
import sys
from pathlib import Path
from training_support import made_up, quick_recipe, tiny_encoder
from relatab.training.trainer import train
checkpoint = Path(sys.argv[2])
def wait_once_kept(_):
    if checkpoint.exists():
        print("kept", flush=True)
        sys.stdin.read()
recipe = quick_recipe(epochs=2, average_decay=0.9, base_share=0.2)
train(made_up(), tiny_encoder(Path(sys.argv[1])), recipe, checkpoint, watch=wait_once_kept)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_training_goes_on_to_the_same_weights(base: Path, tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    paths = os.pathsep.join(str(Path(__file__).parents[1] / name) for name in ("", "unit"))
    with subprocess.Popen(
        [sys.executable, "-c", _TRAINING, str(base), str(checkpoint)],
        env={**os.environ, "PYTHONPATH": paths},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"kept\n"
        process.kill()
    recipe = quick_recipe(epochs=2, average_decay=0.9, base_share=0.2)
    resumed = train(made_up(), tiny_encoder(base), recipe, checkpoint, resume=True)
    whole = train(made_up(), tiny_encoder(base), recipe, tmp_path / "other")
    assert_equal_weights(weights(resumed), weights(whole))


def test_a_checkpoint_of_another_recipe_is_refused(base: Path, tmp_path: Path) -> None:
    recipe, checkpoint = quick_recipe(epochs=1), tmp_path / "checkpoint"
    train(made_up(), tiny_encoder(base), recipe, checkpoint)
    with pytest.raises(EncoderError, match="other options"):
        train(made_up(), tiny_encoder(base), replace(recipe, seed=9), checkpoint, resume=True)


@pytest.mark.parametrize("content", [b"", b"not a checkpoint", None])
def test_a_damaged_or_missing_checkpoint_is_told(
    base: Path, tmp_path: Path, content: bytes | None
) -> None:
    checkpoint = tmp_path / "checkpoint"
    if content is not None:
        checkpoint.write_bytes(content)
    with pytest.raises(EncoderError, match="damaged" if content is not None else "no unfinished"):
        train(made_up(), tiny_encoder(base), quick_recipe(), checkpoint, resume=True)


def test_a_trained_folder_encodes_as_the_trained_network(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RELATAB_CACHE", str(tmp_path / "cache"))
    material, recipe = made_up(), quick_recipe(kind="lora", epochs=2, max_length=24)
    trained = train(material, tiny_encoder(base), recipe, tmp_path / "checkpoint")
    expected = trained.network.tables(material.tables).vectors.detach().numpy()
    folder = tmp_path / "model"
    save_model(folder, trained, recipe, Origin(str(base), ("made up",), "CC0"))
    vectors = load_encoder(str(folder)).encode(material.tables)
    # An adapter is kept in half precision: three digits of each of its weights.
    np.testing.assert_allclose(vectors, expected, atol=5e-3)
    assert "CC0" in (folder / "README.md").read_text("utf-8")
    assert not (tmp_path / "cache").exists()  # the export came along
    with pytest.raises(EncoderError, match="exists already"):
        save_model(folder, trained, recipe, Origin(str(base), (), None))
