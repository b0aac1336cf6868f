"""`tallyboard show`: one match, press by press."""

from contextlib import closing
from typing import TYPE_CHECKING

from tallyboard.commands.common import DB, JSON, argument, print_json, text

if TYPE_CHECKING:
    from tallyboard.journal.presses import Press
    from tallyboard.shapes import MatchObject, PressedMatch


ARGUMENTS = (
    argument("match", type=text, metavar="MATCH", help="The id of a match, or enough of its beginning."),
    DB,
    JSON,
)


def show(match: str, db: str | None = None, as_json: bool = False) -> None:
    """Show a match press by press."""
    from tallyboard.store import read_store

    with closing(read_store(db)) as store:
        found = store.match(match)
        presses = store.presses(found)
    if as_json:
        shown: PressedMatch = {**found, "presses": [press.as_json() for press in presses if press.event]}
        print_json(shown)
    else:
        _print(found, presses)


def _print(match: "MatchObject", presses: "list[Press]") -> None:
    from tallyboard.store import conflicts
    from tallyboard.terminal.rounds import print_match
    from tallyboard.terminal.tables import Column, Table, say
    from tallyboard.text import match_words, quantities

    print(f"{match['game']}, match {match['match']}")
    say(f"board {match['board']}, epoch {match['epoch']}, records {match['first_seq']} to {match['last_seq']}")
    made = Table(
        (
            Column("Record", right=True),
            Column("Time", right=True),
            Column("Press"),
            Column("Round", right=True),
            Column("Total", right=True),
            Column("Note", least=12, wraps=True),
        ),
        spared=("Time", "Record", "Note"),
    )
    for press in presses:
        marks = [word for word, on in (("undone", press.undone), ("cut", press.cut)) if on]
        made.add(
            str(press.seq),
            quantities.board_time(press.ms),
            f"({press.event})" if marks else press.event,
            match_words.points(press.raw, match["sides"]),
            match_words.points(press.totals, match["sides"]),
            ", ".join([*marks, *([press.note] if press.note else [])]),
            style="dim" if marks else "",
        )
    made.print()
    print()
    print_match(match)
    if "conflicts" in match:
        print(conflicts.sentence(match))
