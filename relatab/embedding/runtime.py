"""Encoding on ONNX Runtime, from a folder that `export.export_model` wrote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from relatab.embedding.base import TokenVectors, Vectors
from relatab.embedding.manifest import read_manifest
from relatab.embedding.tower import Tower


class OnnxEncoder:
    """A sentence encoder in single precision.

    folder: holds the manifest and one transformer, or two where the model reads questions
    with another one than passages; a search then loads that of the questions alone.
    label: names the model in the fingerprint; threads: as in `Tower`. EncoderError where
    the folder is damaged, which what `load` reads shows only when it is loaded.
    """

    def __init__(self, folder: Path, label: str, *, threads: int | None = None) -> None:
        manifest = read_manifest(folder)
        self._dimension = manifest.dimension
        self._passage_prompt = manifest.passages.prompt
        self._question_prompt = manifest.questions.prompt
        sides = {side.folder: side for side in (manifest.passages, manifest.questions)}
        towers = {
            name: Tower(
                folder / name,
                dimension=manifest.dimension,
                max_length=side.max_length,
                padding_id=side.padding_id,
                threads=threads,
            )
            for name, side in sides.items()
        }
        self._passages = towers[manifest.passages.folder]
        self._questions = towers[manifest.questions.folder]
        self._fingerprint = f"onnx-fp32 {label} max_length={manifest.passages.max_length}"

    def load(self) -> None:
        """Make ready for questions now, instead of when the first one comes."""
        self._questions.load()

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    @property
    def fingerprint(self) -> str:
        """Precision, hashes of model and tokenizer, maximum length in tokens."""
        return self._fingerprint

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of shape (len(texts), dimension); tokens beyond the maximum are cut off."""
        return self._passages.vectors(texts, self._passage_prompt)

    def encode_questions(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, by the model's own prompt or transformer for them."""
        return self._questions.vectors(texts, self._question_prompt)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The tokens of passages, without those of the model's prompt."""
        return self._passages.tokens(texts, self._passage_prompt)

    def encode_question(self, text: str) -> tuple[Vectors, TokenVectors]:
        """The vector of a question, shape (dimension,), and its tokens, from one run."""
        return self._questions.vector_and_tokens(text, self._question_prompt)
