"""`relatab forget`: stop following folders, and remove what was indexed from them."""

from __future__ import annotations

from pathlib import Path

import click

from relatab.interfaces.cli.console import say
from relatab.interfaces.cli.options import index_option, wait_option


@click.command("forget", short_help="Stop following folders, and remove their documents.")
@click.argument("roots", nargs=-1, required=True, type=click.Path(path_type=Path))
@wait_option
@index_option
def command(roots: tuple[Path, ...], wait: float, index_folder: Path) -> None:
    """Stop following files and folders, and remove what was indexed from them.

    Documents that also lie in another followed folder stay. Nothing on disk is touched.
    """
    from relatab.index.forget import forget_roots

    gone = forget_roots(index_folder, roots, wait=wait)
    kept = f"; {gone.kept} files that lie in another followed folder stay" if gone.kept else ""
    say(f"Removed from the index: {gone.documents} documents, {gone.files} files{kept}")
