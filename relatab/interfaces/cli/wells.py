"""`relatab wells`: the wells of an index, by all the names that reports give them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relatab.interfaces.cli.console import result_console, say, write_json
from relatab.interfaces.cli.options import index_option, json_option, wait_option
from relatab.model_json import Json

if TYPE_CHECKING:
    from rich.text import Text

MOST_NAMES = 4
"""Other names that the list shows of a well; `relatab wells WELL` shows all."""


@click.command("wells", short_help="Show the wells of the index with all their names.")
@click.argument("well", required=False)
@click.option(
    "--aliases",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Register other names of wells: a CSV file with the columns name and well.",
)
@wait_option
@index_option
@json_option
def command(
    well: str | None, aliases: Path | None, wait: float, index_folder: Path, *, as_json: bool
) -> None:
    """Show the wells of the index: the names that reports print, how often, sidetracks, fields.

    With WELL, written in any way, also the documents. A name in the FILE of --aliases beside
    an empty well is no well's name; the names of FILE take the place of all registered before.
    """
    from relatab.index.wells import index_wells

    if aliases:
        _register(index_folder, aliases, wait)
        if not (well or as_json):
            return
    wells = index_wells(index_folder, well)
    if as_json:
        write_json({"wells": wells})
    elif well:
        for each in wells:
            _print_one(each)
    else:
        _print_list(wells)


def _register(index_folder: Path, aliases: Path, wait: float) -> None:
    from relatab.domain.wellnames import read_well_names
    from relatab.index.wells import register_well_names

    names = read_well_names(aliases)
    register_well_names(index_folder, names, wait)
    say(f"{len(names)} names registered; searches know them now, links after the next pass")


def _print_list(wells: Sequence[Json]) -> None:
    from rich import box
    from rich.table import Table

    from relatab.interfaces.cli.render import styled

    console = result_console()
    if not wells:
        console.print("No table names a well.")
        return
    columns = {
        "well": [styled(well["well"], "bold") for well in wells],
        "printed as": [_names(well["names"], most=MOST_NAMES) for well in wells],
        "relatives": [styled(", ".join(_suffixes(well))) for well in wells],
        "field": [styled(", ".join(map(str.title, well["fields"][:1]))) for well in wells],
        "docs": [styled(str(well["documents"])) for well in wells],
        "tables": [styled(str(well["tables"])) for well in wells],
    }
    columns = {name: cells for name, cells in columns.items() if any(cells)}
    listed = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for name in columns:
        counts = name in ("docs", "tables")
        listed.add_column(name, justify="right" if counts else "left", no_wrap=counts)
    for row in zip(*columns.values(), strict=True):
        listed.add_row(*row)
    console.print(listed)


def _print_one(well: Json) -> None:
    from rich.table import Table

    from relatab.interfaces.cli.render import short_path, styled

    console = result_console()
    sums = f"  {_counted(well['tables'], 'table')} in {_counted(well['documents'], 'document')}"
    console.print(styled(well["well"], "bold").append(sums, "not bold dim"))
    facts = Table.grid(padding=(0, 1, 0, 0))
    facts.add_row("  printed as", _names(well["names"]))
    if well["relatives"]:
        facts.add_row("  relatives", styled(", ".join(well["relatives"])))
    if well["fields"]:
        facts.add_row("  field", styled(", ".join(map(str.title, well["fields"]))))
    console.print(facts)
    files = Table.grid(padding=(0, 1, 0, 0))
    files.add_column(justify="right", width=12, style="dim")
    for file in well["files"]:
        files.add_row(_counted(file["tables"], "table"), styled(short_path(file["path"]), "cyan"))
    console.print(files)


def _names(names: Sequence[Json], most: int | None = None) -> Text:
    """Printed names, each with the number of tables that print it."""
    from rich.text import Text

    from relatab.interfaces.cli.render import styled

    shown = [styled(name["printed"]).append(f" ×{name['tables']}", "dim") for name in names[:most]]
    if left_out := len(names) - len(shown):
        shown.append(styled(f"{left_out} more", "dim italic"))
    return Text(", ").join(shown)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _suffixes(well: Json) -> list[str]:
    """The relatives without what they have in common with the well: "A" for 7/11-1 A."""
    return [other.removeprefix(well["well"]).strip() or other for other in well["relatives"]]
