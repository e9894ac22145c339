"""What an exported model says of itself: `manifest.json` in its folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from relatab.errors import EncoderError

_NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class Side:
    """How texts of one kind, passages or questions, are encoded.

    folder: of graph and tokenizer, relative to the manifest's, "." for the same; prompt:
    stands before every text; max_length: in tokens, with prompt and marks; padding_id: the
    token that fills a batch up.
    """

    folder: str
    prompt: str
    max_length: int
    padding_id: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """An exported model; origin names what it was made from, so that a stale one is told."""

    origin: str
    dimension: int
    passages: Side
    questions: Side


def write_manifest(folder: Path, manifest: Manifest, files: Iterable[str]) -> None:
    """Write the manifest of an export, with the sizes of its files, relative to `folder`."""
    sizes = {name: (folder / name).stat().st_size for name in sorted(files)}
    text = json.dumps({**asdict(manifest), "sizes": sizes}, indent=1)
    (folder / _NAME).write_text(text, encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest in `folder`; EncoderError where it, or a file it names, is damaged."""
    try:
        content = json.loads((folder / _NAME).read_text(encoding="utf-8"))
        for name, size in content["sizes"].items():
            if (found := (folder / name).stat().st_size) != size:
                raise EncoderError(
                    f"{folder / name}: {found} bytes instead of {size}; delete the folder"
                )
        return Manifest(
            origin=str(content["origin"]),
            dimension=int(content["dimension"]),
            passages=Side(**content["passages"]),
            questions=Side(**content["questions"]),
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise EncoderError(
            f"{folder}: the prepared model is damaged ({error}); delete this folder"
        ) from error
