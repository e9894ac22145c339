"""Text encoders: `load_encoder` finds a model by name and makes it ready.

Encoding runs on ONNX Runtime; torch is used once per model, in a process of its own,
to export it. `import relatab.embedding` imports no model library.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from relatab.embedding.base import Encoder, TokenVectors
from relatab.embedding.hashing import HashingEncoder

DEFAULT_MODEL = "all-MiniLM-L6-v2"
HASHING = "hashing"

_logger = logging.getLogger(__name__)

__all__ = [
    "DEFAULT_MODEL",
    "HASHING",
    "Encoder",
    "HashingEncoder",
    "TokenVectors",
    "load_encoder",
]


def load_encoder(
    name: str | None = None, *, note: Callable[[str], None] = _logger.info, lazy: bool = False
) -> Encoder:
    """The encoder called `name`; nothing is ever downloaded.

    name: None or "all-MiniLM-L6-v2" for the model installed with relatab, "hashing" for
    the deterministic encoder of tests, an adapter that comes with relatab, a folder in the
    layout of sentence-transformers or with an adapter, or the name of a model that the
    Hugging Face cache of this machine holds.
    note: told, in one line, when a model is being prepared for its first use.
    lazy: read the model when it first encodes, which may never be.

    Raises EncoderError where the model is missing, damaged or of an unsupported kind.
    """
    if name == HASHING:
        return HashingEncoder()
    from relatab.embedding.exported import exported_encoder
    from relatab.embedding.models import find_model

    return exported_encoder(find_model(name or DEFAULT_MODEL), note=note, lazy=lazy)
