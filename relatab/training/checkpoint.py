"""The state of a training on disk, so that a killed one can go on."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from relatab.errors import EncoderError


def save_checkpoint(path: Path, state: Mapping[str, Any]) -> None:
    """Write tensors and plain values, whole or not at all, whenever the process is killed."""
    import torch

    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as stream:
        torch.save(dict(state), stream)
        stream.flush()
        os.fsync(stream.fileno())
    part.replace(path)


def load_checkpoint(path: Path) -> dict[str, Any]:
    """What was saved; EncoderError where the file is missing or damaged."""
    import torch

    try:
        # Only data is read: a file of unknown origin cannot run code.
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise EncoderError(
            f"{path}: no unfinished training there; train without --resume"
        ) from None
    except (OSError, RuntimeError, EOFError, ValueError, pickle.UnpicklingError) as error:
        raise EncoderError(
            f"{path}: is damaged ({type(error).__name__}); delete it and train from the start"
        ) from error
    return state
