"""A result as JSON, for machines, and as Markdown, for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from relatab import __version__
from relatab.evaluation.bootstrap import Interval
from relatab.evaluation.experiments.plan import Variant
from relatab.evaluation.experiments.results import ALL, Difference, Part, Result, Row

Json = dict[str, Any]


def write_result(result: Result, out: Path, facts: Mapping[str, Any]) -> list[Path]:
    """Write `<experiment>.json` and `<experiment>.md` into a folder; returns the two paths.

    facts: what the figures depend on, such as model, data and bootstrap; written at the head.
    """
    out.mkdir(parents=True, exist_ok=True)
    name = result.experiment.name
    written = {
        out / f"{name}.json": json.dumps(to_json(result, facts), indent=1, ensure_ascii=False),
        out / f"{name}.md": "\n".join(markdown(result, facts)),
    }
    for path, text in written.items():
        path.write_text(text + "\n", encoding="utf-8")
    return list(written)


def to_json(result: Result, facts: Mapping[str, Any]) -> Json:
    """The JSON form: means and ends of intervals in [0, 1] but for "set size"."""
    return {
        "experiment": result.experiment.name,
        "title": result.experiment.title,
        "relatab": __version__,
        **facts,
        "rows": [
            _part_to_json(row.part)
            | _variant_to_json(row.variant)
            | {"milliseconds": round(row.milliseconds, 2), "measures": _to_json(row.measures)}
            for row in result.rows
        ],
        "differences": [
            _part_to_json(each.part)
            | {"of": _variant_to_json(each.of), "against": _variant_to_json(each.against)}
            | {"measures": _to_json(each.measures)}
            for each in result.differences
        ],
    }


def _part_to_json(part: Part) -> Json:
    return {"dataset": part.dataset, "group": part.group, "questions": part.questions}


def _variant_to_json(variant: Variant) -> Json:
    return {
        "method": variant.method,
        "variant": variant.label,
        "changed": variant.changes(),
    }


def _to_json(measures: Mapping[str, Interval]) -> Json:
    return {
        name: {end: round(getattr(each, end), 5) for end in ("mean", "low", "high")}
        for name, each in measures.items()
    }


def markdown(result: Result, facts: Mapping[str, Any]) -> Iterator[str]:
    """Lines of Markdown: a table of means and one of differences for each data set."""
    yield f"# {result.experiment.title}"
    yield ""
    yield "Percent, with 95 % bootstrap intervals over the questions."
    yield ""
    yield from (f"- {name}: {value}" for name, value in facts.items())
    for dataset in dict.fromkeys(row.part.dataset for row in result.rows):
        rows = [row for row in result.rows if row.part.dataset == dataset]
        questions = {row.part.group: row.part.questions for row in rows}
        yield from ("", f"## {dataset}, {sum(questions.values())} questions", "")
        yield from _means(result.experiment.measures, rows)
        differences = [each for each in result.differences if each.part.dataset == dataset]
        if differences:
            yield from ("", "Differences, question by question, in points:", "")
            yield from _differences(result.experiment.measures, differences)


def _means(measures: Sequence[str], rows: Sequence[Row]) -> Iterator[str]:
    cells = (
        (
            *_group(row.part),
            _named(row.variant),
            *(percent(row.measures[name]) for name in measures),
        )
        for row in rows
    )
    return _table((*_group_head(rows[0].part), "method", *measures), cells)


def _differences(measures: Sequence[str], rows: Sequence[Difference]) -> Iterator[str]:
    cells = (
        (
            *_group(each.part),
            _named(each.of),
            each.against.label or _named(each.against),
            *(percent(each.measures[name], signed=True) for name in measures),
        )
        for each in rows
    )
    return _table((*_group_head(rows[0].part), "method", "against", *measures), cells)


def _group_head(part: Part) -> tuple[str, ...]:
    return () if part.group == ALL else ("gold tables",)


def _group(part: Part) -> tuple[str, ...]:
    return () if part.group == ALL else (f"{part.group} ({part.questions})",)


def _named(variant: Variant) -> str:
    return f"`{variant.method}` {variant.label}".strip()


def percent(interval: Interval, *, signed: bool = False) -> str:
    """Mean and interval, "78.5 (74.9 to 82.1)"; signed: of a difference, with its sign."""
    form = "+.1f" if signed else ".1f"
    mean, low, high = (100 * end for end in (interval.mean, interval.low, interval.high))
    return f"{mean:{form}} ({low:{form}} to {high:{form}})"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
