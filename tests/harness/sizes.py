"""Which tests `make test` runs, and which it leaves to `make check`: this table, and the mark beside a test, say it.

Every test has one of the two sizes. `make test` needs Python and make and nothing else, and takes a few minutes: what
asks for a browser, a server or another program, or draws a sample of processes at random, belongs to `make check`.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

TEST, CHECK = "test", "check"
ROOT = Path(__file__).parents[2]

# What of a folder or a file is left to `make check`, and why. For a single test there is `@pytest.mark.check("why")`.
LEFT_TO_CHECK = {
    "tests/browser": "the pages in Chromium and in Firefox",
    "tests/hardware/tools": "the box made by KiCad and other tools",
    "tests/emulator/test_on_the_chip.py": "the drive on a real CircuitPython",
    "tests/host/postgresql": "a PostgreSQL server",
    "tests/host/pages/phones/test_attacks.py": "a server under attack",
    "tests/phones/test_many.py": "a laptop as a process, with 240 phones",
    "tests/phones/test_taking_over.py": "phones, boxes and laptops as processes",
    "tests/damage/test_boards.py": "commands upon damaged stores, as processes",
    "tests/damage/test_campaign.py": "commands upon damaged stores, as processes",
    "tests/damage/test_cheats.py": "commands upon damaged stores, as processes",
    "tests/damage/test_places.py": "commands upon damaged stores, as processes",
    "tests/board/test_panel.py": "random keys on the virtual board's process",
    "tests/board/test_to_the_laptop.py": "random keys on the virtual board's process",
    "tests/board/test_watch.py": "the plug of the virtual board's process",
    "tests/vm/test_board.py": "the whole firmware on MicroPython",
    "tests/vm/test_board_beside.py": "the whole firmware on MicroPython",
    "tests/vm/test_board_economy.py": "the whole firmware on MicroPython",
    "tests/vm/test_board_heap.py": "the whole firmware on MicroPython",
    "tests/host/virtual/test_hall.py": "boards as processes on a hall socket",
    "tests/host/virtual/test_hall_served.py": "boards as processes on a hall socket",
    "tests/host/virtual/test_radio_served.py": "boards and a hub as processes, by radio",
    "tests/firmware/test_journal_mutants.py": "programs that cheat, which the tests' samples are to catch",
    "tests/link/test_mutants.py": "programs that cheat, which the tests' samples are to catch",
    "tests/reference/desk/test_changes.py": "programs that cheat, which the tests' samples are to catch",
    "tests/reference/season/test_season_changes.py": "programs that cheat, which the tests' samples are to catch",
    "tests/tutorial": "the tutorial in a copy of the project",
    "tests/host/test_paper.py": "what is printed, by the typesetter",
    "tests/host/test_paper_season.py": "what is printed, by the typesetter",
    "tests/host/test_paper_bracket.py": "what is printed, by the typesetter",
    "tests/host/test_table_cards.py": "what is printed, by the typesetter",
    "tests/test_wheel.py": "the wheel, in an environment of its own",
    "tests/mutants/test_mutants.py": "programs with a fault, and their tests",
    "tests/test_schedules.py": "a hall of processes, evenings by phone, days of a tournament",
    "tests/test_campaign.py": "the long form, in a process of its own",
}

# A kind of database that a fixture is to have too.
ON_A_SERVER = pytest.param("postgresql", marks=pytest.mark.check("a PostgreSQL server"))

PRINTS = pytest.mark.check("what is printed, by the typesetter")

_LEFT = tuple(f"{left}/" for left in LEFT_TO_CHECK)
_NEEDED = {"postgres", "play_page", "phone_page"}  # fixtures that need a server, and npm's registry


@cache
def is_left(path: Path) -> bool:
    """Whether all of this folder or file is left to `make check`."""
    return path.is_relative_to(ROOT) and f"{path.relative_to(ROOT).as_posix()}/".startswith(_LEFT)


def size_of(item: pytest.Item) -> str:
    """TEST or CHECK."""
    needs = not _NEEDED.isdisjoint(getattr(item, "fixturenames", ()))
    return CHECK if needs or is_left(item.path) or item.get_closest_marker(CHECK) else TEST


def draws(item: pytest.Item) -> bool:
    """Whether it tries a few things of many, of which `make check` tries more."""
    is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return is_property or item.get_closest_marker("sample") is not None


def is_run(item: pytest.Item, size: str) -> bool:
    """Whether that of the two sizes runs it: each test is in one of them, and one that draws in both."""
    return size_of(item) == size or (size == CHECK and draws(item))


def left() -> Iterable[str]:
    """What `make check` adds, each once."""
    return dict.fromkeys([*LEFT_TO_CHECK.values(), "more examples of what is drawn at random"])
