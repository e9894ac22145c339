"""The transformer of a model while it is trained: texts in, vectors with gradients out."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from relatab.errors import EncoderError
from relatab.training.material import parts_of
from relatab.training.recipe import Recipe

if TYPE_CHECKING:
    from pathlib import Path

    from relatab.embedding.sentence_transformer import Modules, SentenceTransformerEncoder

Tensor = Any  # torch is not type-checked

TOKENS = 1536
"""In texts that run together, padding included: enough to be fast."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """Texts as tensors of unit length: whole (n, dim), and in details (n, k, dim).

    The details of a question are its tokens, without marks, those of a table its parts, each
    encoded by itself; mask: bool (n, k), true where there is one.
    """

    vectors: Tensor
    details: Tensor
    mask: Tensor


@dataclass(frozen=True, slots=True)
class _Group:
    """Texts that ran together: their numbers, vectors (n, dim), and states of tokens (n, k, dim).

    own: bool (n, k), true for the tokens of the text itself, without marks.
    """

    numbers: list[int]
    vectors: Tensor
    states: Tensor
    own: Tensor


class Network:
    """A model's transformers, with an adapter of low rank beside them where that is wanted.

    Dropout stays off: it would cost a tenth of the time, and a training without it can be
    taken up again at any step and gives the same weights.
    """

    def __init__(self, encoder: SentenceTransformerEncoder, recipe: Recipe) -> None:
        self._encoder = encoder
        self._recipe = recipe
        self._adapter: Any = None
        self.transformers = _transformers(encoder)
        if recipe.kind == "lora":
            self._adapter = _adapted(self.transformers, recipe)
        else:
            for transformer in self.transformers:
                transformer.requires_grad_(True)
                transformer.get_input_embeddings().requires_grad_(recipe.train_embeddings)

    def trained(self) -> dict[str, Tensor]:
        """The weights that change, by name."""
        return {
            f"{number}.{name}": weight
            for number, transformer in enumerate(self.transformers)
            for name, weight in transformer.named_parameters()
            if weight.requires_grad
        }

    def set_trained(self, weights: dict[str, Tensor]) -> None:
        """Put weights in place of those that change; EncoderError where they do not fit."""
        import torch

        own = self.trained()
        if {name: each.shape for name, each in own.items()} != {
            name: each.shape for name, each in weights.items()
        }:
            raise EncoderError("the saved state of training belongs to another model or recipe")
        with torch.no_grad():
            for name, weight in own.items():
                weight.copy_(weights[name])

    def tables(self, texts: Sequence[str]) -> Encoded:
        """Serialised tables; where the recipe compares no parts, each is its own only part."""
        compared = self._recipe.late_interaction_weight > 0
        parts = [parts_of(text) if compared else (text,) for text in texts]
        distinct = dict.fromkeys((*texts, *chain.from_iterable(parts)))
        place = {text: number for number, text in enumerate(distinct)}
        groups = self._run(self._encoder.passages, self._encoder.passage_prompt, list(distinct))
        vectors = _in_order(groups, [group.vectors for group in groups])
        rows = _padded([[place[part] for part in each] for each in parts], -1)
        return Encoded(vectors[[place[text] for text in texts]], vectors[rows], rows >= 0)

    def questions(self, texts: Sequence[str]) -> Encoded:
        """Questions, with the model's prompt for them if it has one."""
        from torch.nn.functional import normalize, pad

        groups = self._run(self._encoder.questions, self._encoder.question_prompt, texts)
        width = max(group.own.shape[1] for group in groups)
        rests = [width - group.own.shape[1] for group in groups]
        tokens = [
            pad(normalize(group.states, dim=2), (0, 0, 0, rest))
            for group, rest in zip(groups, rests, strict=True)
        ]
        masks = [pad(group.own, (0, rest)) for group, rest in zip(groups, rests, strict=True)]
        vectors = [group.vectors for group in groups]
        return Encoded(*(_in_order(groups, each) for each in (vectors, tokens, masks)))

    def save(self, folder: Path, base: str) -> None:
        """Write the model into the empty `folder`: whole, or the adapter with its base's name."""
        if self._adapter is None:
            self._encoder.module.save(str(folder), create_model_card=False)
        else:
            _save_adapter(self._adapter, folder, base)

    def _run(self, modules: Modules, prompt: str, texts: Sequence[str]) -> list[_Group]:
        """Run texts through, in groups of like length: padding would cost as much as words."""
        tokens = modules[0].tokenizer(
            [prompt + text for text in texts],
            truncation=True,
            max_length=min(self._recipe.max_length, modules[0].max_seq_length or 512),
            return_special_tokens_mask=True,
        )
        ids, marks = tokens["input_ids"], tokens["special_tokens_mask"]
        return [
            self._run_group(
                modules, numbers, [ids[n] for n in numbers], [marks[n] for n in numbers]
            )
            for numbers in like_lengths([len(each) for each in ids])
        ]

    def _run_group(
        self, modules: Modules, numbers: list[int], ids: list[list[int]], marks: list[list[int]]
    ) -> _Group:
        import torch
        from torch.nn.functional import normalize

        lengths = torch.tensor([len(each) for each in ids])
        shown = torch.arange(int(lengths.max())) < lengths.unsqueeze(1)
        inputs = _padded(ids, modules[0].tokenizer.pad_token_id or 0)
        own = shown & (_padded(marks, 1) == 0)
        mixed = self._recipe.precision == "bfloat16"
        with torch.autocast("cpu", torch.bfloat16, enabled=mixed):
            states = modules[0].auto_model(input_ids=inputs, attention_mask=shown.long())
        states = states.last_hidden_state.float()
        return _Group(
            numbers,
            normalize(_pooled(states, shown, modules), dim=1),
            states,
            # A text without a word of its own keeps its marks: a mean over nothing has no value.
            torch.where(own.any(1, keepdim=True), own, shown),
        )


def like_lengths(lengths: Sequence[int]) -> list[list[int]]:
    """Numbers of texts, shortest first, in groups that hold at most `TOKENS` with padding.

    A text longer than that is a group of its own.
    """
    groups: list[list[int]] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if not groups or (len(groups[-1]) + 1) * lengths[number] > TOKENS:
            groups.append([])
        groups[-1].append(number)
    return groups


def _in_order(groups: Sequence[_Group], tensors: Sequence[Tensor]) -> Tensor:
    """One tensor of each group, put together in the order of the texts."""
    import torch

    numbers = torch.tensor([number for group in groups for number in group.numbers])
    return torch.cat(list(tensors))[numbers.argsort()]


def _pooled(states: Tensor, shown: Tensor, modules: Modules) -> Tensor:
    if modules[1].pooling_mode == "cls":
        return states[:, 0]
    mask = shown.to(states.dtype).unsqueeze(2)
    return (states * mask).sum(1) / mask.sum(1)


def _padded(rows: list[list[int]], filler: int) -> Tensor:
    import torch

    width = max(map(len, rows))
    return torch.tensor([row + [filler] * (width - len(row)) for row in rows])


def _transformers(encoder: SentenceTransformerEncoder) -> list[Any]:
    """The transformers of questions and passages, mostly one; EncoderError if not trainable."""
    for modules in (encoder.passages, encoder.questions):
        kinds = [type(part).__name__ for part in modules]
        mode = getattr(modules[1], "pooling_mode", None) if len(modules) > 1 else None
        if kinds[:2] != ["Transformer", "Pooling"] or mode not in ("mean", "cls"):
            raise EncoderError(
                f"modules {kinds} with pooling {mode!r} cannot be trained, only a Transformer "
                "with mean or cls Pooling"
            )
    found = [encoder.passages[0].auto_model, encoder.questions[0].auto_model]
    return found[:1] if found[0] is found[1] else found


def _adapted(transformers: list[Any], recipe: Recipe) -> Any:
    """Put an adapter beside every linear layer of the one transformer; peft's model of it."""
    import torch

    try:
        from peft import LoraConfig, get_peft_model
    except ImportError as error:
        raise EncoderError(
            "training an adapter needs peft: pip install 'relatab[train]'"
        ) from error

    if len(transformers) > 1:
        raise EncoderError("a model with a tower per side is trained in full: add --full")
    (transformer,) = transformers
    layers = [
        name
        for name, module in transformer.named_modules()
        if isinstance(module, torch.nn.Linear) and "pooler" not in name
    ]
    torch.manual_seed(recipe.seed)  # of the matrices' first values
    configuration = LoraConfig(r=recipe.rank, lora_alpha=2 * recipe.rank, target_modules=layers)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the two libraries on each other
        return get_peft_model(transformer, configuration)


def _save_adapter(adapter: Any, folder: Path, base: str) -> None:
    """Half precision halves the file; what it rounds away is far below what training moves."""
    from peft import get_peft_model_state_dict
    from safetensors.torch import save_file

    from relatab.embedding.lora import ADAPTER_WEIGHTS

    configuration = adapter.peft_config["default"]
    configuration.base_model_name_or_path = base
    configuration.inference_mode = True
    configuration.save_pretrained(str(folder))
    # Left to itself, peft looks the base up in the network, to see whether its words changed.
    state = get_peft_model_state_dict(adapter, save_embedding_layers=False)
    weights = {name: weight.half().contiguous() for name, weight in state.items()}
    save_file(weights, str(folder / ADAPTER_WEIGHTS), metadata={"format": "pt"})
