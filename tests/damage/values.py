"""Values that no column of a store should hold, and what a hostile name looks like."""

import json
import random
from typing import Any

HOSTILE = (
    "\x1b]0;owned\x07",  # a terminal's title
    "\x1b[2J\x1b[31mred",
    "a\rb",
    "line\nbreak\ttab",
    "\u202eright to left\u2066",
    "=1+1",
    "[bold]no markup[/bold]",
    "\x00nul",
    "\x9b31m",
    "\U0001f3f4\u200d\u2620\ufe0f",
    "x" * 5000,
)
NUMBERS = (0, -1, 1, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63 - 1, -(2**63))


class Raw(bytes):
    """Bytes that are put into a column as text, whatever they are."""


def any_value(draw: random.Random) -> Any:
    """What may stand in a column of SQLite, of any type."""
    return draw.choice(
        (
            None,
            draw.choice(NUMBERS),
            draw.choice(NUMBERS),
            draw.choice(HOSTILE),
            draw.choice((1.5, float("inf"), -1e308)),
            draw.randbytes(draw.choice((0, 3, 8, 70))),
            Raw(b"\xff\xfe\xc0\x80"),
            "",
        )
    )


def any_json(draw: random.Random, result: dict[str, Any]) -> Any:
    """A match object that is not what it should be: cut, of another shape, with other values."""
    return draw.choice((_cut, _other_shape, _without_a_key, _other_value, _wrong_numbers, _named))(draw, result)


def _cut(draw: random.Random, result: dict[str, Any]) -> Any:
    text = json.dumps(result)
    return text[: draw.randrange(len(text))]


def _other_shape(draw: random.Random, result: dict[str, Any]) -> Any:
    shapes = ("[]", "{}", "null", "5", '"text"', "NaN", "[1,", "[" * 100_000, '{"match": {}}', "1e999", "", " ")
    return draw.choice((*shapes, b"\x00\x01", Raw(b'{"a": "\xff"}'), 17, None))


def _without_a_key(draw: random.Random, result: dict[str, Any]) -> Any:
    gone = draw.sample(sorted(result), draw.randint(1, 4))
    return json.dumps({key: value for key, value in result.items() if key not in gone})


def _other_value(draw: random.Random, result: dict[str, Any]) -> Any:
    values: tuple[object, ...] = (
        None,
        [],
        {},
        "",
        "Z",
        draw.choice(NUMBERS),
        1.5,
        True,
        {"A": None},
        ["Z"],
        [[]],
        draw.choice(HOSTILE),
    )
    return json.dumps({**result, **{key: draw.choice(values) for key in draw.sample(sorted(result), 2)}})


def _wrong_numbers(draw: random.Random, result: dict[str, Any]) -> Any:
    changed = json.loads(json.dumps(result))
    changed["totals"] = {side: draw.choice((999, -7, *NUMBERS)) for side in changed["sides"]}
    if draw.random() < 0.5:
        changed.update(status="finished", winners=[draw.choice(changed["sides"])])
    return json.dumps(changed)


def _named(draw: random.Random, result: dict[str, Any]) -> Any:
    return json.dumps({**result, "names": {side: draw.choice(HOSTILE) for side in result["sides"]}})
