"""What a command takes, as argparse understands it, and what several commands have in common."""

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

# The names, and how argparse is to take them: what its add_argument is called with.
Argument = tuple[tuple[str, ...], dict[str, Any]]


def argument(*names: str, **how: Any) -> Argument:
    """An entry of a command's ARGUMENTS; the function of the command takes its value by the same name, or by `dest`."""
    return names, how


def some(word: str) -> str:
    """A value that must not be empty; it mostly comes from a shell's variable that is."""
    if not word:
        raise ArgumentTypeError("the value is empty")
    return word


def text(word: str) -> str:
    """What is kept or sent as text: bytes that are no UTF-8 (Python has surrogates for them) cannot be."""
    if any("\ud800" <= letter <= "\udfff" for letter in word):
        raise ArgumentTypeError(f"{word} is no text in UTF-8")
    return word


def path(word: str) -> Path:
    """A file or folder."""
    return Path(some(word))


def port_number(word: str) -> int:
    """A port to listen on; 0 is any that is free."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 5 and int(word) <= 65535):
        raise ArgumentTypeError(f"{word} is no port: it is a number up to 65535, say 8765")
    return int(word)


DB = argument(
    "--db", type=some, metavar="URL", help="Database URL or path of an SQLite file; default: in your data folder."
)
PORTS = argument(
    "--port",
    type=some,
    action="append",
    metavar="PORT",
    help="A port or a pattern of ports, instead of looking for boards; repeatable.",
)
JSON = argument("--json", dest="as_json", action="store_true", help="Print JSON instead of text.")


def print_json(value: Any) -> None:
    """One JSON value on a line; ASCII, so that it survives every terminal and pipe."""
    print(json.dumps(value))
