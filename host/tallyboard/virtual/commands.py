"""What can be done to a board from outside: one command a line."""

from collections.abc import Collection
from dataclasses import dataclass

PRESS_MS = 60
HOLD_MS = 1000
UP_MS = 60

KEY_VERBS = ("press", "hold", "down", "up", "bounce")
PART_VERBS = ("unplug", "plug")
FORMS = "press KEY, hold KEY, down KEY, up KEY, bounce KEY, wait MS, unplug DISPLAY, plug DISPLAY, quit"
LONGEST_WAIT_MS = 1 << 31


class BadCommand(ValueError):  # noqa: N818
    """A line that is no command; the text says why and what would be."""


@dataclass(frozen=True)
class Command:
    """One line: `target` is the key or part, `ms` the argument of wait, `text` the line as it was written."""

    verb: str
    text: str
    target: str = ""
    ms: int = 0


def parse(line: str, keys: Collection[str], parts: Collection[str]) -> Command:
    """The command of a line that is not blank. Case does not matter. Raises BadCommand."""
    text = line.strip()
    words = text.split()
    verb = words[0].lower()
    if verb not in (*KEY_VERBS, *PART_VERBS, "wait", "quit"):
        raise BadCommand(f"{text}: there is no command {words[0]!r}; valid are {FORMS}")
    wanted = 0 if verb == "quit" else 1
    if len(words) != wanted + 1:
        form = next(form for form in FORMS.split(", ") if form.split()[0] == verb)
        raise BadCommand(f"{text}: expected {form!r}")
    if verb == "quit":
        return Command(verb, text)
    if verb == "wait":
        return Command(verb, text, ms=_milliseconds(text, words[1]))
    known, what = (keys, "key") if verb in KEY_VERBS else (parts, "display")
    name = words[1].upper()
    if name not in known:
        raise BadCommand(f"{text}: there is no {what} {words[1]!r}; valid are {', '.join(known)}")
    return Command(verb, text, target=name)


def _milliseconds(text: str, word: str) -> int:
    if not (word.isascii() and word.isdecimal() and int(word) <= LONGEST_WAIT_MS):
        raise BadCommand(f"{text}: {word!r} is not a number of milliseconds, 0 to {LONGEST_WAIT_MS}")
    return int(word)
