"""What extraction has to reach, what it reaches, and what other tools reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

PEERS = {
    "img2table": "img2table-borderless",
    "camelot hybrid": "camelot-hybrid",
    "camelot auto": "camelot-auto",
    "pdfplumber": "pdfplumber",
}
"""Columns of the printed table, and the names of the tools where their figures are kept."""

DETECTION = {
    "detection F1, half of the area": "detection_iou50",
    "detection F1, characters": "detection_chars",
}
"""Both must reach the target; the other tools' figures are the first, which is stricter."""

SECONDS_A_PAGE = 0.2  # on ICDAR pages; camelot's in the same run where that is less


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table; `peers` by the names of `PEERS`."""

    what: str
    target: str
    measured: str
    reached: bool
    peers: Mapping[str, str] = field(default_factory=dict)


def icdar_lines(figures: Mapping[str, Any], peers: Mapping[str, Mapping[str, Any]]) -> list[Line]:
    """Accuracy on the ICDAR files beside that of the peers."""
    captions = figures["caption"]
    with_caption = captions["with_caption"]
    return [
        _at_least("ICDAR doc F1", 0.90, figures["adjacency_doc"]["F1"], _of(peers, "doc_F1")),
        _at_least("ICDAR micro F1", 0.92, figures["adjacency_micro"]["F1"], _of(peers, "micro_F1")),
        _at_least("ICDAR GriTS-Con", 0.90, figures["grits_con"]["F1"], _of(peers, "grits_con")),
        *(
            _at_least(
                f"ICDAR {what}",
                0.95,
                figures[key]["F1"],
                _of(peers, "detection_F1") if key == "detection_iou50" else {},
            )
            for what, key in DETECTION.items()
        ),
        _share("ICDAR header rows right", 0.90, figures["header_rows"]),
        Line(
            "ICDAR captions right",
            "93 of 103",
            f"{captions['right_with_caption']} of {with_caption}",
            captions["right_with_caption"] >= 93 / 103 * with_caption,
            _of(peers, "captions"),
        ),
        _at_most("ICDAR captions invented", 3, captions["invented"]),
    ]


def awkward_lines(facts: Mapping[str, Any]) -> list[Line]:
    """Facts about awkward PDF files; image files are counted with scans, not here."""
    wrong = [fact for file, fact in facts["wrong"] if file not in facts["images"]]
    return [_at_most("awkward PDF files, wrong facts", 2, len(wrong))]


def word_lines(figures: Mapping[str, Any]) -> list[Line]:
    """Accuracy on Word files."""
    return [
        _at_least("Word micro F1", 0.995, figures["adjacency_micro"]["F1"]),
        _share("Word header rows right", 0.95, figures["header_rows"]),
        _all_captions("Word captions right", figures["caption"]),
    ]


def petroleum_lines(figures: Mapping[str, Any]) -> list[Line]:
    """Accuracy on files made from public petroleum data."""
    return [
        _at_least("petroleum micro F1", 0.97, figures["adjacency_micro"]["F1"]),
        _all_captions("petroleum captions right", figures["caption"]),
    ]


def cost_lines(costs: Mapping[str, Mapping[str, Any]]) -> list[Line]:
    """Time and memory. Seconds are the processor's, of one process, and in brackets the clock's:
    where other work shares the machine, only the former compare.

    costs: by name of the job, each with "pages", "cpu" and "wall" (seconds) and "peak" (MB);
    the peers' jobs may be missing.
    """
    icdar = costs["relatab ICDAR"]
    peers = {
        column: _a_page(costs[job])
        for column, job in (("camelot hybrid", "camelot ICDAR"), ("pdfplumber", "pdfplumber ICDAR"))
        if job in costs
    }
    limit = SECONDS_A_PAGE
    if camelot := costs.get("camelot ICDAR"):
        limit = min(limit, camelot["cpu"] / camelot["pages"])
    prose, long, rows = (costs[f"relatab {name}"] for name in ("prose", "long", "rows"))
    return [
        Line(
            "ICDAR seconds a page",
            f"<= {limit:.3f}",
            _a_page(icdar),
            icdar["cpu"] / icdar["pages"] <= limit,
            peers,
        ),
        Line(
            "prose, seconds a page",
            "<= 0.015",
            _a_page(prose),
            prose["cpu"] / prose["pages"] <= 0.015,
        ),
        Line(
            "1,000-page PDF, peak memory", "< 700 MB", f"{long['peak']:.0f} MB", long["peak"] < 700
        ),
        Line(
            "9,000-row Word table, seconds",
            "< 10",
            f"{rows['cpu']:.1f} ({rows['wall']:.1f})",
            rows["cpu"] < 10,
        ),
    ]


def _a_page(cost: Mapping[str, float]) -> str:
    """Seconds a page of the processor and, in brackets, by the clock."""
    return f"{cost['cpu'] / cost['pages']:.3f} ({cost['wall'] / cost['pages']:.3f})"


def print_lines(lines: Sequence[Line]) -> None:
    """The table; peers that have no figure show a dash."""
    table = Table("what", "at least", "measured", "reached", *PEERS, box=None)
    for line in lines:
        found = [line.peers.get(name, "-") for name in PEERS]
        table.add_row(
            line.what, line.target, line.measured, "yes" if line.reached else "NO", *found
        )
    Console(width=130).print(table)


def _of(peers: Mapping[str, Mapping[str, Any]], figure: str) -> dict[str, str]:
    return {column: _plain(peers[name][figure]) for column, name in PEERS.items() if name in peers}


def _plain(figure: object) -> str:
    return f"{figure:.3f}" if isinstance(figure, float) else str(figure)


def _at_least(
    what: str, target: float, measured: float, peers: Mapping[str, str] | None = None
) -> Line:
    return Line(what, f"{target:.3g}", f"{measured:.4f}", measured >= target, peers or {})


def _at_most(what: str, target: int, measured: int) -> Line:
    return Line(what, f"at most {target}", str(measured), measured <= target)


def _share(what: str, target: float, counts: Mapping[str, int]) -> Line:
    return Line(
        what,
        f"{target:.0%}",
        f"{counts['right']} of {counts['known']}",
        counts["right"] >= target * counts["known"],
    )


def _all_captions(what: str, captions: Mapping[str, int]) -> Line:
    """Of the tables that have a caption; that others get none is not part of this line."""
    right, known = captions["right_with_caption"], captions["with_caption"]
    return Line(what, "all", f"{right} of {known}", right == known)
