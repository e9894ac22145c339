"""What the tests of the command line share: small reports, and a way to run a command."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from relatab.interfaces.cli import cli

Rows = Sequence[Sequence[str]]

CASING = (
    "Table 1: Casing as run",
    [
        ["Casing", "Shoe depth (m)", "Slurry no."],
        ['20"', "812", "S-1101"],
        ['13 3/8"', "1874", "S-1107"],
        ['9 5/8"', "3212", "S-1114"],
    ],
)
LOSSES = (
    "Table 2: Mud losses",
    [["Hole", "Lost (m3)"], ['17 1/2"', "40"], ['12 1/4"', "118"]],
)
THICKENING = (
    "Table 1: Thickening time",
    [
        ["Slurry no.", "BHCT (°C)", "Time to 70 Bc (h:min)"],
        ["S-1101", "22", "3:10"],
        ["S-1107", "48", "4:25"],
        ["S-1114", "86", "5:34"],
    ],
)


def write_word(
    path: Path, *tables: tuple[str, Rows], title: str = "Cementing of well 39/8-A-3 H"
) -> Path:
    """A Word report with captioned tables."""
    from docx import Document

    document = Document()
    document.add_paragraph(title)
    for caption, rows in tables:
        document.add_paragraph(caption, style="Caption")
        grid = document.add_table(len(rows), len(rows[0]), style="Table Grid")
        for row, texts in zip(grid.rows, rows, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text
        document.add_paragraph("")
    document.save(str(path))
    return path


def write_pdf(path: Path, caption: str, rows: Rows) -> Path:
    """A PDF page with one ruled table; the same bytes each time."""
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

    grid = Table([list(row) for row in rows], style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])
    document = SimpleDocTemplate(str(path), invariant=True)
    document.build([Paragraph(caption, getSampleStyleSheet()["Normal"]), grid])
    return path


def write_reports(folder: Path) -> Path:
    """A small share: blanks and letters beyond ASCII in names, one report filed twice."""
    well, laboratory = folder / "Brønn 39_8 A-3", folder / "Лаборатория"
    for each in (well, laboratory):
        each.mkdir(parents=True)
    write_word(well / "Sementrapport åpent hull.docx", CASING, LOSSES)
    slurries = write_pdf(laboratory / "slurry tests 水泥.pdf", *THICKENING)
    shutil.copy(slurries, well / "copy of slurry tests.pdf")
    return folder


def run(*arguments: str | Path, index: Path | None = None, typed: str | None = None) -> Result:
    """Run a command with the hashing encoder; typed: what stdin holds."""
    environment = {"RELATAB_MODEL": "hashing", "RELATAB_INDEX": str(index) if index else None}
    return CliRunner().invoke(cli, [os.fspath(each) for each in arguments], typed, environment)


def json_of(result: Result) -> Any:
    """The one JSON value on stdout of a command that ended well."""
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)
