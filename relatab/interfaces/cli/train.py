"""`relatab train`: an encoder trained on questions and the tables that answer them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from relatab.interfaces.cli.console import progress_bar, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from relatab.training.folder import Origin
    from relatab.training.material import Material
    from relatab.training.recipe import Recipe
    from relatab.training.trainer import Progress, Trained


@click.command("train", short_help="Train the encoder on questions and their tables.")
@click.argument("data", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The model folder to make, for `relatab index --model FOLDER`.",
)
@click.option(
    "--dataset",
    "datasets",
    multiple=True,
    metavar="NAME",
    help="Only records of this data set; may be given several times.",
)
@click.option("--split", metavar="NAME", help="Only records of this split, such as train.")
@click.option(
    "--feedback",
    "feedback_of",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="INDEX",
    help="Learn from the feedback noted in this index folder; may be given several times.",
)
@click.option(
    "--preset",
    type=click.Choice(["default", "paper"]),
    default="default",
    show_default=True,
    help="The recipe to start from; the options below change it.",
)
@click.option(
    "--lora/--full",
    "adapter",
    default=None,
    help="Train a small adapter (the default), or all weights of the transformer.",
)
@click.option(
    "--model",
    default="all-MiniLM-L6-v2",
    show_default=True,
    metavar="NAME",
    help="The model to start from: a name or a model folder.",
)
@click.option("--epochs", type=int, metavar="N", help="Passes over the questions.")
@click.option("--batch", type=int, metavar="N", help="Questions per step.")
@click.option("--learning-rate", type=float, metavar="X", help="At its highest.")
@click.option("--rank", type=int, metavar="N", help="Rank of the adapter's matrices.")
@click.option("--held-out", type=float, metavar="SHARE", help="Share of questions to judge by.")
@click.option("--patience", type=int, metavar="N", help="Looks without gain before it stops.")
@click.option(
    "--precision",
    type=click.Choice(["float32", "bfloat16"]),
    help="bfloat16 is faster on processors that have it.",
)
@click.option("--seed", type=int, metavar="N", help="Of every random choice.")
@click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="CHOICE=VALUE",
    help="Change any other choice of the recipe, such as max_length or base_share.",
)
@click.option("--licence", metavar="NAME", help="Licence of the data, for the model card.")
@click.option("--resume", is_flag=True, help="Go on with an unfinished training.")
def command(
    data: Sequence[Path],
    out: Path,
    datasets: Sequence[str],
    split: str | None,
    feedback_of: Sequence[Path],
    preset: str,
    model: str,
    licence: str | None,
    assignments: Sequence[str],
    *,
    adapter: bool | None,
    resume: bool,
    **choices: Any,
) -> None:
    """Train an encoder so that questions lie near the tables that answer them.

    DATA are folders with tables.jsonl and queries.jsonl, files of judged query-table pairs,
    or files of questions with right and wrong tables, as `relatab feedback --export` writes
    them. An unfinished training leaves FOLDER.checkpoint, from which --resume goes on.
    """
    from relatab.training.folder import Origin, check_free
    from relatab.training.material import joined

    check_free(out)
    parts = [
        *(part for path in data for part in _read(path, datasets, split)),
        *map(_of_feedback, feedback_of),
    ]
    if not parts:
        raise click.UsageError("name data to train on, or --feedback INDEX")
    recipe = _recipe(preset, assignments, adapter=adapter, choices=choices)
    base = str(Path(model).resolve()) if Path(model).is_dir() else model
    origin = Origin(base, tuple(name for name, _ in parts), licence)
    material = joined(part for _, part in parts)
    trained = _train(material, recipe, origin, out, resume=resume)
    _report(trained, out)


def _read(path: Path, datasets: Sequence[str], split: str | None) -> Iterator[tuple[str, Material]]:
    """Each data set of a place with its name for the card."""
    from relatab.evaluation.sources import read_dataset
    from relatab.training.material import material_of
    from relatab.training.pairs import are_pairs, read_right_and_wrong

    if path.is_file() and are_pairs(path):
        yield path.name, read_right_and_wrong(path)
        return
    for name in datasets or (None,):
        dataset = read_dataset(path, name, split, note=say)
        yield dataset.label, material_of(dataset)


def _of_feedback(index_folder: Path) -> tuple[str, Material]:
    from relatab.index.store import open_reader
    from relatab.training.feedback import feedback_material

    with open_reader(index_folder) as reader:
        return f"feedback of {index_folder.name}", feedback_material(reader, index_folder, say)


def _recipe(
    preset: str, assignments: Sequence[str], *, adapter: bool | None, choices: dict[str, Any]
) -> Recipe:
    from relatab.settings import with_assignments
    from relatab.training.recipe import FULL, LORA, PAPER

    if preset == "paper":
        recipe = replace(PAPER, kind="lora") if adapter else PAPER
    else:
        recipe = FULL if adapter is False else LORA
    given = {name: value for name, value in choices.items() if value is not None}
    return with_assignments(replace(recipe, **given), assignments)


def _train(
    material: Material, recipe: Recipe, origin: Origin, out: Path, *, resume: bool
) -> Trained:
    """Train with a progress bar, write the folder, remove the checkpoint."""
    from relatab.embedding.models import find_model
    from relatab.embedding.sentence_transformer import SentenceTransformerEncoder
    from relatab.errors import EncoderError
    from relatab.training.folder import save_model
    from relatab.training.trainer import train

    checkpoint = out.with_name(f"{out.name}.checkpoint")
    if checkpoint.exists() and not resume:
        raise EncoderError(f"{checkpoint}: an unfinished training; add --resume, or delete it")
    out.parent.mkdir(parents=True, exist_ok=True)
    say(f"{len(material.examples)} questions over {len(material.tables)} tables")
    model = find_model(origin.base)
    if model.is_adapter and recipe.kind == "lora":
        raise EncoderError(f"{origin.base}: is an adapter already; train it in full, by --full")
    encoder = SentenceTransformerEncoder(model)
    with _watching() as watch:
        trained = train(material, encoder, recipe, checkpoint, resume=resume, watch=watch, note=say)
    say("writing the model and its export")
    save_model(out, trained, recipe, origin)
    checkpoint.unlink(missing_ok=True)
    return trained


@contextmanager
def _watching() -> Iterator[Callable[[Progress], None]]:
    """A progress bar with the loss and the best measure of the held-out part."""
    with progress_bar("steps") as bar:
        task = bar.add_task("Training", total=None, note="")

        def watch(progress: Progress) -> None:
            best = "" if progress.best is None else f", held out {100 * progress.best:.1f} %"
            note = f"loss {progress.loss:.3f}{best}"
            bar.update(task, completed=progress.step, total=progress.steps, note=note)

        yield watch


def _report(trained: Trained, out: Path) -> None:
    for step, measures in trained.history.looks:
        if step in (0, trained.best_step):
            shown = ", ".join(f"{name} {100 * value:.1f}" for name, value in measures.items())
            say(f"held out, {f'after step {step}' if step else 'before'}: {shown}")
    say(f"{out}: ready; use it with `relatab index --model {out}`")
