"""Parses the arguments of a command with argparse; wrong use ends in two sentences."""

import argparse
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from tallyboard.commands import EXIT_DONE
from tallyboard.commands.catalogue import COMMANDS, GROUPS, HELP, CommandEntry, entries, overview
from tallyboard.errors import Later, TallyboardError, later
from tallyboard.terminal.cells import wrapped
from tallyboard.terminal.streams import columns
from tallyboard.text.language import _, speak


def some(word: str) -> str:
    """A value that must not be empty; it mostly comes from a shell's variable that is."""
    if not word:
        raise ArgumentTypeError(_("the value is empty"))
    return word


def text(word: str) -> str:
    """What is kept or sent as text: bytes that are no UTF-8 (Python has surrogates for them) cannot be."""
    if any("\ud800" <= letter <= "\udfff" for letter in word):
        raise ArgumentTypeError(_("%(word)s is no text in UTF-8", word=word))
    return word


def path(word: str) -> Path:
    """A file or folder."""
    return Path(some(word))


def port_number(word: str) -> int:
    """A port to listen on; 0 is any that is free."""
    if not (word.isascii() and word.isdecimal() and len(word) <= 5 and int(word) <= 65535):
        raise ArgumentTypeError(_("%(word)s is no port: it is a number up to 65535, say 8765", word=word))
    return int(word)


def brightness(word: str) -> int:
    """Of a table's displays."""
    if word.isdecimal() and 1 <= int(word) <= 16:
        return int(word)
    raise ArgumentTypeError(_("%(word)s is no whole number from 1 to 16", word=word))


def whole(word: str) -> int:
    """A whole number."""
    try:
        return int(word)
    except ValueError:
        raise ArgumentTypeError(_("%(word)s is no whole number", word=word)) from None


def decimal(word: str) -> float:
    """A number."""
    try:
        return float(word)
    except ValueError:
        raise ArgumentTypeError(_("%(word)s is no number", word=word)) from None


# By the words for them in the catalogues.
_KINDS: dict[str, Callable[[str], Any]] = {
    "some": some,
    "text": text,
    "name": lambda word: some(text(word)),
    "path": path,
    "port": port_number,
    "light": brightness,
    "int": whole,
    "float": decimal,
}
# Name, where it is kept, value, how many of it, kind, what is said: a line of CommandEntry.takes.
_TAKEN = re.compile(r"([a-z-]+)(?:=(\w+))?(?: (.+?)([?+*!]?)(?::(\w+))?)?  (.+)")
_SIGNS: dict[str, dict[str, Any]] = {"+": {"nargs": "+"}, "*": {"nargs": "*", "default": ()}, "?": {"nargs": "?"}}


class _Help(argparse.RawDescriptionHelpFormatter):  # lines of the description are broken here
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """The words behind one command."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how, add_help=False, allow_abbrev=False, formatter_class=_Help)
        self._positionals.title, self._optionals.title = _("positional arguments"), _("options")

    def take(self, line: str) -> None:
        """Take the argument that this line of a catalogue describes."""
        found = _TAKEN.fullmatch(line)
        assert found is not None, line
        name, dest, value, sign, kind, said = found.groups()
        how: dict[str, Any] = {"help": _(said).replace("%", "%%")}
        if value is None:
            how["action"] = "store_true"
        elif "|" in value:
            how["choices"] = value.split("|")
        else:
            how["metavar"] = _(value)
        if kind is not None:
            how["type"] = _KINDS[kind]
        if not name.startswith("--"):
            self.add_argument(name, **how, **_SIGNS.get(sign, {}))
            return
        if sign == "*":
            how["action"] = "append"
        if value is not None and " " in value:
            how |= {"metavar": _(value.split()[0]), "nargs": len(value.split())}
        self.add_argument(name, **how, dest=dest, required=sign == "!")

    def error(self, message: str) -> NoReturn:
        raise self.wrong_use(self._sentence(message))

    def wrong_use(self, cause: str) -> TallyboardError:
        """What to raise for arguments that cannot be understood."""
        return TallyboardError("%(cause)s", "`%(command)s --help` lists what it takes.", cause=cause, command=self.prog)

    def _sentence(self, message: str) -> Later:
        """What argparse says ("argument --db: expected one argument") as a sentence."""
        said = message.removeprefix("argument ")
        missing = said.removeprefix("the following arguments are required: ")
        if missing != said:
            choices = self._choices(missing)
            if choices:
                name = missing if missing.startswith("-") else later("A word")
                return later("%(name)s is missing: %(choices)s.", name=name, choices=choices)
            return later("%(name)s is missing.", name=missing)
        name, _, what = said.partition(": ")
        word = what.removeprefix("invalid choice: ")
        if word != what:
            word, could_be = word.partition(" (choose")[0].strip("'"), self._choices(name)
            given = f"{name} {word}" if name.startswith("-") else word  # an option's name as it was typed
            near = _nearest(word, could_be.split(", "))
            return later("%(given)s is none of %(choices)s%(near)s.", given=given, choices=could_be, near=near)
        if what == "expected one argument":
            return later("%(name)s takes a value; one that begins with a hyphen is written %(name)s=VALUE.", name=name)
        if what.startswith("expected "):
            return later("%(name)s takes more values than are given.", name=name)
        if what.startswith("ignored explicit argument "):
            return later("%(name)s takes no value.", name=name)
        return later("%(said)s.", said=later("%(name)s: %(said)s", name=name, said=what) if what else said)

    def _choices(self, name: str) -> str:
        """What an argument can be, where that is a few words."""
        own = [action.choices for action in self._actions if name in (*action.option_strings, action.dest)]
        return ", ".join(own[0]) if own and own[0] else ""


def understood(name: str, words: list[str]) -> tuple[Callable[..., int | None], dict[str, Any]]:
    """(the function of the command, by name the arguments that are given); raises TallyboardError for what it does not
    take. Options may stand before, between and behind the others; a subcommand stands first."""
    if name in GROUPS and words and not words[0].startswith("-"):
        if words[0] not in subcommands(name):
            raise no_command(words[0], name)
        return understood(f"{name} {words[0]}", words[1:])
    parser = parser_of(name)
    given, unknown = parser.parse_known_args(_options_first(parser, words))
    for word in unknown:
        if word != "--":
            raise parser.wrong_use(_not_taken(parser, word))
    if name in GROUPS and given.subcommand is not None:  # which stood behind an option, or behind `--`
        return understood(name, [given.subcommand])
    return function_of(command_of(name).home), {key: value for key, value in vars(given).items() if value is not None}


def run(words: Sequence[str]) -> int:
    """Do what these words, the command first, ask for; the exit code. Raises TallyboardError."""
    if words[0] not in COMMANDS:
        raise no_command(words[0])
    function, given = understood(words[0], list(words[1:]))
    if given.get("as_json"):  # which is the same for everybody
        speak("en")
    return function(**given) or EXIT_DONE


def command_of(name: str) -> CommandEntry:
    """The command of this name, `results` or `tournament add`."""
    group, _, subcommand = name.partition(" ")
    return subcommands(group)[subcommand] if subcommand else COMMANDS[group]


def subcommands(group: str) -> dict[str, CommandEntry]:
    """What stands behind a command that has subcommands."""
    found: dict[str, CommandEntry] = import_module(f"tallyboard.commands.{GROUPS[group]}.catalogue").SUBCOMMANDS
    return found


def function_of(home: str) -> Callable[..., Any]:
    """The function `module.function` of this folder; only now is its module imported."""
    module, _, function = home.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(f"tallyboard.commands.{module}"), function)
    return found


def parser_of(name: str) -> Parser:
    """The parser of one command, `results` or `tournament add`."""
    return filled(Parser(prog=f"tallyboard {name}"), name)


def filled(parser: Parser, name: str) -> Parser:
    """The parser with everything that the command of this name takes, and a way to ask."""
    command = command_of(name)
    room, below = (columns(sys.stdout) or 80) - 2, []
    parser.description = "\n".join(wrapped(f"{_(command.summary)} {_(command.more)}", room))
    for line in command.takes:
        parser.take(line)
    parser.add_argument("-h", "--help", action="help", help=_(HELP))
    if name in GROUPS:
        below = [_("subcommands:"), *entries({one: _(found.summary) for one, found in subcommands(name).items()}, room)]
    elif command.below:
        below = function_of(command.below)(room)
    if below:
        parser.epilog = "\n".join(below)
    return parser


def explain(command: Sequence[str] = ()) -> None:
    if not command:
        print(overview())
        return
    first, *more = command
    if first not in COMMANDS:
        raise no_command(first)
    if more and (first not in GROUPS or len(more) > 1):
        raise parser_of("help").wrong_use(later("There is one word too many: %(word)s.", word=more[-1]))
    if more and more[0] not in subcommands(first):
        raise no_command(more[0], first)
    parser_of(" ".join(command)).print_help()


def _options_first(parser: Parser, words: list[str]) -> list[str]:
    """The same words as argparse takes them at once: the options with their values, then the others. Its own way to
    have them mixed (parse_intermixed_args) loses what stands behind `--`."""
    values = {
        name: action.nargs if isinstance(action.nargs, int) else 1
        for action in parser._actions
        for name in action.option_strings
    }
    options: list[str] = []
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            others += rest
        elif word == "-" or not word.startswith("-") or word[1:].isdecimal():
            others.append(word)
        else:
            options += [word, *islice(rest, values.get(word, 0))]
    return [*options, "--", *others] if others else options


def no_command(word: str, group: str = "") -> TallyboardError:
    """What to raise for a first word that names no command, or none of those of a group."""
    if word.startswith("-"):
        cause = later("The first word is a command, not %(word)s; options come behind it.", word=word)
    else:
        near = _nearest(word, subcommands(group) if group else COMMANDS)
        cause = later("There is no command %(word)s%(near)s.", word=f"{group} {word}".lstrip(), near=near)
    ask = f"{group} --help".lstrip()
    return TallyboardError("%(cause)s", "`tallyboard %(ask)s` lists the commands.", cause=cause, ask=ask)


def _not_taken(parser: Parser, word: str) -> Later:
    options = [option for action in parser._actions for option in action.option_strings]
    if not word.startswith("-") or word == "-" or word in options:  # an option's name behind `--` is a word
        return later("There is one word too many: %(word)s.", word=word)
    return later("There is no option %(word)s%(near)s.", word=word, near=_nearest(word, options))


def _nearest(word: str, words: Any) -> str:
    near = get_close_matches(word, words, 1)
    return later("; the nearest is %(word)s", word=near[0]) if near else ""
