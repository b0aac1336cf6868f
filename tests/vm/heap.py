"""How much heap a match takes on MicroPython: `heap.py`, a line for each script below.

    NAME EVENTS TAKEN LEFT

TAKEN are the bytes that a match grew by over its events, LEFT those that stayed after an event was done and undone
2,000 times.
"""

import gc

from shared_rules.games import catalogue
from shared_rules.games.events import UNDO, event
from shared_rules.games.scoresheet import from_words

if False:  # for mypy alone: see shared_rules/__init__.py
    from shared_rules.games.match import Match

EVENTS = 600
PAIRS = 2000

# (name, game line, the events that are played over and over, one more to do and undo)
SCRIPTS = (
    ("one-round", "crokinole-official", "A 20; A off 20", "B 5"),
    ("many-rounds", "crokinole-official target=9999", "A 20; A 15; B 20; B 10; B 5; next", "A 5"),
    ("only-rounds", "crokinole-official", "next", "next"),
    ("three-sides", "crokinole-traditional sides=3 scoring=simple target=9999", "A 20; B 5; C 5; next", "C 20"),
    (
        "southwest",
        "pichenotte-southwest games=99",
        "A 20; B 15; B 5; A penalty 20; next; A agree; B agree",
        "A forfeit",
    ),
    ("quebec", "pichenottes-quebec target=9999 dames=1", "A dame; next; B dame; next", "A dame"),
    ("washers", "washers-ritzenthaler target=9999", "A 3; B 3; A board; A knocked; next", "next"),
)


def used() -> int:
    gc.collect()
    bytes_in_use: int = gc.mem_alloc()  # type: ignore[attr-defined]  # MicroPython's gc has it
    return bytes_in_use


def events_of(text: str) -> list[int]:
    return [from_words(line.lower().split()) for line in text.split("; ")]


def start(line: str, script: str, count: int) -> "Match":
    """A match of the game after so many events, the script over and over."""
    match = catalogue.new(line)
    events = events_of(script)
    for i in range(count):
        match.play(events[i % len(events)])
    return match


def taken(line: str, script: str) -> int:
    match = start(line, script, 0)
    events = events_of(script)
    before = used()
    for i in range(EVENTS):
        match.play(events[i % len(events)])
    return used() - before


def left(line: str, script: str, more: str) -> int:
    match = start(line, script, 60)
    one_more = events_of(more)[0]
    undo = event(UNDO)
    match.play(one_more)
    match.play(undo)
    before = used()
    for _ in range(PAIRS):
        match.play(one_more)
        match.play(undo)
    return used() - before


def main() -> None:
    for name, line, script, more in SCRIPTS:
        print(name, EVENTS, taken(line, script), left(line, script, more))


if __name__ == "__main__":
    main()
