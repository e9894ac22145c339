"""What an evaluation found, as JSON: with all that is needed to know what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from relatab import __version__
from relatab.evaluation.datasets import Dataset, Question, digest
from relatab.evaluation.runs import Run, mean_measures, parts_by_gold
from relatab.model_json import Json

if TYPE_CHECKING:
    from relatab.settings import Settings


def evaluation_report(
    dataset: Dataset,
    model: str,
    settings: Sequence[Settings],
    runs: Sequence[Run],
    *,
    with_context: bool = False,
) -> Json:
    """The JSON form of `relatab evaluate --json`, for runs by the settings of like place.

    model: the encoder's fingerprint. Measures are percent with two digits, but for the mean
    size of the sets.
    """
    return {
        "data": dataset.label,
        "digest": digest(dataset),
        "tables": len(dataset.tables),
        "questions": len(dataset.questions),
        "context": with_context,
        "model": model,
        "relatab": __version__,
        "methods": [
            {
                "method": each.method,
                "settings": asdict(each),
                "ms_per_question": round(1000 * run.seconds / max(len(run.ranked), 1), 2),
                "measures": _percent(run, dataset.questions),
                "by_gold": {
                    gold: {"questions": len(part), "measures": _percent(run, part)}
                    for gold, part in parts_by_gold(dataset.questions).items()
                },
            }
            for each, run in zip(settings, runs, strict=True)
        ],
    }


def _percent(run: Run, questions: Sequence[Question]) -> dict[str, float]:
    return {
        name: round(value if name == "set size" else 100 * value, 2)
        for name, value in mean_measures(run, questions).items()
    }
