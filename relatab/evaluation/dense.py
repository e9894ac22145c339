"""Dense baselines that bring their own encoders, run by torch over serialised tables.

- Contriever (Izacard et al., TMLR 2022), and any bare transformer: the mean of the last
  hidden states over the tokens of a text, compared by dot product.
- DPR (Karpukhin et al., EMNLP 2020): an encoder for questions and one for passages, the
  state of the first token, compared by dot product.
- Any model of sentence-transformers: its own prompts, pooling and similarity.

They serve comparison alone: a product index takes unit vectors and runs without torch.
Nothing is ever downloaded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from relatab.core.fusion import min_max
from relatab.core.selection import choose
from relatab.core.vectors import ranking
from relatab.embedding.base import Vectors
from relatab.embedding.lora import is_adapter
from relatab.embedding.models import cached_folder, find_model, is_sentence_model
from relatab.embedding.sentence_transformer import SentenceTransformerEncoder
from relatab.errors import EncoderError
from relatab.evaluation.runs import DEPTH, Run
from relatab.settings import Settings, preset

if TYPE_CHECKING:
    from relatab.evaluation.datasets import Dataset, TableRecord

PAIR = ","
"""Between the two folders of a DPR model, that for questions first."""

_CONFIG = "config.json"  # in every folder that transformers writes
_BATCH = 32
_MAX_TOKENS = 512  # what both Contriever and DPR were made for

Encode = Callable[[Sequence[str]], Vectors]
Pool = Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class DenseModel:
    """How questions and tables become vectors, (n, dim), that are compared by dot product."""

    questions: Encode
    tables: Encode


def is_bare(name: str) -> bool:
    """Whether a model is one of transformers, or a pair of them: only `dense_run` can run it."""
    if _is_pair(name):
        return True
    folder = _bare_folder(name)
    return folder is not None and not (is_sentence_model(folder) or is_adapter(folder))


def load_dense(name: str) -> DenseModel:
    """The model called `name`, or lying in the folder or in the two folders that it names.

    EncoderError where one is missing, damaged or of another kind.
    """
    if _is_pair(name):
        question, _, context = name.partition(PAIR)
        return DenseModel(
            _transformer(question, "DPRQuestionEncoder", _pooler_output),
            _transformer(context, "DPRContextEncoder", _pooler_output),
        )
    if not is_bare(name):
        return _sentence_transformer(name)
    encode = _transformer(name, "AutoModel", _mean)
    return DenseModel(encode, encode)


def table_text(table: TableRecord, *, rows: int = 0) -> str:
    """A table as one text: title, column names and the cells of its first `rows` rows."""
    cells = [cell for row in table.rows[:rows] for cell in row]
    return " | ".join(part for part in (table.title, *table.columns, *cells) if part.strip())


def dense_run(
    dataset: Dataset,
    name: str,
    settings: Settings | None = None,
    *,
    rows: int = 0,
    watch: Callable[[], None] = lambda: None,
) -> Run:
    """Rank all tables of a data set for every question by the model called `name`.

    settings: choose the set as for the method "dense", which they are by default; rows: of
    a table that its text holds; watch: called after each question. Encoding is left out of
    the seconds. EncoderError as from `load_dense`.
    """
    settings = settings or preset("dense")
    model = load_dense(name)
    names = [table.id for table in dataset.tables]
    tables = model.tables([table_text(table, rows=rows) for table in dataset.tables])
    questions = model.questions([question.text for question in dataset.questions])
    ranked, sets, started = {}, {}, time.perf_counter()
    for question, vector in zip(dataset.questions, questions, strict=True):
        scores = (tables @ vector).astype(np.float64)
        ranked[question.id] = tuple(names[number] for number in ranking(scores)[:DEPTH])
        chosen = choose(
            min_max(scores),
            selection_threshold=settings.selection_threshold,
            max_tables=settings.max_selected,
        )
        sets[question.id] = tuple(names[number] for number in chosen)
        watch()
    return Run(ranked, sets, time.perf_counter() - started)


def _sentence_transformer(name: str) -> DenseModel:
    encoder = SentenceTransformerEncoder(find_model(name))
    module = encoder.module
    similarity = module.similarity_fn_name
    if similarity not in ("cosine", "dot"):
        raise EncoderError(f"{name}: similarity {similarity!r} is not supported, only cosine, dot")

    def encoded(encode: Callable[..., Vectors], prompt: str) -> Encode:
        return lambda texts: encode(
            list(texts),
            prompt=prompt,
            normalize_embeddings=similarity == "cosine",
            show_progress_bar=False,
        )

    return DenseModel(
        encoded(module.encode_query, encoder.question_prompt),
        encoded(module.encode_document, encoder.passage_prompt),
    )


def _transformer(name: str, kind: str, pool: Pool) -> Encode:
    """Encodes by a class of transformers; pool: (output, attention mask) to vectors."""
    import torch

    folder = _bare_folder(name)
    if folder is None:
        raise EncoderError(f"{name}: no model of transformers; name a folder that holds {_CONFIG}")
    network, tokenizer, max_length = _loaded(folder, kind)

    def encode(texts: Sequence[str]) -> Vectors:
        parts = []
        for start in range(0, len(texts), _BATCH):
            tokens = tokenizer(
                list(texts[start : start + _BATCH]),
                padding=True,
                truncation=True,
                max_length=max_length,
                return_tensors="pt",
            )
            with torch.no_grad():
                parts.append(pool(network(**tokens), tokens["attention_mask"]).numpy())
        return np.concatenate(parts).astype(np.float32)

    return encode


def _loaded(folder: Path, kind: str) -> tuple[Any, Any, int]:
    """Network in evaluation mode, tokenizer and the most tokens that it reads."""
    import transformers

    try:
        network, report = getattr(transformers, kind).from_pretrained(
            folder, local_files_only=True, output_loading_info=True, dtype="float32"
        )
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except Exception as error:  # (what the library raises on a damaged file is undocumented)
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise EncoderError(
            f"{folder}: cannot be loaded ({reason}); copy the model again"
        ) from error
    # The library fills what a file lacks with random numbers; none of ours takes the pooler.
    if missing := [name for name in sorted(report["missing_keys"]) if "pooler." not in name]:
        raise EncoderError(f"{folder}: is no {kind} ({missing[0]} is missing)")
    most = getattr(network.config, "max_position_embeddings", _MAX_TOKENS)
    return network.eval(), tokenizer, min(_MAX_TOKENS, most, tokenizer.model_max_length)


def _mean(output: Any, attention_mask: Any) -> Any:
    mask = attention_mask.unsqueeze(2).to(output.last_hidden_state.dtype)
    return (output.last_hidden_state * mask).sum(1) / mask.sum(1)


def _pooler_output(output: Any, _: Any) -> Any:
    return output.pooler_output


def _is_pair(name: str) -> bool:
    return PAIR in name and not Path(name).exists()


def _bare_folder(name: str) -> Path | None:
    """The folder of transformers, on the disk or in the Hugging Face cache."""
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder.resolve() if (folder / _CONFIG).is_file() else None
    return cached_folder(name, _CONFIG)
