"""The options of the games: their names, ranges and defaults in tables, and the text and bytes they are written in."""

from shared_rules import SaidError

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any

CHOICE = 0
NUMBER = 1
LIST = 2

# (name, type, limit): for a choice the words, for a number (least, most), for a list how many members of 1 to 99.
# The place in this table is the option's code in a journal record: append, never reorder, and never add to the words of
# a choice, which other games have too. At most 31.
OPTIONS: tuple = (
    ("format", CHOICE, ("singles", "doubles", "two-on-one")),
    ("scoring", CHOICE, ("differential", "simple")),
    ("start", CHOICE, ("clockwise", "loser")),
    ("sides", NUMBER, (2, 3)),
    ("target", NUMBER, (1, 9999)),
    ("discs", NUMBER, (1, 24)),
    ("rounds", NUMBER, (1, 99)),
    ("best_of", NUMBER, (1, 99)),
    ("games", NUMBER, (1, 99)),
    ("dames", NUMBER, (1, 24)),
    ("counters", LIST, 2),
    ("washers", NUMBER, (1, 9)),
    ("holes", LIST, 3),
)


class OptionError(SaidError):
    """A game, an option or a value that is not valid; the sentence lists the valid ones."""


def number(word: str) -> "int | None":
    """The whole number that `word` spells in ASCII digits, at most nine, without leading zeros; None for any other."""
    if not word or len(word) > 9 or (word[0] == "0" and word != "0"):
        return None
    for c in word:
        if c not in "0123456789":
            return None
    return int(word)


def code_of(name: str) -> int:
    """The option's place in OPTIONS; raises OptionError when there is none of that name."""
    for code in range(len(OPTIONS)):
        if OPTIONS[code][0] == name:
            return code
    raise OptionError("there is no option %(name)s", name=name)


def _list(name: str, word: str, size: int) -> tuple:
    values = tuple([number(part) for part in word.split(",")])
    if len(values) != size:
        raise OptionError(
            "%(name)s takes exactly %(size)s numbers, as in %(name)s=%(all)s",
            name=name,
            size=size,
            all=",".join(["5", "10", "15"][:size]),
        )
    for i in range(size):
        value = values[i]
        if value is None or not 1 <= value <= 99:
            raise OptionError("%(name)s=%(word)s: each is a whole number from 1 to 99", name=name, word=word)
        if value in values[:i]:
            raise OptionError(
                "%(name)s=%(word)s: %(value)s stands there twice; all are different", name=name, word=word, value=value
            )
    return values


def parse_value(name: str, word: str, choices: "tuple | None" = None) -> "int | str | tuple":
    """The value that `word` gives the option `name`; `choices` narrows a choice or a number to those of a game."""
    _, kind, limit = OPTIONS[code_of(name)]
    if kind == LIST:
        return _list(name, word, limit)
    if kind == CHOICE:
        if word not in (choices or limit):
            raise OptionError(
                "%(name)s=%(word)s is not valid; %(name)s is one of %(all)s",
                name=name,
                word=word,
                all=", ".join(choices or limit),
            )
        return word
    value = number(word)
    if value is None or not limit[0] <= value <= limit[1]:
        raise OptionError(
            "%(name)s=%(word)s is out of range; %(name)s is a whole number from %(least)s to %(most)s",
            name=name,
            word=word,
            least=limit[0],
            most=limit[1],
        )
    return value


def to_bytes(name: str, value: "Any") -> bytes:
    """The three bytes of the option's value in a journal record."""
    _, kind, limit = OPTIONS[code_of(name)]
    if kind == LIST:
        return bytes((tuple(value) + (0,))[:3])
    if kind == CHOICE:
        return bytes((limit.index(value), 0, 0))
    return bytes((value & 255, value >> 8, 0))


def from_bytes(code: int, data: bytes) -> "tuple[str, int | str | tuple]":
    """The (name, value) that `to_bytes` wrote for the option of this code; raises OptionError for anything else."""
    if code >= len(OPTIONS):
        raise OptionError("there is no option of the code %(code)s", code=code)
    name, kind, limit = OPTIONS[code]
    packed = data[0] | data[1] << 8
    word = str(packed)
    if kind == LIST:
        word = to_text(tuple(data[:limit]))
    elif kind == CHOICE:
        if packed >= len(limit):
            raise OptionError("there is no %(name)s of the code %(code)s", name=name, code=packed)
        word = limit[packed]
    return name, parse_value(name, word)


def to_text(value: "int | str | tuple") -> str:
    """An option's value as it stands after the `=`."""
    return ",".join([str(v) for v in value]) if isinstance(value, tuple) else str(value)
