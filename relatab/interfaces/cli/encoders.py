"""The encoder that an index was built with, and the settings that go with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.interfaces.cli.console import say

if TYPE_CHECKING:
    from relatab.embedding import Encoder
    from relatab.settings import Settings


def named_encoder(model: str | None, *, lazy: bool = False) -> Encoder:
    """The encoder of a name; preparing it for the first time is announced.

    lazy: read it when it first encodes: a pass that finds nothing changed needs no model.
    """
    from relatab.embedding import load_encoder

    return load_encoder(model, note=say, lazy=lazy)


def encoder_of(index_folder: Path, model: str | None) -> tuple[Encoder, str]:
    """The encoder for questions and the fingerprint its index must have.

    IndexMissingError before the model is loaded, since that is the likelier mistake.
    """
    from relatab.index.features import index_fingerprint
    from relatab.index.store import database

    database(index_folder)
    encoder = named_encoder(model)
    return encoder, index_fingerprint(encoder)


def settings_of(method: str, model: str | None) -> Settings:
    """The settings of a method; those of the default method as calibrated for the model.

    SettingsError for a method that does not exist or a calibration out of range.
    """
    from dataclasses import replace

    from relatab.embedding import DEFAULT_MODEL, HASHING
    from relatab.embedding.calibration import load_calibration
    from relatab.errors import SettingsError
    from relatab.settings import DEFAULT, preset

    settings = preset(method)
    if method != DEFAULT.method or model == HASHING:
        return settings
    overrides: dict[str, Any] = load_calibration(model or DEFAULT_MODEL)
    try:
        return replace(settings, **overrides)
    except (SettingsError, TypeError) as error:
        raise SettingsError(
            f"{model}: its calibration does not fit ({error}); calibrate again"
        ) from error
