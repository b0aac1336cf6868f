"""The pages of the commands as Markdown: what each does and takes, from the catalogues, and what it has printed."""

import textwrap
from collections.abc import Iterable, Sequence

from evening import Shown

from tallyboard.commands.catalogue import COMMANDS, DB, GROUPS, JSON
from tallyboard.commands.parsing import Parser, command_of, function_of, parser_of, subcommands
from tallyboard.commands.season.catalogue import SEASON
from tallyboard.commands.tournament.catalogue import BY, REASON, TOURNAMENT
from tallyboard.text.language import speak

# What most commands take: said once a page.
_USUAL = (TOURNAMENT, SEASON, BY, REASON, DB, JSON)
_MOST_LINES = 30  # of an example
_ROOM = 88  # columns of a block

EVERY = [*COMMANDS, *(f"{group} {word}" for group in GROUPS for word in subcommands(group))]
PAGES = {"commands": "", **{f"commands-{group}": group for group in GROUPS}}  # each with its group


def page(name: str, shown: Sequence[Shown]) -> str:
    """The page of this name, one of PAGES, with the examples of it among those of the evening."""
    speak("en")  # whoever makes the site
    group = PAGES[name]
    words = [f"{group} {word}" for word in subcommands(group)] if group else [*COMMANDS]
    usual = [line for line in _USUAL if any(line in command_of(word).takes for word in words)]
    entry = COMMANDS.get(group)
    return "\n\n".join(
        [
            f"# tallyboard {group}" if group else "# Every command",
            f"{entry.summary} {entry.more}".strip() if entry else "What each does, what it takes, and what it prints.",
            "What is printed is cut where a last line is …. Of what they take, this is said once for all:",
            _table(usual),
            *(f"## tallyboard {word}\n\n{_section(word, shown)}" for word in words),
        ]
    )


def command_in(typed: str) -> str:
    """Which command this line calls, `tournament add` of `tallyboard tournament add Ann`."""
    words = typed.split()[1:3]
    return next(name for name in (" ".join(words), words[0]) if name in EVERY)


def _section(name: str, shown: Sequence[Shown]) -> str:
    entry = command_of(name)
    own = [line for line in entry.takes if line not in _USUAL]
    parts = [f"{entry.summary} {entry.more}".strip(), f"```text\n{_usage(name)}\n```"]
    if name in GROUPS:
        parts.append(f"[`tallyboard {name}`](commands-{name}.md) has them.")
    if own:
        parts.append(_table(own))
    if entry.below:
        parts.append("```text\n" + "\n".join(function_of(entry.below)(_ROOM)) + "\n```")
    examples = [one for one in shown if not one.schema and command_in(one.command) == name]
    if examples:
        parts.append("```console\n" + "\n".join(map(_printed, examples)) + "\n```")
    return "\n\n".join(parts)


def _usage(name: str) -> str:
    usage = parser_of(name).format_usage().removeprefix("usage: ").replace(" [-h]", "")
    return textwrap.fill(" ".join(usage.split()), _ROOM, subsequent_indent="    ", break_on_hyphens=False)


def _table(lines: Iterable[str]) -> str:
    rows = []
    for line in lines:
        parser = Parser()
        parser.take(line)
        (action,) = parser._actions
        values = "|".join(action.choices or ()) or str(action.metavar or "")
        values = " ".join([values] * action.nargs) if isinstance(action.nargs, int) and action.nargs else values
        said = " ".join([*action.option_strings, values]).strip() + ("…" if action.nargs in ("*", "+") else "")
        cells = [cell.replace("|", "\\|") for cell in (f"`{said}`", str(action.help).replace("%%", "%"))]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(["| it takes | which is |", "|---|---|", *rows])


def _printed(one: Shown) -> str:
    lines = one.printed.rstrip().splitlines()
    more = [] if len(lines) <= _MOST_LINES else ["…"]
    return "\n".join([f"$ {one.command}", *map(_wrapped, lines[:_MOST_LINES]), *more])


def _wrapped(line: str) -> str:
    """A sentence as a terminal wraps it; a row of a table stays, and a rule across the screen ends with a line."""
    if line.endswith("─"):
        return line[:_ROOM]
    return line if "  " in line or "{" in line else textwrap.fill(line, _ROOM, break_on_hyphens=False)
