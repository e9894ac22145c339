"""The command line: `relatab COMMAND`.

A command module is imported when its command runs, so that `relatab search` starts fast.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import IO, Any

import click

from relatab import __version__
from relatab.errors import RelatabError

COMMANDS = (
    "index",
    "refresh",
    "search",
    "show",
    "related",
    "extract",
    "export",
    "status",
    "wells",
    "forget",
    "doctor",
    "demo",
    "dataset",
    "evaluate",
    "experiment",
    "feedback",
    "train",
    "merge",
    "calibrate",
)


class Failure(click.ClickException):
    """One clear line on stderr, exit code 1."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Name the program, as shells do."""
        click.echo(f"relatab: {self.message}", file=file, err=True)


class Stopped(Failure):
    """Ctrl-C, with the exit code that shells give it."""

    exit_code = 128 + signal.SIGINT


class LazyGroup(click.Group):
    """Finds each command in the module of its name, and words what goes wrong in it."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Write UTF-8 whatever the code page is; what is no valid text is escaped."""
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
        return super().main(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; trouble that is no defect of ours ends in one line and exit code 1."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped("stopped") from None
        except BrokenPipeError:
            # The reader of our output (head, less) has gone: not an error of ours. Nor may the
            # interpreter complain when it flushes stdout at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit()
        except (RelatabError, OSError) as error:
            if ctx.params["debug"]:
                raise
            raise Failure(_in_one_line(error)) from error

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
    del debug  # read by `LazyGroup.invoke`, which catches what a command raises


def main() -> None:
    """Run the command line; exit 0 when done, 1 with one clear line, 2 for wrong usage."""
    cli()


def _in_one_line(error: RelatabError | OSError) -> str:
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)
