"""The encoder of a model, from its exported graph in the model's folder or the user's cache."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from relatab.embedding.cache import build_once, cache_folder, discard
from relatab.embedding.manifest import read_manifest
from relatab.embedding.models import Model, find_model
from relatab.embedding.runtime import OnnxEncoder
from relatab.errors import EncoderError

EXPORT_VERSION = 3
"""Raised whenever the exported graph changes, and with it the last bits of its vectors."""
OWN_EXPORT = "onnx"
"""Where a model folder keeps its export."""


def exported_encoder(
    model: Model, *, note: Callable[[str], None], lazy: bool = False
) -> OnnxEncoder:
    """Load the exported model, exporting it first where that was not done yet.

    A folder that was trained here brings its export along; else it is kept in the cache.
    One that proves damaged is made again, and one made of other weights is not used.
    lazy: load it when it first encodes; damage that its files' sizes do not show is then an
    error. EncoderError where the model cannot be exported.
    """
    label = (
        f"model={model.model_hash[:16]} tokenizer={model.tokenizer_hash[:16]} "
        f"export={EXPORT_VERSION}"
    )
    own, cached = model.folder / OWN_EXPORT, cache_folder() / "encoders" / origin(model)
    for target in filter(Path.is_dir, (own, cached)):
        try:
            if read_manifest(target).origin == origin(model):
                return _opened(target, label, lazy=lazy)
            note(f"{target}: made of another version of the model, so not used")
        except EncoderError as damage:
            note(f"{damage}; it is made again")
        if target == cached:
            discard(cached)
    note("preparing the text encoder for its first use: about 20 seconds, only this once")
    build_once(cached, lambda folder: _run_export(model, folder))
    return _opened(cached, label, lazy=lazy)


def _opened(folder: Path, label: str, *, lazy: bool) -> OnnxEncoder:
    encoder = OnnxEncoder(folder, label)
    if not lazy:
        encoder.load()
    return encoder


def add_export(folder: Path) -> None:
    """Put the export of a model folder into it, so that it can be used without torch.

    An older export is replaced. EncoderError where the model cannot be exported.
    """
    model = find_model(str(folder))
    target = model.folder / OWN_EXPORT
    if target.is_dir():
        discard(target)
    build_once(target, lambda empty: _run_export(model, empty))


def origin(model: Model) -> str:
    """Names what an export is made from and how."""
    return f"{model.model_hash[:16]}-{model.tokenizer_hash[:16]}-{EXPORT_VERSION}"


def _run_export(model: Model, folder: Path) -> None:
    """Export into an empty folder, in a process of its own.

    So torch neither stays in this process's memory nor prints into its output.
    """
    command = [sys.executable, "-m", "relatab.embedding.export", str(model.folder), str(folder)]
    done = subprocess.run(  # noqa: S603 (our own interpreter and module)
        [*command, model.weights_hash],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        reason = (done.stdout.strip() or done.stderr.strip() or "no message").splitlines()[-1]
        raise EncoderError(f"the model cannot be prepared: {reason}")
