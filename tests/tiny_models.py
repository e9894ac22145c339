"""Models with random weights that are made in a second: real layouts, tiny sizes."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

_CHARACTERS = string.ascii_lowercase + string.digits
WORDS = (
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
    *("which", "well", "used", "mud", "weight", "casing", "depth", "tail", "slurry"),
    *("query", "passage", ":", "|", "?", ".", "/"),
    *_CHARACTERS,
    *(f"##{character}" for character in _CHARACTERS),
)
DIMENSION = 16


SIZES: dict[str, Any] = {
    "vocab_size": len(WORDS),
    "hidden_size": DIMENSION,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 24,
    "max_position_embeddings": 40,
    # Far larger than in training, so that every layer matters to the result.
    "initializer_range": 0.5,
}


def save_tokenizer(folder: Path) -> None:
    from transformers import BertTokenizerFast

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    BertTokenizerFast(vocab=str(folder / "vocab.txt"), model_max_length=32).save_pretrained(folder)


def raw_bert(folder: Path, *, seed: int = 0) -> Path:
    """A Hugging Face folder of a BERT without anything of sentence-transformers."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(seed)
    BertModel(BertConfig(**SIZES)).eval().save_pretrained(folder)
    save_tokenizer(folder)
    return folder


def sentence_model(
    folder: Path,
    *,
    seed: int = 0,
    pooling: str = "mean",
    prompts: dict[str, str] | None = None,
    default_prompt: str | None = None,
) -> Path:
    """A folder as sentence-transformers writes it; prompts replace those it writes."""
    from sentence_transformers import SentenceTransformer

    parts = _parts(folder.parent / f"{folder.name}-bert", seed, pooling)
    SentenceTransformer(modules=parts, device="cpu").save(str(folder))
    if prompts is not None:
        path = folder / "config_sentence_transformers.json"
        changes = {"prompts": prompts, "default_prompt_name": default_prompt}
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    return folder


def two_tower_model(folder: Path) -> Path:
    """A folder as sentence-transformers writes it, with another transformer for questions."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules import Router

    sides = [_parts(folder.parent / f"{folder.name}-{seed}", seed, "mean") for seed in (1, 2)]
    router = Router.for_query_document(*sides)
    SentenceTransformer(modules=[router], device="cpu").save(str(folder))
    return folder


def _parts(bert: Path, seed: int, pooling: str) -> list[Any]:
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    transformer = Transformer(str(raw_bert(bert, seed=seed)), max_seq_length=24)
    return [transformer, Pooling(DIMENSION, pooling_mode=pooling)]


def dpr_pair(question: Path, context: Path) -> str:
    """Two folders as DPR has them; the name of the pair."""
    import torch
    from transformers import DPRConfig, DPRContextEncoder, DPRQuestionEncoder

    config = DPRConfig(**SIZES, projection_dim=0)
    for seed, (kind, folder) in enumerate(
        ((DPRQuestionEncoder, question), (DPRContextEncoder, context))
    ):
        torch.manual_seed(seed)
        kind(config).eval().save_pretrained(folder)
        save_tokenizer(folder)
    return f"{question},{context}"
