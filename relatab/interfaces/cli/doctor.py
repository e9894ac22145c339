"""`relatab doctor`: whether an index is sound, and repairing it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from relatab.errors import RelatabError
from relatab.interfaces.cli.console import result_console, say, write_json
from relatab.interfaces.cli.encoders import encoder_of
from relatab.interfaces.cli.options import index_option, json_option, model_option, wait_option

if TYPE_CHECKING:
    from relatab.index.doctor import Finding, Report


@click.command("doctor", short_help="Check that the index is sound, and repair it.")
@click.option("--repair", is_flag=True, help="Mend what is found.")
@click.option(
    "--full",
    is_flag=True,
    help="Make everything that is derived again and compare it, in place of a sample.",
)
@wait_option
@model_option
@index_option
@json_option
def command(
    wait: float,
    model: str | None,
    index_folder: Path,
    *,
    repair: bool,
    full: bool,
    as_json: bool,
) -> None:
    """Check that all parts of the index are whole and agree; exit with 1 where they do not.

    What is derived can be made again (--repair). A document that is damaged in the index is
    taken out of it, and the next `relatab refresh` reads its files again.
    """
    from relatab.index.doctor import examine_index, repair_index

    encoder, _ = encoder_of(index_folder, model)
    if repair:
        report = repair_index(index_folder, encoder, full=full, wait=wait)
    else:
        report = examine_index(index_folder, encoder, full=full)
    if as_json:
        write_json(_to_json(report, index_folder))
    else:
        _print(report, index_folder)
    if not report.sound:
        raise RelatabError(f"{index_folder}: the index is not sound{_remedy(report, repair)}")


def _remedy(report: Report, repaired: bool) -> str:
    if repaired:
        return "; what is left cannot be mended here"
    mendable = any(finding.repair for finding in report.findings)
    return "; run `relatab doctor --repair`" if mendable else ""


def _to_json(report: Report, index_folder: Path) -> dict[str, Any]:
    writer = report.writer
    return {
        "index": str(index_folder.absolute()),
        "sound": report.sound,
        "findings": [_finding_to_json(finding) for finding in report.findings],
        "mended": [_finding_to_json(finding) for finding in report.mended],
        "writer": writer and {"pid": writer.pid, "host": writer.host, "since": writer.since},
    }


def _finding_to_json(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "place": finding.place,
        "message": finding.message,
        "repairable": finding.repair is not None,
        "remedy": _help(finding),
        "harmless": finding.harmless,
    }


def _help(finding: Finding) -> str:
    return f"--repair {finding.repair.value}" if finding.repair else finding.remedy


def _print(report: Report, index_folder: Path) -> None:
    from relatab.interfaces.cli.render import styled

    if writer := report.writer:
        say(f"process {writer.pid} on {writer.host} writes to the index since {writer.since}")
    console = result_console()
    _print_findings("Mended:", report.mended)
    _print_findings("Not sound:", [each for each in report.findings if not each.harmless])
    _print_findings("Harmless:", [each for each in report.findings if each.harmless])
    if report.sound:
        console.print(styled(f"{index_folder}: sound", "green"))


def _print_findings(heading: str, findings: Sequence[Finding]) -> None:
    from relatab.interfaces.cli.render import styled

    console = result_console()
    if findings:
        console.print(heading)
    for finding in findings:
        line = styled(f"  {finding.place}", "cyan").append(f": {finding.message}", "not cyan")
        console.print(line.append(f" ({_help(finding)})", "not cyan dim"))
