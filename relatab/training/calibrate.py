"""Settings that suit a model: found on questions with known tables, kept in its folder.

Weights and thresholds act on scores of one encoder; another one's lie differently. They are
searched for one at a time (coordinate search), by the product's own ranking.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.embedding.calibration import CALIBRATION, SETTINGS
from relatab.evaluation.corpus import indexed
from relatab.evaluation.remembering import RememberingEncoder
from relatab.evaluation.runs import answer_all, mean_measures
from relatab.settings import preset

if TYPE_CHECKING:
    from relatab.embedding import Encoder
    from relatab.evaluation.datasets import Dataset
    from relatab.settings import Settings

OBJECTIVE = ("R@2", "full@5", "set F1")
"""Measures whose mean is made as large as it gets."""
GRIDS: Mapping[str, tuple[float, ...]] = {
    "interaction_weight": (0.0, 0.25, 0.5, 1.0, 1.5),
    "token_coverage_weight": (1.0, 1.45, 2.0, 2.5),
    "word_coverage_weight": (0.4, 0.8, 1.2),
    "association_weight": (0.2, 0.4, 0.8),
    "pair_threshold": (0.7, 0.9, 1.1, 1.25, 1.6),
    "gain_threshold": (1.3, 1.45, 1.6, 1.8, 2.1),
    "lexical_weight": (1.0, 1.5),
    "dense_weight": (1.0, 1.5, 2.0, 3.0),
}
"""Values tried, by setting; few, for finer ones fit the questions at hand (docs/training.md)."""
MIN_GAIN = 0.001
"""Least gain of the objective for which a setting is changed: less is chance."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Overrides of the default settings, and the objective with and without them."""

    settings: dict[str, float]
    before: float
    after: float


def coordinate_search(
    start: Settings,
    grids: Mapping[str, Sequence[float]],
    value_of: Callable[[Settings], float],
    *,
    rounds: int = 2,
) -> Calibration:
    """Change one setting after the other to the best of its values, until nothing is gained.

    value_of: the objective, deterministic; asked once per combination. Every setting is
    gone through at most `rounds` times, in the order of the grids.
    """
    known: dict[Settings, float] = {}

    def value(settings: Settings) -> float:
        if settings not in known:
            known[settings] = value_of(settings)
        return known[settings]

    best = start
    for _ in range(rounds):
        before = best
        for name, values in grids.items():
            tried = max((_changed(best, name, each) for each in values), key=value)
            if value(tried) >= value(best) + MIN_GAIN:
                best = tried
        if best == before:
            break
    changed = {
        name: getattr(best, name) for name in grids if getattr(best, name) != getattr(start, name)
    }
    return Calibration(changed, value(start), value(best))


def _changed(settings: Settings, name: str, value: float) -> Settings:
    change: dict[str, Any] = {name: value}
    return replace(settings, **change)


def calibrate(
    encoder: Encoder,
    datasets: Sequence[Dataset],
    *,
    grids: Mapping[str, Sequence[float]] = GRIDS,
    rounds: int = 2,
    watch: Callable[[], None] = lambda: None,
) -> Calibration:
    """The settings of the default method that suit an encoder, from questions not trained on.

    The objective is the mean over data sets of the mean of `OBJECTIVE`. watch: called after
    each combination of settings.
    """
    remembering = RememberingEncoder(encoder)
    with ExitStack() as stack:
        corpora = [stack.enter_context(indexed(each, remembering)) for each in datasets]

        def value_of(settings: Settings) -> float:
            found = [
                mean_measures(
                    answer_all(corpus, remembering, each.questions, settings), each.questions
                )
                for corpus, each in zip(corpora, datasets, strict=True)
            ]
            watch()
            means = [sum(row[name] for name in OBJECTIVE) / len(OBJECTIVE) for row in found]
            return sum(means) / len(means)

        return coordinate_search(preset("relatab"), grids, value_of, rounds=rounds)


def write_calibration(folder: Path, found: Calibration, datasets: Sequence[Dataset]) -> None:
    """Put the overrides into a model folder, with how they were found."""
    content: dict[str, Any] = {
        SETTINGS: found.settings,
        "objective": f"mean of {', '.join(OBJECTIVE)}",
        "before": round(found.before, 4),
        "after": round(found.after, 4),
        "questions": {each.label: len(each.questions) for each in datasets},
    }
    part = folder / f"{CALIBRATION}.part"
    part.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    part.replace(folder / CALIBRATION)
