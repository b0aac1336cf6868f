"""Options that several commands have, and how they print JSON."""

import json
from typing import Annotated, Any

import typer

Db = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="Database URL or path of an SQLite file; default: in your data folder."),
]
Ports = Annotated[
    list[str] | None,
    typer.Option(
        "--port", metavar="PORT", help="A port or a pattern of ports, instead of looking for boards; repeatable."
    ),
]
BoardPort = Annotated[
    str | None, typer.Option("--port", metavar="PORT", help="The board's port; needed where several are plugged in.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def print_json(value: Any) -> None:
    """One JSON value on a line; ASCII, so that it survives every terminal and pipe."""
    print(json.dumps(value))


def one_board(port: str | None) -> str:
    """The port of the board that is meant; raises TallyboardError where that is not clear."""
    from tallyboard.errors import TallyboardError
    from tallyboard.link.asking import found_boards

    boards = found_boards([port] if port else ())
    if len(boards) > 1:
        raise TallyboardError(f"Several boards are plugged in: {', '.join(boards)}.", "Name one with --port.")
    return boards[0]
