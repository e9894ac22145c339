"""The command line: `relatab COMMAND`.

A command module is imported when its command runs, so that `relatab search` starts fast.
"""

from __future__ import annotations

import sys
from importlib import import_module

import click

from relatab import __version__
from relatab.errors import RelatabError

COMMANDS = ("index", "search", "show", "related", "extract", "export", "status", "demo")


class LazyGroup(click.Group):
    """Finds each command in the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The order of a first session: index, then search, then the rest."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import `relatab.interfaces.cli.<name>` and return its `command`."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="relatab")
@click.option("--debug", is_flag=True, help="Show the full traceback of an error.")
def cli(*, debug: bool) -> None:
    """Find the set of tables that answers a question, in folders of petroleum reports.

    First `relatab index FOLDER`, then `relatab search "QUESTION"`.
    """
    del debug  # read by `main`, which catches what a command raises


def main() -> None:
    """Run the command line; exit 0 when done, 1 with one clear line, 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        # A file name that is not valid text is shown with its bytes escaped, never a crash.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        cli(standalone_mode=False)
    except click.exceptions.Exit as exit_request:
        sys.exit(exit_request.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("relatab: stopped", err=True)
        sys.exit(130)
    except RelatabError as error:
        if "--debug" in sys.argv:
            raise
        click.echo(f"relatab: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        # The reader of our output (head, less) has gone: not an error of ours.
        sys.stderr.close()
        sys.exit(0)
