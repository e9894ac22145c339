"""The encoder as sentence-transformers runs it: the reference, and the one to train."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from relatab.embedding.base import Vectors
from relatab.embedding.models import Model
from relatab.errors import EncoderError


class SentenceTransformerEncoder:
    """Encodes with torch: slow to start, but `module` can be trained and saved.

    Its vectors agree with the exported encoder's to rounding, not to the bit, hence the
    other fingerprint: an index is made and searched with one of the two.
    """

    def __init__(self, model: Model) -> None:
        self.module = load_module(model)
        self._fingerprint = (
            f"torch-fp32 model={model.model_hash[:16]} tokenizer={model.tokenizer_hash[:16]} "
            f"max_length={self.module.max_seq_length}"
        )

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self.module.get_embedding_dimension())

    @property
    def fingerprint(self) -> str:
        """Precision, hashes of model and tokenizer, maximum length in tokens."""
        return self._fingerprint

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (len(texts), dimension)."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        vectors: Vectors = self.module.encode(
            list(texts), normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )
        return vectors


def load_module(model: Model) -> Any:
    """The `sentence_transformers.SentenceTransformer` of a model, in evaluation mode, on the CPU.

    Never looks at the network. EncoderError where the folder is damaged.
    """
    from sentence_transformers import SentenceTransformer

    try:
        # Plain attention: the fused one exports to a larger and slower graph.
        module = SentenceTransformer(
            str(model.folder),
            device="cpu",
            local_files_only=True,
            model_kwargs={"attn_implementation": "eager", "dtype": "float32"},
        )
    except Exception as error:  # (what the library raises on a damaged file is undocumented)
        raise EncoderError(
            f"{model.folder}: cannot be loaded ({error}); copy or train the model again"
        ) from error
    return module.eval()
