"""`relatab status`: what the index holds and what was irregular."""

from __future__ import annotations

from pathlib import Path

import click

from relatab.interfaces.cli.console import result_console, write_json
from relatab.interfaces.cli.options import index_option, json_option
from relatab.model import Json


@click.command("status")
@index_option
@json_option
def command(index_folder: Path, *, as_json: bool) -> None:
    """Show the followed folders, what was indexed from them, and every issue."""
    from relatab.index.status import index_status

    status = index_status(index_folder)
    if as_json:
        write_json(status)
    else:
        _print(status)


def _print(status: Json) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    console = result_console()
    console.print(
        f"[bold]{escape(status['index'])}[/bold]: {status['documents']} documents, "
        f"{status['tables']} tables, {status['pages']} pages, {status['associations']} links, "
        f"{status['size_bytes'] / 1e6:.1f} MB"
    )
    console.print(f"[dim]model {escape(status['model'])}[/dim]")
    if not status["linked"]:
        console.print(
            "[yellow]Not linked yet: the last pass was interrupted; index again.[/yellow]"
        )
    roots = Table(box=box.SIMPLE_HEAD)
    for name in ("followed", "state", "documents", "last pass"):
        roots.add_column(name, overflow="fold")
    for root in status["roots"]:
        passed = root["last_pass"] or "never"
        roots.add_row(escape(root["path"]), root["state"], str(root["documents"]), passed)
    console.print(roots)
    if status["duplicates"]:
        console.print(f"{status['duplicates']} files have the same content as another one.")
    if status["failed"]:
        console.print(f"[red]{status['failed']} documents could not be read.[/red]")
    for issue in status["issues"]:
        page = f", p. {issue['page']}" if issue["page"] else ""
        console.print(
            f"  [cyan]{escape(_name(issue['document']))}{page}[/cyan]: {escape(issue['message'])}",
            overflow="fold",
        )


def _name(path: str) -> str:
    return Path(path).name or path
