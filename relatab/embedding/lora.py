"""Adapters: small changes to the weights of a base model, in the files of peft.

LoRA (Hu et al., ICLR 2022) adds to a weight matrix W of shape (out, in) the product
(alpha / r) B A, with B of shape (out, r) and A of shape (r, in). The product is added once,
when the model is exported, so that an adapted model costs nothing more to run.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from relatab.errors import EncoderError

ADAPTER_CONFIG = "adapter_config.json"
ADAPTER_WEIGHTS = "adapter_model.safetensors"

_PREFIX = "base_model.model."
_DOWN, _UP = ".lora_A.weight", ".lora_B.weight"
# Options under which the sum above would be another one.
_UNSUPPORTED = (
    "use_dora",
    "fan_in_fan_out",
    "alpha_pattern",
    "modules_to_save",
    "layer_replication",
)


def is_adapter(folder: Path) -> bool:
    """Whether a folder holds an adapter."""
    return (folder / ADAPTER_CONFIG).is_file()


def base_name(folder: Path) -> str:
    """The name of the model, or the folder, that an adapter changes."""
    name = _configuration(folder).get("base_model_name_or_path")
    if not isinstance(name, str) or not name:
        raise EncoderError(f"{folder / ADAPTER_CONFIG}: names no base model; add its name")
    return name


def merge_adapter(transformer: Any, folder: Path) -> None:
    """Add an adapter to the weights of its base, a torch module, in place.

    EncoderError where the adapter is damaged, of another kind, or made for another model.
    """
    import torch

    config = _configuration(folder)
    tensors = _tensors(folder)
    weights = dict(transformer.named_parameters())
    with torch.no_grad():
        for name in sorted({key.removesuffix(_DOWN).removesuffix(_UP) for key in tensors}):
            down, up = tensors.get(name + _DOWN), tensors.get(name + _UP)
            weight = weights.get(name.removeprefix(_PREFIX) + ".weight")
            if down is None or up is None or weight is None:
                raise EncoderError(f"{folder / ADAPTER_WEIGHTS}: {name} is not of the base model")
            change = _scale(config, rank=down.shape[0]) * (up.float() @ down.float())
            if change.shape != weight.shape:
                raise EncoderError(f"{folder / ADAPTER_WEIGHTS}: {name} has another shape")
            weight += change


def _configuration(folder: Path) -> dict[str, Any]:
    """What peft wrote about an adapter; EncoderError unless it is plain LoRA."""
    path = folder / ADAPTER_CONFIG
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
        kind, other = config["peft_type"], [name for name in _UNSUPPORTED if config.get(name)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise EncoderError(f"{path}: cannot be read ({error}); copy the adapter again") from error
    if kind != "LORA" or other:
        wanted = ", ".join([str(kind), *other])
        raise EncoderError(f"{path}: {wanted} is not supported, only plain LoRA")
    return dict(config)


def _tensors(folder: Path) -> dict[str, Any]:
    from safetensors.torch import load_file

    try:
        return dict(load_file(folder / ADAPTER_WEIGHTS))
    except Exception as error:  # (the library raises errors of its own kind)
        raise EncoderError(
            f"{folder / ADAPTER_WEIGHTS}: cannot be read ({error}); copy the adapter again"
        ) from error


def _scale(config: dict[str, Any], *, rank: int) -> float:
    """Factor of the product: alpha / r; with rank stabilisation (Kalajdzievski, 2023) alpha over the root of r."""
    return float(config["lora_alpha"]) / (math.sqrt(rank) if config.get("use_rslora") else rank)
