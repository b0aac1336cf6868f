"""The command line. Each command is a module in commands/ whose heavy imports wait until it runs."""

import contextlib
import io
import sys
from typing import Annotated

import typer

from tallyboard.commands import (
    assign,
    board,
    boards,
    demo,
    deploy,
    doctor,
    export,
    rebuild,
    report,
    results,
    score,
    setup,
    show,
    sync,
    verify,
    watch,
)
from tallyboard.guard import guarded

app = typer.Typer(
    name="tallyboard",
    help="Collects what the boards at the tables recorded, recomputes it and shows it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# The commands in the order in which the help lists them; the docstring of each is its help.
COMMANDS = (
    ("demo", demo.demo),
    ("board", board.board),
    ("boards", boards.boards),
    ("sync", sync.sync),
    ("watch", watch.watch),
    ("results", results.results),
    ("show", show.show),
    ("score", score.score),
    ("verify", verify.verify),
    ("rebuild", rebuild.rebuild),
    ("export", export.export),
    ("assign", assign.assign),
    ("setup", setup.setup),
    ("deploy", deploy.deploy),
    ("doctor", doctor.doctor),
    ("report", report.report),
)
for _name, _command in COMMANDS:
    app.command(_name)(guarded(_command))


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print("tallyboard", version("tallyboard"))
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """The entry point `tallyboard`; leaves with 0 (done), 1 (it is not so) or 2 (wrong use, bad input)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name that the terminal cannot show is no reason to stop
            stream.reconfigure(errors="backslashreplace")
    with contextlib.suppress(BrokenPipeError):
        app(prog_name="tallyboard")
