"""The encoder that an index was built with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from relatab.interfaces.cli.console import say

if TYPE_CHECKING:
    from relatab.embedding import Encoder


def named_encoder(model: str | None) -> Encoder:
    """The encoder of a name, for a new pass; preparing it for the first time is announced."""
    from relatab.embedding import load_encoder

    return load_encoder(model, note=say)


def encoder_of(index_folder: Path, model: str | None) -> tuple[Encoder, str]:
    """The encoder for questions and the fingerprint its index must have.

    IndexMissingError before the model is loaded, since that is the likelier mistake.
    """
    from relatab.index.features import index_fingerprint
    from relatab.index.store import database

    database(index_folder)
    encoder = named_encoder(model)
    return encoder, index_fingerprint(encoder)
