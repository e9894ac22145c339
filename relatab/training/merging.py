"""Models that were trained from one base, averaged into one of the same size.

"Model soups" (Wortsman et al., ICML 2022): trainings from one base by other seeds or recipes
err in other places but end in one valley of the loss, so that the mean of their weights often
answers about as well as all of them together, and costs no more than one to run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relatab.embedding.lora import base_name, is_adapter
from relatab.embedding.models import BUNDLED_NAMES, find_model, model_folder
from relatab.embedding.sentence_transformer import load_module
from relatab.errors import EncoderError
from relatab.training.folder import card_head, check_free, read_record, write_model
from relatab.training.smoothing import Weights, copied, mixed


@dataclass(frozen=True, slots=True)
class Part:
    """One of the models to merge, by name or folder, and its share, > 0, in the mean."""

    name: str
    share: float


def merge_models(parts: Sequence[Part], folder: Path, *, with_export: bool = True) -> None:
    """Write the folder of the model whose weights are the mean of the parts', by their shares.

    parts: at least one; shares that sum to 1. EncoderError where the folder exists, or where the
    parts are of several bases, vocabularies or shapes: their mean would be no model at all.
    """
    check_free(folder)
    first, *others = parts
    base = untrained_base(first.name)
    for part in others:
        if (own := untrained_base(part.name)) != base:
            raise EncoderError(
                f"{part.name}: comes from {own}, {first.name} from {base}; "
                "merge models that were trained from one base"
            )
    module = _mean_module(parts)
    record = merging_record(parts, base)
    write_model(
        folder,
        lambda place: module.save(str(place), create_model_card=False),
        record,
        _card(record),
        with_export=with_export,
    )


def untrained_base(name: str) -> str:
    """The model that one was trained from, over all its trainings as far as they are known."""
    passed: set[str] = set()
    while name not in passed:
        passed.add(name)
        name = _trained_from(name) or name
    if name in BUNDLED_NAMES:
        return BUNDLED_NAMES[0]
    return str(Path(name).resolve()) if Path(name).is_dir() else name


def _trained_from(name: str) -> str | None:
    """The model that the last training of one began with; None where that is not known."""
    try:
        folder = model_folder(name)
    except EncoderError:
        return None  # a base that is not on this machine is known by its name alone
    if record := read_record(folder):
        return record.get("base")
    return base_name(folder) if is_adapter(folder) else None


def merging_record(parts: Sequence[Part], base: str) -> dict[str, Any]:
    """All that is needed to tell, and to repeat, how a merged model came about.

    Trained on is what any part was trained on; held out is what all trained parts held out.
    """
    records = [read_record(model_folder(part.name)) for part in parts]
    trained = [record for record in records if record]
    held_out = [set(record.get("held_out_sources", ())) for record in trained]
    licences = dict.fromkeys(record.get("licence") or "not stated" for record in trained)
    return {
        "base": base,
        "data": list(dict.fromkeys(name for record in trained for name in record.get("data", ()))),
        "licence": "; ".join(licences) or None,
        "held_out_sources": sorted(set.intersection(*held_out)) if held_out else [],
        "parts": [
            {"model": part.name, "share": round(part.share, 6), "training": record}
            for part, record in zip(parts, records, strict=True)
        ],
    }


def _mean_module(parts: Sequence[Part]) -> Any:
    """The first part's model with the mean of all weights; no more than two are held at once."""
    import torch

    first, *others = parts
    module = load_module(find_model(first.name))
    own = dict(module.named_parameters())
    mean, total = copied(own), first.share
    for part in others:
        other = load_module(find_model(part.name))
        weights = dict(other.named_parameters())
        if _shapes(weights) != _shapes(own):
            raise EncoderError(f"{part.name}: has weights of other shapes than {first.name}")
        if other.tokenizer.get_vocab() != module.tokenizer.get_vocab():
            raise EncoderError(f"{part.name}: numbers words otherwise than {first.name}")
        total += part.share
        mean = mixed(mean, weights, part.share / total)
    with torch.no_grad():
        for name, weight in own.items():
            weight.copy_(mean[name])
    return module


def _shapes(weights: Weights) -> dict[str, tuple[int, ...]]:
    return {name: tuple(weight.shape) for name, weight in weights.items()}


def _card(record: dict[str, Any]) -> str:
    """The record for people, in Markdown."""
    shares = [f"| {part['model']} | {part['share']:g} |" for part in record["parts"]]
    head = card_head(
        f"The mean of models trained from {record['base']}, by `relatab merge`", record
    )
    return "\n".join([*head, "", "## Parts", "", "| model | share |", "| --- | --- |", *shares, ""])
