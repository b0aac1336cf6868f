"""`tallyboard completion`: commands, options and values, completed by the shell."""

from argparse import ArgumentParser

import shtab

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from tallyboard.commands import parsing
from tallyboard.commands.catalogue import COMMANDS, GROUPS, HELP, VERSION
from tallyboard.drive.files import board_files
from tallyboard.text.language import _
from tallyboard.virtual.run import STORAGES


def completion(shell: str) -> None:
    print(shtab.complete(_everything(), shell))


def _everything() -> ArgumentParser:
    """All commands in one parser, with what each value can be; it only describes, nothing is parsed with it."""
    files = dict.fromkeys(map(_, ("FILE", "FILE.zip", "PATH", "PORT", "SHEET", "URL")), shtab.FILE)
    files[_("DIR")] = shtab.DIRECTORY
    all_words = {
        "GAME": catalogue.IDS,
        "COMMAND": tuple(COMMANDS),
        "SIDE": tuple(SIDES),
        "MEDIUM": (*STORAGES, "file"),
        "BOARD": tuple(board_files()),
    }
    words = {_(name): possible for name, possible in all_words.items()}
    root = ArgumentParser(prog="tallyboard", add_help=False)
    root.add_argument("-h", "--help", action="help", help=_(HELP))
    root.add_argument("--version", action="store_true", help=_(VERSION))
    commands = root.add_subparsers(parser_class=parsing.Parser)

    def describe(parser: parsing.Parser, name: str) -> None:
        for action in parsing.filled(parser, name)._actions:
            completed = files.get(str(action.metavar))
            if completed is not None:
                action.complete = completed  # type: ignore[attr-defined]
            action.choices = action.choices or words.get(str(action.metavar))

    for name, command in COMMANDS.items():
        parser = commands.add_parser(name, help=_(command.summary))
        if name not in GROUPS:
            describe(parser, name)
            continue
        below = parser.add_subparsers(parser_class=parsing.Parser)
        for word, found in parsing.subcommands(name).items():
            describe(below.add_parser(word, help=_(found.summary)), f"{name} {word}")
    return root
