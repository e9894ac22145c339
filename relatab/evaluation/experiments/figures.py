"""The plots of the experiments, by matplotlib (extra `plots`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relatab.errors import RelatabError
from relatab.evaluation.experiments.plan import AXES, Variant
from relatab.evaluation.experiments.results import Difference, Result, Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from relatab.evaluation.bootstrap import Interval

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Okabe and Ito's, which people with any colour vision tell apart; series differ by mark too."""
MARKS = ("o", "s", "^", "D", "v", "P")
LINES = ("-", "--", ":", "-.")
LETTERS_PER_INCH = 7
"""Of labels that stand beside each other in a legend, with their marks."""
FAINT: dict[str, Any] = {"color": "0.85", "linewidth": 0.8}
STYLE = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "relatab",  # the same figures give the same file
}


def draw_result(result: Result, out: Path, *, form: str = "svg") -> list[Path]:
    """Draw a result into a folder; returns the files.

    form: a suffix that matplotlib writes. One file per experiment, and one per method of the
    sensitivity analysis. RelatabError where matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
    except ImportError as error:
        message = "plots need matplotlib; install it with: pip install 'relatab[plots]'"
        raise RelatabError(message) from error
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    with mpl.rc_context(STYLE):
        for name, figure in figures_of(result).items():
            paths.append(out / f"{name}.{form}")
            # No date, so that the same figures give the same file.
            figure.savefig(paths[-1], metadata={"Date": None} if form == "svg" else None, dpi=150)
    return paths


def figures_of(result: Result) -> dict[str, Figure]:
    """The figures of an experiment by the name of their file."""
    name = result.experiment.name
    if name == "sensitivity":
        methods = dict.fromkeys(row.variant.method for row in result.rows)
        return {f"{name}-{method}": _sensitivity(result, method) for method in methods}
    draw = {"main": _main, "dmax": _hops, "ablation": _ablation, "difficulty": _difficulty}[name]
    found = {name: draw(result)}
    if name == "ablation" and any(_is_part(each) for each in result.differences):
        found["ablation-parts"] = _parts(result)
    return found


def _main(result: Result) -> Figure:
    return _dots(result, ("R@2", "F1@2", "R@5", "full@5", "set F1"), lambda row: row.variant.method)


def _ablation(result: Result) -> Figure:
    rows = tuple(row for row in result.rows if row.variant.label.startswith("QT"))
    return _dots(replace(result, rows=rows), result.experiment.measures, _name)


def _is_part(difference: Difference) -> bool:
    return difference.against.label.startswith("without")


def _parts(result: Result) -> Figure:
    """What each part of a method adds: a panel per data set, a line per part."""
    datasets, measures = _datasets(result), ("F1@2", "full@5", "set F1")
    parts = list(dict.fromkeys(each.against.label for each in result.differences if _is_part(each)))
    figure, panels = _panels(
        1, len(datasets), (4.2, 1 + 0.36 * len(parts)), sharex=True, sharey=True
    )
    for axes, dataset in zip(panels, datasets, strict=True):
        own = {
            each.against.label: each.measures
            for each in result.differences
            if _is_part(each) and each.part.dataset == dataset
        }
        for series, measure in enumerate(measures):
            places = [len(parts) - 1 - line + 0.22 * (1 - series) for line in range(len(parts))]
            intervals = [own[part][measure] for part in parts]
            _marked(axes, places, intervals, series, measure, sideways=True)
        axes.axvline(0, color="0.5", linewidth=1)
        axes.set_yticks(range(len(parts)), reversed(parts))
        axes.set(title=dataset, xlabel="points that are lost, 95 % interval")
        axes.grid(axis="x", **FAINT)
    _legend_below(figure, panels[0])
    return figure


def _hops(result: Result) -> Figure:
    """F1@2 over the greatest number of hops: a panel per data set, a line per method."""
    datasets = _datasets(result)
    figure, panels = _panels(1, len(datasets), sharey=True)
    for axes, dataset in zip(panels, datasets, strict=True):
        rows = [row for row in result.rows if row.part.dataset == dataset]
        for series, method in enumerate(dict.fromkeys(row.variant.method for row in rows)):
            own = [row for row in rows if row.variant.method == method]
            hops = [row.variant.value for row in own]
            for line, measure in enumerate(("F1@2", "set F1")):
                _line(axes, hops, [row.measures[measure] for row in own], series, line)
                axes.lines[-1].set_label(f"{method}, {measure}")
        axes.set(title=_titled(rows[0]), xlabel="greatest number of hops, d_max", xticks=hops)
        axes.grid(axis="y", **FAINT)
    panels[0].set_ylabel("percent")
    _legend_below(figure, panels[0])
    return figure


def _difficulty(result: Result) -> Figure:
    """F1 by number of gold tables: a row per measure, a column per data set."""
    datasets, measures = _datasets(result), ("F1@2", "F1@gold", "set F1")
    figure, panels = _panels(len(measures), len(datasets), sharey="row")
    for place, axes in enumerate(panels):
        measure, dataset = measures[place // len(datasets)], datasets[place % len(datasets)]
        rows = [row for row in result.rows if row.part.dataset == dataset]
        _by_group(axes, rows, measure)
        axes.set_title(f"{dataset}: {measure}")
        if place % len(datasets) == 0:
            axes.set_ylabel(f"{measure}, percent")
        if place >= len(panels) - len(datasets):
            axes.set_xlabel("gold tables of a question")
    _legend_below(figure, panels[0])
    return figure


def _by_group(axes: Axes, rows: Sequence[Row], measure: str) -> None:
    """A measure over the groups of questions, the variants side by side."""
    counts = {row.part.group: row.part.questions for row in rows}
    groups = list(counts)
    names = list(dict.fromkeys(_name(row) for row in rows))
    for series, name in enumerate(names):
        own = [row for row in rows if _name(row) == name]
        shift = (series - (len(names) - 1) / 2) * 0.7 / len(names)
        places = [groups.index(row.part.group) + shift for row in own]
        _marked(axes, places, [row.measures[measure] for row in own], series, name)
    axes.set_xticks(range(len(groups)), [f"{group}\n(n = {counts[group]})" for group in groups])
    axes.set_xlim(-0.6, len(groups) - 0.4)
    axes.grid(axis="y", **FAINT)


def _sensitivity(result: Result, method: str) -> Figure:
    """F1 over each hyperparameter: a panel each, a colour per data set, a stroke per measure."""
    axes_of = AXES[method]
    figure, panels = _panels(math.ceil(len(axes_of) / 4), 4, (2.6, 2.5), sharey=True)
    rows = [row for row in result.rows if row.variant.method == method]
    datasets = _datasets(result)
    for panel, axis in zip(panels, axes_of, strict=False):
        for series, dataset in enumerate(datasets):
            own = [
                row
                for row in rows
                if (row.part.dataset, row.variant.parameter) == (dataset, axis.setting)
            ]
            values = [row.variant.value for row in own]
            for line, measure in enumerate(result.experiment.measures):
                _line(panel, values, [row.measures[measure] for row in own], series, line)
                panel.lines[-1].set_label(f"{dataset}, {measure}")
        panel.axvline(getattr(rows[0].variant.usual, axis.setting), color="0.5", linewidth=1)
        name = axis.setting.replace("_", " ")
        panel.set(title=f"{axis.letter}  ({name})" if axis.letter else name)
        panel.set_xlim(left=0, right=None if axis.relative else 1)
        panel.grid(axis="y", **FAINT)
    for panel in panels[::4]:
        panel.set_ylabel("percent")
    figure.suptitle(f"{method}: one hyperparameter at a time; grey line: default")
    _legend_below(figure, panels[0])
    return figure


def _dots(result: Result, measures: Sequence[str], name: Callable[[Row], str]) -> Figure:
    """Measures as dots with intervals: a panel per data set, a line of dots per measure."""
    datasets = _datasets(result)
    figure, panels = _panels(1, len(datasets), (3.6, 1 + 0.6 * len(measures)), sharex=True)
    for axes, dataset in zip(panels, datasets, strict=True):
        rows = [row for row in result.rows if row.part.dataset == dataset]
        for series, row in enumerate(rows):
            shift = ((len(rows) - 1) / 2 - series) * 0.7 / len(rows)
            places = [len(measures) - 1 - line + shift for line in range(len(measures))]
            intervals = [row.measures[measure] for measure in measures]
            _marked(axes, places, intervals, series, name(row), sideways=True)
        axes.set_yticks(range(len(measures)), reversed(measures))
        axes.set(title=_titled(rows[0]), xlabel="percent, 95 % interval")
        axes.grid(axis="x", **FAINT)
    _legend_below(figure, panels[0])
    return figure


def _panels(
    rows: int,
    columns: int,
    inches: tuple[float, float] = (3.6, 2.9),
    **shared: Any,
) -> tuple[Figure, list[Axes]]:
    """A figure without a window, and its axes row by row; inches: of a panel.

    shared: which axes have one scale, as matplotlib's `sharex` and `sharey` say it.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(inches[0] * columns, inches[1] * rows + 0.6))
    return figure, list(figure.subplots(rows, columns, squeeze=False, **shared).flat)


def _marked(
    axes: Axes,
    places: Sequence[float],
    intervals: Sequence[Interval],
    series: int,
    label: str,
    *,
    sideways: bool = False,
) -> None:
    """Means as marks with their intervals; sideways: values along x."""
    means = [100 * each.mean for each in intervals]
    # Where all values are equal, rounding may put an end on the wrong side of the mean.
    below = [max(100 * (each.mean - each.low), 0.0) for each in intervals]
    above = [max(100 * (each.high - each.mean), 0.0) for each in intervals]
    look: dict[str, Any] = {
        "fmt": MARKS[series % len(MARKS)],
        "color": COLOURS[series % len(COLOURS)],
        "markersize": 4.5,
        "elinewidth": 1.2,
        "label": label,
    }
    if sideways:
        axes.errorbar(means, places, xerr=(below, above), **look)
    else:
        axes.errorbar(places, means, yerr=(below, above), **look)


def _line(
    axes: Axes, values: Sequence[Any], intervals: Sequence[Interval], series: int, line: int
) -> None:
    """Means over the values of a setting, with a band for their intervals."""
    colour = COLOURS[series % len(COLOURS)]
    axes.fill_between(
        values,
        [100 * each.low for each in intervals],
        [100 * each.high for each in intervals],
        color=colour,
        alpha=0.15,
        linewidth=0,
    )
    axes.plot(
        values,
        [100 * each.mean for each in intervals],
        LINES[line % len(LINES)],
        marker=MARKS[series % len(MARKS)],
        markersize=3.5,
        color=colour,
        linewidth=1.4,
    )


def _legend_below(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    rows = math.ceil(len("".join(labels)) / (LETTERS_PER_INCH * figure.get_figwidth()))
    columns = math.ceil(len(labels) / rows)
    figure.legend(handles, labels, loc="outside lower center", ncols=columns)


def _datasets(result: Result) -> list[str]:
    return list(dict.fromkeys(row.part.dataset for row in result.rows))


def _name(row: Row) -> str:
    variant: Variant = row.variant
    return f"{variant.method} {variant.label}".strip()


def _titled(row: Row) -> str:
    return f"{row.part.dataset} ({row.part.questions} questions)"
