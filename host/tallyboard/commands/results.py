"""`tallyboard results`: every match in the store."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from tallyboard.errors import UPDATE
from tallyboard.terminal.tables import print_json
from tallyboard.text.printable import printable

if TYPE_CHECKING:
    from tallyboard.shapes import MatchObject


_PAGE = 200  # matches that are shown at a time: who waits sees the first, and memory holds no more


def results(also_aside: bool = False, db: str | None = None, as_json: bool = False) -> None:
    """List the matches with their results."""
    from tallyboard.store import read_store

    with closing(read_store(db)) as store:
        alarms = store.alarms()
        left_out = 0 if also_aside else len(store.set_aside())
        seen = Counter[str]()
        matches = _counted(store.each_match(alarms=alarms, aside=also_aside), seen)
        if as_json:
            for match in matches:
                print_json(match)
        else:
            _print(matches)
        are_untouched = not seen["all"] and any(store.each_match(untouched=True, alarms=alarms))
    if as_json or seen["all"]:
        pass
    elif are_untouched:
        print("Nothing was entered yet in the matches that were started.")
    elif not left_out:
        print("There are no matches yet. `tallyboard sync` collects what the boards recorded.")
    sys.stdout.flush()
    if left_out:
        from tallyboard.text.quantities import counted

        print(f"{counted(left_out, 'match', 'matches')} left out: set aside. --all lists every match.", file=sys.stderr)
    if seen["newer"]:
        from tallyboard.text.quantities import counted

        newer = counted(seen["newer"], "match is", "matches are")
        print(f"{newer} of a newer Tallyboard, which knows the game. {UPDATE}", file=sys.stderr)
    for alarm in alarms:
        print(printable(str(alarm)), file=sys.stderr)


def _counted(matches: "Iterable[MatchObject]", seen: Counter[str]) -> "Iterator[MatchObject]":
    """The same, of which `seen` tells how many they are, and how many of a newer Tallyboard."""
    for match in matches:
        seen["all"] += 1
        seen["newer"] += "newer" in match
        yield match


def _print(matches: "Iterable[MatchObject]") -> None:
    from tallyboard.terminal.tables import Column, Table
    from tallyboard.text import match_words, quantities
    from tallyboard.text.table_names import table_or_digits

    made = Table(
        (
            Column("Match"),
            Column("Table", least=7),
            Column("Started"),
            Column("Game"),
            Column("Sides", least=23),
            Column("Score", right=True),
            Column("Status", least=12),
        ),
        spared=("Game", "Started", "Table", "Status", "Match"),
    )
    for match in matches:
        made.add(
            match_words.short_id(match),
            table_or_digits(match["table"], match["board"]),
            quantities.local_time(match["started"]),
            match["game"],
            [match_words.side_name(match, side) for side in match["sides"]],
            match_words.points(match["totals"], match["sides"]),
            ", ".join([*match_words.marks(match), match_words.standing(match)]),
        )
        if len(made) % _PAGE == 0:
            made.print()
    made.print()
