"""The encoder of a model, from its exported graph in the user's cache."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from relatab.embedding.cache import build_once, cache_folder, discard
from relatab.embedding.models import Model
from relatab.embedding.runtime import OnnxEncoder
from relatab.errors import EncoderError

EXPORT_VERSION = 2
"""Raised whenever the exported graph changes, and with it the last bits of its vectors."""


def exported_encoder(model: Model, *, note: Callable[[str], None]) -> OnnxEncoder:
    """Load the exported model, exporting it first where that was not done yet.

    A cache folder that proves damaged is made again. EncoderError where the model cannot
    be exported.
    """
    label = (
        f"model={model.model_hash[:16]} tokenizer={model.tokenizer_hash[:16]} "
        f"export={EXPORT_VERSION}"
    )
    name = f"{model.model_hash[:16]}-{model.tokenizer_hash[:16]}-{EXPORT_VERSION}"
    target = cache_folder() / "encoders" / name
    if target.is_dir():
        try:
            return OnnxEncoder(target, label)
        except EncoderError as damage:
            note(f"{damage}; it is made again")
            discard(target)

    def build(folder: Path) -> None:
        note("preparing the text encoder for its first use: about 20 seconds, only this once")
        _run_export(model, folder)

    build_once(target, build)
    return OnnxEncoder(target, label)


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
