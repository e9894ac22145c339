"""`relatab status`: what the index holds, how its folders are, and what was irregular."""

from __future__ import annotations

from pathlib import Path

import click

from relatab.interfaces.cli.console import write_json
from relatab.interfaces.cli.options import index_option, json_option


@click.command("status", short_help="Show what the index holds and every issue.")
@index_option
@json_option
def command(index_folder: Path, *, as_json: bool) -> None:
    """Show the followed folders and their state, what changed last, and every issue."""
    from relatab.index.status import index_status

    status = index_status(index_folder)
    if as_json:
        write_json(status)
    else:
        from relatab.interfaces.cli.overview import print_overview

        print_overview(status)
