"""Settings that suit a model: found on questions with known tables, kept in its folder.

Weights and thresholds act on scores of one encoder; another one's lie differently. They are
searched for one at a time (coordinate search), by the product's own ranking.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.embedding.calibration import CALIBRATION, SETTINGS
from relatab.errors import SettingsError
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
STEPS: Mapping[str, float] = {
    "interaction_weight": 0.5,
    "token_coverage_weight": 0.5,
    "word_coverage_weight": 0.4,
    "association_weight": 0.2,
    "pair_threshold": 0.3,
    "gain_threshold": 0.3,
    "lexical_weight": 0.5,
    "dense_weight": 0.5,
}
"""How far a setting is moved at a time, in the first round; half as far in each further one."""
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
    steps: Mapping[str, float],
    value_of: Callable[[Settings], float],
    *,
    rounds: int = 2,
) -> Calibration:
    """Move one setting after the other, up or down, as long as the objective rises.

    value_of: the objective, deterministic; asked once per combination. Every round goes
    through all settings in the order of the steps, which are halved from round to round.
    """
    value = functools.cache(value_of)
    best = start
    for fineness in range(rounds):
        for name, step in steps.items():
            for change in (step / 2**fineness, -step / 2**fineness):
                best = _climbed(best, name, change, value)
    changed = {
        name: getattr(best, name) for name in steps if getattr(best, name) != getattr(start, name)
    }
    return Calibration(changed, value(start), value(best))


def _climbed(
    start: Settings, name: str, change: float, value: Callable[[Settings], float]
) -> Settings:
    """With a setting changed as often as each time something is gained by it."""
    best = start
    while (tried := _moved(best, name, change)) and value(tried) >= value(best) + MIN_GAIN:
        best = tried
    return best


def _moved(settings: Settings, name: str, change: float) -> Settings | None:
    """With a setting changed by so much; None where that is out of its range."""
    changed: dict[str, Any] = {name: round(getattr(settings, name) + change, 6)}
    try:
        return replace(settings, **changed)
    except SettingsError:
        return None


def calibrate(
    encoder: Encoder,
    datasets: Sequence[Dataset],
    *,
    steps: Mapping[str, float] = STEPS,
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

        return coordinate_search(preset("relatab"), steps, value_of, rounds=rounds)


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
