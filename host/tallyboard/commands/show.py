"""`tallyboard show`: one match, press by press."""

from contextlib import closing
from typing import TYPE_CHECKING

from tallyboard.terminal.tables import print_json

if TYPE_CHECKING:
    from tallyboard.journal.presses import Press
    from tallyboard.shapes import MatchObject, PressedMatch
    from tallyboard.store.corrections import Correction


def show(match: str, db: str | None = None, as_json: bool = False) -> None:
    """Show a match press by press."""
    from tallyboard.store import read_store

    with closing(read_store(db)) as store:
        found = store.match(match)
        presses = store.presses(found)
        corrections = store.corrections_of(found)
    if as_json:
        shown: PressedMatch = {
            **found,
            "presses": [press.as_json() for press in presses if press.event],
            "corrections": [one.as_json() for one in corrections],
        }
        print_json(shown)
    else:
        _print(found, presses, corrections)


def _print(match: "MatchObject", presses: "list[Press]", corrections: "list[Correction]") -> None:
    from tallyboard.store import conflicts
    from tallyboard.store.corrections import as_recorded
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
    if match["correction"] is not None:
        say("The board recorded:")
    print_match(as_recorded(match))
    if "conflicts" in match:
        print(conflicts.sentence(match))
    if corrections:
        print()
        _print_corrections(match, corrections)


def _print_corrections(match: "MatchObject", corrections: "list[Correction]") -> None:
    """All that was said beside what the board recorded, and what stands by it."""
    from tallyboard.store.corrections import said
    from tallyboard.terminal.rounds import print_match, print_result
    from tallyboard.terminal.tables import Column, Table, say
    from tallyboard.text import quantities

    made = Table(
        (
            Column("Corrected"),
            Column("What", least=12, wraps=True),
            Column("By", least=8, wraps=True),
            Column("Reason", least=12, wraps=True),
        ),
        spared=("Corrected",),
    )
    for one in corrections:
        made.add(quantities.local_time(one.at), said(match, one), one.given_by, one.reason)
    made.print()
    if match["correction"] is None:
        say("What the board recorded stands.")
    elif match["rounds"]:
        say("This stands instead:")
        print_match(match)
    else:
        say("This stands instead:")
        print_result(match)
