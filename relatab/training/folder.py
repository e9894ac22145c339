"""The folder that a training leaves: weights, export, model card, record of the training."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from relatab.embedding.cache import build_once
from relatab.embedding.exported import add_export
from relatab.errors import EncoderError
from relatab.training.recipe import Recipe
from relatab.training.trainer import Trained

RECORD = "training.json"
CARD = "README.md"


@dataclass(frozen=True, slots=True)
class Origin:
    """What a model was trained on: its base by name, data sets in words, licence of the data."""

    base: str
    data: tuple[str, ...]
    licence: str | None = None


def check_free(folder: Path) -> None:
    """EncoderError where the folder exists: no model is ever overwritten."""
    if folder.exists():
        raise EncoderError(f"{folder}: exists already; name another folder, or remove it")


def save_model(
    folder: Path, trained: Trained, recipe: Recipe, origin: Origin, *, with_export: bool = True
) -> None:
    """Write the folder of a trained model, as `write_model` does."""
    record = training_record(trained, recipe, origin)
    write_model(
        folder,
        lambda place: trained.network.save(place, origin.base),
        record,
        model_card(record),
        with_export=with_export,
    )


def write_model(
    folder: Path,
    save: Callable[[Path], None],
    record: Mapping[str, Any],
    card: str,
    *,
    with_export: bool = True,
) -> None:
    """Write a model folder, which appears whole or not at all.

    save: puts the weights into the empty folder that it is given. with_export: add the exported
    graph, so that the folder can be used without torch. EncoderError where the folder exists.
    """
    check_free(folder)

    def build(place: Path) -> None:
        save(place)
        (place / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        (place / CARD).write_text(card, encoding="utf-8")
        if with_export:
            add_export(place)

    build_once(folder, build)


def training_record(trained: Trained, recipe: Recipe, origin: Origin) -> dict[str, Any]:
    """All that is needed to tell, and to repeat, how a model came about."""
    history = trained.history
    return {
        "base": origin.base,
        "data": list(origin.data),
        "licence": origin.licence,
        "questions": trained.questions,
        "held_out_questions": trained.held_out_questions,
        "held_out_sources": list(trained.held_out_sources),
        "recipe": asdict(recipe),
        "steps": trained.steps,
        "best_step": trained.best_step,
        "held_out": [{"step": step} | measures for step, measures in history.looks],
    }


def read_record(folder: Path) -> dict[str, Any] | None:
    """How a model was trained, as its folder tells; None for one that relatab did not train.

    EncoderError for a damaged record.
    """
    path = folder / RECORD
    if not path.is_file():
        return None
    try:
        record = json.loads(path.read_text("utf-8"))
        texts = (*record.get("data", ()), *record.get("held_out_sources", ()))
        if all(isinstance(each, str) for each in (*texts, record.get("base", ""))):
            return dict(record)
        raise ValueError('"base", "data" or "held_out_sources" is no text')
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise EncoderError(
            f"{path}: cannot be read ({error}); train again, or remove it"
        ) from error


def held_out_sources(folder: Path) -> frozenset[str] | None:
    """What the training of a model held out; None where its folder does not tell."""
    found = (read_record(folder) or {}).get("held_out_sources")
    return None if found is None else frozenset(found)


def model_card(record: dict[str, Any]) -> str:
    """The record for people, in Markdown."""
    recipe = record["recipe"]
    kind = "An adapter of low rank (LoRA) for" if recipe["kind"] == "lora" else "Fine-tuned from"
    lines = [
        *card_head(f"{kind} {record['base']}, trained by `relatab train`", record),
        f"- {record['questions']} questions to train on",
        f"- {record['held_out_questions']} held out, by whole databases or documents",
        "",
        "## Recipe",
        "",
        f"{record['steps']} steps, the state after step {record['best_step']} is kept.",
        "",
        "| choice | value |",
        "| --- | --- |",
        *(f"| {name} | {value} |" for name, value in recipe.items()),
        "",
    ]
    return "\n".join(lines + _figures(record["held_out"]))


def card_head(what: str, record: Mapping[str, Any]) -> list[str]:
    """The lines with which every card begins; more on the data may follow them.

    what: the model is, from which base and by which command, without a full stop.
    """
    return [
        "# A text encoder for finding tables",
        "",
        f"{what},",
        "so that a question lies near the tables that answer it. For `relatab index --model FOLDER`",
        "and `relatab search`; for other tasks it is untested.",
        "",
        "## Data",
        "",
        *(f"- {each}" for each in record["data"]),
        f"- Licence of the data: {record['licence'] or 'not stated'}",
    ]


def _figures(looks: Sequence[dict[str, Any]]) -> list[str]:
    if not looks:
        return []
    names = [name for name in looks[0] if name != "step"]
    return [
        "## Held-out part, percent",
        "",
        f"| step | {' | '.join(names)} |",
        f"| --- |{' --- |' * len(names)}",
        *(
            f"| {look['step']} | {' | '.join(f'{100 * look[name]:.1f}' for name in names)} |"
            for look in looks
        ),
        "",
    ]
