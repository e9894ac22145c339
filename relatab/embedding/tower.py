"""One exported transformer with its tokenizer, run by ONNX Runtime.

Reproducible to the bit on one machine: a text is padded to the next multiple of
`LENGTH_STEP` tokens and shares a batch only with texts of the same padded length, so
its vector depends neither on its neighbours, nor on the size of the batch, nor on the
number of threads. (Measured with ONNX Runtime 1.32 on AVX-512; a graph that pools with
a sum instead of a matrix product differs by up to 1e-7 for a batch of one text.)
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from relatab.embedding.base import TokenVectors, Vectors
from relatab.embedding.tokens import token_vectors
from relatab.errors import EncoderError

GRAPH = "model.onnx"
TOKENIZER = "tokenizer.json"
INPUTS = ("input_ids", "attention_mask")
VECTORS = "vectors"
STATES = "states"  # last hidden states; ONNX Runtime copies an output only where it is asked for

LENGTH_STEP = 4  # most values of tables are a few tokens long: finer than the usual 8 or 64
BATCH_TOKENS = 512  # larger batches are no faster and take more memory


class Tower:
    """Encodes texts, each with a prompt put before it; loaded when first used.

    folder: holds graph and tokenizer; max_length: tokens with prompt and marks, those
    beyond are cut off; threads: None for one per core that this process may use. Threads
    sleep while idle instead of spinning, so that a waiting process costs nothing.
    """

    def __init__(
        self,
        folder: Path,
        *,
        dimension: int,
        max_length: int,
        padding_id: int,
        threads: int | None = None,
    ) -> None:
        self._folder = folder
        self._dimension = dimension
        self._max_length = max_length
        self._padding_id = padding_id
        self._threads = threads or _usable_cores()

    def load(self) -> None:
        """Make ready to encode; EncoderError where the folder is damaged."""
        _ = self._runtime

    def vectors(self, texts: Sequence[str], prompt: str) -> Vectors:
        """Unit vectors of shape (len(texts), dimension)."""
        vectors = np.empty((len(texts), self._dimension), dtype=np.float32)
        for members, _, outputs in self._runs(texts, prompt, [VECTORS]):
            vectors[members] = outputs[0]
        return vectors

    def tokens(self, texts: Sequence[str], prompt: str) -> list[TokenVectors]:
        """The tokens of every text, without those of the prompt."""
        found: dict[int, TokenVectors] = {}
        for members, encodings, (states,) in self._runs(texts, prompt, [STATES]):
            for member, encoding, row in zip(members, encodings, states, strict=True):
                found[member] = _tokens(row, encoding, prompt)
        return [found[position] for position in range(len(texts))]

    def vector_and_tokens(self, text: str, prompt: str) -> tuple[Vectors, TokenVectors]:
        """Both of one text, from one run."""
        ((_, encodings, outputs),) = self._runs([text], prompt, [VECTORS, STATES])
        vectors, states = outputs
        return vectors[0], _tokens(states[0], encodings[0], prompt)

    def _runs(
        self, texts: Sequence[str], prompt: str, outputs: list[str]
    ) -> Iterator[tuple[list[int], list[Any], list[Vectors]]]:
        """Run the model batch by batch: yields positions of texts, encodings and outputs."""
        tokenizer, session = self._runtime
        encodings = [tokenizer.encode(_valid_unicode(prompt + text)) for text in texts]
        for length, members in batches([len(encoding.ids) for encoding in encodings]):
            batch = [encodings[member] for member in members]
            inputs = _padded([encoding.ids for encoding in batch], length, self._padding_id)
            yield members, batch, session.run(outputs, inputs)

    @cached_property
    def _runtime(self) -> tuple[Any, Any]:
        """Tokenizer and session."""
        try:
            return (
                _load_tokenizer(self._folder / TOKENIZER, self._max_length),
                _load_session(self._folder / GRAPH, self._threads),
            )
        except Exception as error:  # (both libraries raise errors of their own kinds)
            raise EncoderError(
                f"{self._folder}: the prepared model is damaged ({error}); delete this folder"
            ) from error


def _tokens(states: Vectors, encoding: Any, prompt: str) -> TokenVectors:
    return token_vectors(
        states, encoding.offsets, encoding.special_tokens_mask, prompt_length=len(prompt)
    )


def batches(
    lengths: Sequence[int], *, step: int = LENGTH_STEP, tokens: int = BATCH_TOKENS
) -> Iterator[tuple[int, list[int]]]:
    """Group texts by padded length: yields (padded length, positions), shortest first.

    lengths: tokens per text, each >= 1. The padded length is the next multiple of `step`;
    a batch holds at most `tokens` tokens, but always at least one text.
    """
    groups: dict[int, list[int]] = {}
    for position, length in enumerate(lengths):
        groups.setdefault(-(-length // step) * step, []).append(position)
    for padded, members in sorted(groups.items()):
        size = max(1, tokens // padded)
        for start in range(0, len(members), size):
            yield padded, members[start : start + size]


def _padded(
    token_ids: list[list[int]], length: int, padding_id: int
) -> dict[str, np.ndarray[Any, Any]]:
    """Token ids and attention mask, both int64 of shape (len(token_ids), length)."""
    ids = np.full((len(token_ids), length), padding_id, dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(token_ids):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return dict(zip(INPUTS, (ids, mask), strict=True))


def _valid_unicode(text: str) -> str:
    """The text with lone surrogates (from broken file names) as "?": UTF-8 cannot hold them."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _load_tokenizer(path: Path, max_length: int) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    # The file may prescribe both (this model's: 128 tokens, always padded).
    tokenizer.enable_truncation(max_length)
    tokenizer.no_padding()
    return tokenizer


def _load_session(path: Path, threads: int) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = False  # patterns are kept per input shape, and there are many
    # The graph was optimised when it was exported.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
