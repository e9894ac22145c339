"""Model folders: adapters merged into their base, exports that come along, calibration."""

import json
import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest
from tiny_models import raw_bert, sentence_model, two_tower_model

from relatab.embedding import exported, load_encoder, models
from relatab.embedding.calibration import load_calibration
from relatab.embedding.export import export_model
from relatab.embedding.exported import add_export
from relatab.embedding.lora import merge_adapter
from relatab.embedding.models import find_model
from relatab.embedding.sentence_transformer import SentenceTransformerEncoder, load_module
from relatab.errors import EncoderError

TEXTS = ["which well used a tail slurry ?", "casing depth"]


def adapter_folder(folder: Path, base: str, **changes: object) -> Path:
    """What the hashes and names of an adapter take; its weights are none."""
    folder.mkdir(parents=True)
    config = {"peft_type": "LORA", "base_model_name_or_path": base, "r": 2, "lora_alpha": 8}
    (folder / "adapter_config.json").write_text(json.dumps(config | changes))
    (folder / "adapter_model.safetensors").write_bytes(b"no weights")
    return folder


def peft_adapter(folder: Path, bert: Path, base: str, **options: object):
    """An adapter as peft writes it, with random weights; the merged transformer."""
    peft = pytest.importorskip("peft")
    import torch
    from transformers import AutoModel

    options = {"target_modules": ["query", "value", "dense"], "r": 2, "lora_alpha": 8} | options
    torch.manual_seed(3)
    config = peft.LoraConfig(init_lora_weights=False, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # peft asks transformers by an old name
        adapted = peft.get_peft_model(AutoModel.from_pretrained(bert), config)
    adapted.peft_config["default"].base_model_name_or_path = base
    adapted.save_pretrained(
        folder, save_embedding_layers=False
    )  # else it looks for the base online
    return adapted.merge_and_unload().eval()


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """An adapter's folder with its export inside, and its base beside it."""
    place = tmp_path_factory.mktemp("trained")
    base = sentence_model(place / "base")
    peft_adapter(place / "adapter", raw_bert(place / "bert"), str(base))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exported, "_run_export", export_model)  # in this process: faster
        add_export(place / "adapter")
    return place / "adapter"


@pytest.fixture
def exports(monkeypatch, tmp_path):
    """The models whose export is asked for; it is refused, and the cache is empty."""
    asked = []

    def refuse(model, _):
        asked.append(model)
        raise EncoderError("not now")

    monkeypatch.setenv("RELATAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(exported, "_run_export", refuse)
    return asked


def test_loading_a_model_writes_nothing_to_the_terminal(tmp_path, capfd):
    from transformers.utils import logging

    model = find_model(str(sentence_model(tmp_path / "model")))
    capfd.readouterr()
    logging.enable_progress_bar()  # as in a process of its own
    load_module(model)
    assert capfd.readouterr() == ("", "")


def test_an_adapter_has_the_tokenizer_of_its_base_and_hashes_of_its_own(tmp_path):
    base = find_model("all-MiniLM-L6-v2")
    model = find_model(str(adapter_folder(tmp_path / "adapter", "all-MiniLM-L6-v2")))
    assert (model.base, model.tokenizer_hash) == (base.folder, base.tokenizer_hash)
    assert model.is_adapter
    assert not base.is_adapter
    assert model.weights_hash != base.weights_hash
    assert model.model_hash != base.model_hash


@pytest.mark.parametrize("file", ["adapter_config.json", "adapter_model.safetensors"])
def test_every_byte_of_an_adapter_counts(tmp_path, file):
    folder = adapter_folder(tmp_path / "adapter", "all-MiniLM-L6-v2")
    before = find_model(str(folder)).model_hash
    with (folder / file).open("ab") as stream:
        stream.write(b" ")
    assert find_model(str(folder)).model_hash != before


def test_notes_beside_a_model_do_not_change_it(tmp_path):
    folder = adapter_folder(tmp_path / "adapter", "all-MiniLM-L6-v2")
    before = find_model(str(folder))
    (folder / "calibration.json").write_text('{"settings": {}}')
    (folder / "training.json").write_text("{}")
    assert find_model(str(folder)) == before


def test_an_adapter_of_an_adapter_or_of_nothing_is_an_error_that_names_it(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    first = adapter_folder(tmp_path / "first", "all-MiniLM-L6-v2")
    with pytest.raises(EncoderError, match=r"second.*adapter itself"):
        find_model(str(adapter_folder(tmp_path / "second", str(first))))
    with pytest.raises(EncoderError, match=r"third.*no-such-model"):
        find_model(str(adapter_folder(tmp_path / "third", "no-such-model")))
    with pytest.raises(EncoderError, match="names no base"):
        find_model(str(adapter_folder(tmp_path / "fourth", "")))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [({"peft_type": "IA3"}, "IA3"), ({"use_dora": True}, "use_dora")],
)
def test_another_kind_of_adapter_is_an_error_that_names_it(tmp_path, changes, reason):
    folder = adapter_folder(tmp_path / "adapter", "all-MiniLM-L6-v2", **changes)
    with pytest.raises(EncoderError, match=reason):
        find_model(str(folder))


def test_a_damaged_adapter_is_an_error_that_names_the_file(tmp_path):
    folder = adapter_folder(tmp_path / "adapter", "all-MiniLM-L6-v2")
    with pytest.raises(EncoderError, match=r"adapter_model\.safetensors"):
        merge_adapter(None, folder)
    (folder / "adapter_config.json").write_text("{")
    with pytest.raises(EncoderError, match=r"adapter_config\.json"):
        find_model(str(folder))


@pytest.mark.model
@pytest.mark.parametrize("options", [{}, {"use_rslora": True}, {"rank_pattern": {"query": 3}}])
def test_merging_adds_what_peft_adds(tmp_path, options):
    base = sentence_model(tmp_path / "base")
    bert = raw_bert(tmp_path / "bert")
    expected = peft_adapter(tmp_path / "adapter", bert, str(base), **options).state_dict()
    merged = load_module(find_model(str(tmp_path / "adapter")))[0].auto_model.state_dict()
    plain = load_module(find_model(str(base)))[0].auto_model.state_dict()
    assert {
        name
        for name in expected
        if not np.allclose(expected[name], merged[name], rtol=1e-5, atol=1e-6)
    } == set()
    moved = {name for name in plain if not np.allclose(plain[name], merged[name])}
    assert "encoder.layer.0.attention.self.query.weight" in moved
    assert "encoder.layer.0.attention.self.key.weight" not in moved


@pytest.mark.model
def test_an_adapter_of_another_model_is_an_error(tmp_path):
    peft_adapter(tmp_path / "adapter", raw_bert(tmp_path / "bert"), "all-MiniLM-L6-v2")
    with pytest.raises(EncoderError, match="shape"):
        load_module(find_model(str(tmp_path / "adapter")))


@pytest.mark.model
def test_an_adapter_of_two_transformers_is_an_error(tmp_path):
    base = two_tower_model(tmp_path / "base")
    folder = adapter_folder(tmp_path / "adapter", str(base))
    with pytest.raises(EncoderError, match=f"{folder}.*two transformers"):
        load_module(find_model(str(folder)))


@pytest.mark.model
def test_an_adapter_is_exported_merged(trained, exports):
    encoder = load_encoder(str(trained))
    model = find_model(str(trained))
    assert np.allclose(
        encoder.encode(TEXTS), SentenceTransformerEncoder(model).encode(TEXTS), atol=1e-5
    )
    plain = SentenceTransformerEncoder(find_model(str(model.base))).encode(TEXTS)
    assert not np.allclose(encoder.encode(TEXTS), plain, atol=1e-2)
    assert model.model_hash[:16] in encoder.fingerprint
    assert exports == []


@pytest.mark.model
def test_a_shipped_adapter_is_found_by_its_name(tmp_path, monkeypatch, trained, exports):
    monkeypatch.setattr(models, "SHIPPED", tmp_path)
    folder = shutil.copytree(trained, tmp_path / "tiny-adapter")
    (folder / "calibration.json").write_text('{"settings": {"dense_weight": 0.5}}')
    assert find_model("tiny-adapter") == find_model(str(folder))
    assert load_calibration("tiny-adapter") == {"dense_weight": 0.5}
    expected = load_encoder(str(trained))
    assert load_encoder("tiny-adapter").fingerprint == expected.fingerprint
    assert np.array_equal(load_encoder("tiny-adapter").encode(TEXTS), expected.encode(TEXTS))
    assert exports == []


@pytest.mark.model
def test_a_stale_export_is_not_used(tmp_path, trained, exports):
    folder = shutil.copytree(trained, tmp_path / "adapter")
    config = json.loads((folder / "adapter_config.json").read_text())
    (folder / "adapter_config.json").write_text(json.dumps(config | {"lora_alpha": 1}))
    notes: list[str] = []
    with pytest.raises(EncoderError, match="not now"):
        load_encoder(str(folder), note=notes.append)
    assert "another version" in notes[0]
    assert exports == [find_model(str(folder))]


@pytest.mark.model
def test_a_damaged_export_that_comes_along_is_made_again_in_the_cache(tmp_path, trained, exports):
    folder = shutil.copytree(trained, tmp_path / "adapter")
    (folder / "onnx" / "tokenizer.json").unlink()
    notes: list[str] = []
    with pytest.raises(EncoderError, match="not now"):
        load_encoder(str(folder), note=notes.append)
    assert str(folder / "onnx") in notes[0]
    assert exports == [find_model(str(folder))]
    assert (folder / "onnx").is_dir()  # the folder is the user's


def test_an_export_is_put_into_the_folder_in_place_of_an_older_one(tmp_path, monkeypatch):
    folder = adapter_folder(tmp_path / "adapter", "all-MiniLM-L6-v2")
    for name in ("older", "newer"):
        monkeypatch.setattr(exported, "_run_export", lambda _, to, name=name: (to / name).touch())
        add_export(folder)
        assert [path.name for path in (folder / "onnx").iterdir()] == [name]


def test_a_model_without_calibration_changes_no_setting(tmp_path):
    assert load_calibration("all-MiniLM-L6-v2") == {}
    assert load_calibration(str(adapter_folder(tmp_path / "adapter", "base"))) == {}


def test_calibration_names_settings_and_keeps_how_they_were_found_to_itself(tmp_path):
    settings = {"dense_weight": 1.2, "max_hops": 3, "method": "relatab"}
    (tmp_path / "calibration.json").write_text(json.dumps({"settings": settings, "folds": 5}))
    assert load_calibration(str(tmp_path)) == settings


@pytest.mark.parametrize(
    "content", ["{", "[]", "{}", '{"settings": [1]}', '{"settings": {"max_hops": null}}']
)
def test_calibration_of_another_form_is_an_error_that_names_the_file(tmp_path, content):
    (tmp_path / "calibration.json").write_text(content)
    with pytest.raises(EncoderError, match=r"calibration\.json"):
        load_calibration(str(tmp_path))
