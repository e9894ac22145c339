"""Exports a sentence-transformers model for ONNX Runtime; the only use of torch to encode.

Runs as a program (`python -m relatab.embedding.export MODEL FOLDER WEIGHTS_HASH`), and
imports torch inside its functions. Transformer, pooling and normalisation become one
graph with free batch and sequence axes, which also hands out the last hidden states.
"""

from __future__ import annotations

import logging
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from relatab.embedding.base import Encoder
from relatab.embedding.exported import origin
from relatab.embedding.manifest import Manifest, Side, write_manifest
from relatab.embedding.models import Model, find_model
from relatab.embedding.runtime import OnnxEncoder
from relatab.embedding.sentence_transformer import Modules, SentenceTransformerEncoder
from relatab.embedding.tower import GRAPH, INPUTS, STATES, TOKENIZER, VECTORS
from relatab.errors import EncoderError

MIN_COSINE = 0.9999
"""Agreement with sentence-transformers below which an export is rejected.

Both compute in single precision: a sound export agrees to 1e-6, and a slip in pooling,
length or tokenisation costs far more than 1e-4.
"""

_POOLINGS = ("mean", "cls")
_SAME, _QUESTIONS = ".", "questions"  # folders of the transformers, in that of the export
_UNOPTIMISED = "unoptimised.onnx"
_CHECK_TEXTS = (
    "",
    "9 5/8 in",
    "Cement slurry density and thickening time for the 13 3/8 in. casing, well 34/10-A-12 H",
    "Плотность цементного раствора 1,90 г/см³",
    "完井报告 固井质量评价表",
    "Interval (m MD) | Lithology | ROP (m/h) | Gas (%) " * 40,  # longer than any maximum length
)


def export_model(model: Model, folder: Path) -> None:
    """Write graph, tokenizer and manifest of the model into the empty `folder`.

    EncoderError where the model is damaged or of an unsupported kind, or where the
    exported graph disagrees with sentence-transformers.
    """
    reference = SentenceTransformerEncoder(model)
    passages, questions = reference.passages, reference.questions
    question_folder = _SAME if questions == passages else _QUESTIONS
    towers = {_SAME: passages, question_folder: questions}
    for name, modules in towers.items():
        _write_tower(modules, folder / name)
    manifest = Manifest(
        origin=origin(model),
        dimension=reference.dimension,
        passages=_side(passages, _SAME, reference.passage_prompt),
        questions=_side(questions, question_folder, reference.question_prompt),
    )
    files = [(Path(name) / file).as_posix() for name in towers for file in (GRAPH, TOKENIZER)]
    write_manifest(folder, manifest, files)
    _check_agreement(reference, OnnxEncoder(folder, label="export"))


def _side(modules: Modules, folder: str, prompt: str) -> Side:
    tokenizer = modules[0].tokenizer
    return Side(
        folder=folder,
        prompt=prompt,
        max_length=modules[0].max_seq_length or tokenizer.model_max_length,
        padding_id=tokenizer.pad_token_id or 0,
    )


def _write_tower(modules: Modules, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    _write_graph(modules, folder)
    modules[0].tokenizer.backend_tokenizer.save(str(folder / TOKENIZER))


def _pooling(modules: Modules) -> str:
    """How token vectors become one; EncoderError for a model that does more than that."""
    kinds = [type(part).__name__ for part in modules]
    if kinds[:2] != ["Transformer", "Pooling"] or set(kinds[2:]) - {"Normalize"}:
        raise EncoderError(f"modules {kinds} are not supported, only Transformer and Pooling")
    mode = modules[1].pooling_mode
    if mode not in _POOLINGS:
        raise EncoderError(f"pooling {mode!r} is not supported, only {_POOLINGS}")
    if not modules[1].include_prompt:
        raise EncoderError("pooling without the prompt is not supported")
    return str(mode)


def _write_graph(modules: Modules, folder: Path) -> None:
    import torch

    class SentenceVectors(torch.nn.Module):  # type: ignore[misc]  # torch is not type-checked
        """Transformer, pooling and normalisation to unit length; and the last hidden states."""

        def __init__(self, transformer: Any, pooling: str) -> None:
            super().__init__()
            self.transformer = transformer
            self.pooling = pooling

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            states = self.transformer(
                input_ids=input_ids, attention_mask=attention_mask
            ).last_hidden_state
            if self.pooling == "cls":
                pooled = states[:, 0]
            else:
                # A product, not a sum: ONNX Runtime's sums depend on the size of the batch.
                mask = attention_mask.to(states.dtype).unsqueeze(1)
                pooled = torch.matmul(mask, states).squeeze(1) / mask.sum(2)
            return torch.nn.functional.normalize(pooled, dim=1), states

    axes = {0: torch.export.Dim("batch"), 1: torch.export.Dim("tokens")}
    ids, mask = torch.ones((2, 2, 16), dtype=torch.int64)
    mask[0, 12:] = 0  # an example with padding, lest the export takes the mask to be constant
    unoptimised = folder / _UNOPTIMISED
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter's remarks on its own internals
        torch.onnx.export(
            SentenceVectors(modules[0].auto_model, _pooling(modules)).eval(),
            (ids, mask),
            str(unoptimised),
            input_names=list(INPUTS),
            output_names=[VECTORS, STATES],
            dynamic_shapes=(axes, axes),
            dynamo=True,
            external_data=False,
            verbose=False,
        )
    _optimise(unoptimised, folder / GRAPH)
    unoptimised.unlink()


def _optimise(graph: Path, optimised: Path) -> None:
    """Fuse operators once, so that no later start has to; independent of the processor."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(optimised)
    onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def _check_agreement(reference: Encoder, encoder: Encoder) -> None:
    """EncoderError unless vectors of passages and questions and all tokens agree."""
    pairs = [
        (reference.encode(_CHECK_TEXTS), encoder.encode(_CHECK_TEXTS)),
        (reference.encode_questions(_CHECK_TEXTS), encoder.encode_questions(_CHECK_TEXTS)),
    ]
    expected, found = (each.encode_tokens(_CHECK_TEXTS) for each in (reference, encoder))
    if [text.spans for text in expected] != [text.spans for text in found]:
        raise EncoderError("the exported tokenizer disagrees with transformers")
    pairs += [(one.vectors, other.vectors) for one, other in zip(expected, found, strict=True)]
    cosines = np.concatenate([np.einsum("ij,ij->i", one, other) for one, other in pairs])
    if not cosines.min() >= MIN_COSINE:  # also when it is not a number
        raise EncoderError(
            f"the exported graph disagrees with sentence-transformers (cosine {cosines.min():.6f})"
        )


def main(arguments: list[str]) -> int:
    """Export; the reason of a failure goes to standard output, in one line."""
    model_folder, folder, weights_hash = arguments
    logging.disable(logging.WARNING)
    try:
        model = find_model(model_folder, trust_pinned=False)
        if model.weights_hash != weights_hash:
            raise EncoderError(f"{model.folder}: other weights than expected; install them again")
        export_model(model, Path(folder))
    except EncoderError as error:
        sys.stdout.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
