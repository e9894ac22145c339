"""The encoder as sentence-transformers runs it: the reference, and the one to train."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from relatab.embedding.base import TokenVectors, Vectors
from relatab.embedding.lora import merge_adapter
from relatab.embedding.models import Model
from relatab.embedding.tokens import token_vectors
from relatab.errors import EncoderError

Modules = list[Any]
"""Modules of sentence-transformers, in the order in which a text runs through them."""

_QUESTIONS = ("query", "question")
_PASSAGES = ("document", "passage", "corpus")


class SentenceTransformerEncoder:
    """Encodes with torch: slow to start, but `module` can be trained and saved.

    Its vectors agree with the exported encoder's to rounding, not to the bit, hence the
    other fingerprint: an index is made and searched with one of the two.
    """

    def __init__(self, model: Model) -> None:
        self.module = load_module(model)
        self.passages, self.questions = _routes(self.module)
        self.passage_prompt = _prompt(self.module, _PASSAGES, others=_QUESTIONS)
        self.question_prompt = _prompt(self.module, _QUESTIONS, others=_PASSAGES)
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
        return self._vectors(self.module.encode_document, texts, self.passage_prompt)

    def encode_questions(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors of questions, with the model's prompt for questions if it has one."""
        return self._vectors(self.module.encode_query, texts, self.question_prompt)

    def encode_tokens(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The tokens of passages, without those of the model's prompt."""
        return [_tokens(self.passages, text, self.passage_prompt) for text in texts]

    def encode_question(self, text: str) -> tuple[Vectors, TokenVectors]:
        """The vector of a question, shape (dimension,), and its tokens; two runs, here."""
        tokens = _tokens(self.questions, text, self.question_prompt)
        return self.encode_questions([text])[0], tokens

    def _vectors(self, encode: Callable[..., Any], texts: Sequence[str], prompt: str) -> Vectors:
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        vectors: Vectors = encode(
            list(texts),
            prompt=prompt,
            normalize_embeddings=True,
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        return vectors


def _tokens(modules: Modules, text: str, prompt: str) -> TokenVectors:
    import torch

    transformer = modules[0]
    tokens = transformer.tokenizer(
        prompt + text,
        truncation=True,
        max_length=transformer.max_seq_length,
        return_tensors="pt",
        return_offsets_mapping=True,
        return_special_tokens_mask=True,
    )
    with torch.no_grad():
        states = transformer.auto_model(
            input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"]
        )
    return token_vectors(
        states.last_hidden_state[0].numpy(),
        [tuple(span) for span in tokens["offset_mapping"][0].tolist()],
        tokens["special_tokens_mask"][0].tolist(),
        prompt_length=len(prompt),
    )


def _routes(module: Any) -> tuple[Modules, Modules]:
    """The modules that passages and questions run through, mostly the same."""
    first, *others = module
    routes = getattr(first, "sub_modules", None)
    if routes is None:
        return [first, *others], [first, *others]
    if not {"document", "query"} <= set(routes):
        raise EncoderError(f"routes {list(routes)} are not supported, only query and document")
    return [*routes["document"], *others], [*routes["query"], *others]


def _prompt(module: Any, names: Sequence[str], *, others: Sequence[str]) -> str:
    """The words that a model wants before a text: its own prompt of one of the names.

    Else its default prompt, unless that is meant for the other kind of texts. (The library
    fills in empty prompts of its own, which hide those of models that say "passage".)
    """
    default = module.default_prompt_name
    if default and default not in others:
        names = [*names, default]
    return next((prompt for name in names if (prompt := module.prompts.get(name))), "")


def load_module(model: Model) -> Any:
    """The `sentence_transformers.SentenceTransformer` of a model, in evaluation mode, on the CPU.

    An adapter is merged into its base. Never looks at the network. EncoderError where a
    folder is damaged.
    """
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()  # loading takes a moment, and the bar would stay in every log
    try:
        # Plain attention: the fused one exports to a larger and slower graph.
        module = SentenceTransformer(
            str(model.base),
            device="cpu",
            local_files_only=True,
            model_kwargs={"attn_implementation": "eager", "dtype": "float32"},
        )
    except Exception as error:  # (what the library raises on a damaged file is undocumented)
        raise EncoderError(
            f"{model.base}: cannot be loaded ({error}); copy or train the model again"
        ) from error
    if model.is_adapter:
        passages, questions = _routes(module)
        if passages != questions:
            raise EncoderError(f"{model.folder}: adapters of two transformers are not supported")
        merge_adapter(passages[0].auto_model, model.folder)
    return module.eval()
