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
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def print_json(value: Any) -> None:
    """One JSON value on a line; ASCII, so that it survives every terminal and pipe."""
    print(json.dumps(value))
