"""What desks left in the store that is damaged: two tournaments, and what was said of matches beside their records.

The spring's tournament was entered by hand and from a board, the cup is of pairs, is in use, and calls by itself.
"""

from typing import NamedTuple

from sqlalchemy import insert

from shared_rules.games import catalogue
from tallyboard.store import Store
from tallyboard.store.corrections import Correction, Kind
from tallyboard.store.matches.replayed import match_id
from tallyboard.store.tables.schema import corrections, tournament_events, tournaments
from tallyboard.store.tournaments.rows import About, StoredEvent, check
from tests.harness.paper import Paper

SPRING, CUP = "Spring Open", "Youth cup"
SPRING_ID = "5b1f0c3e-8a4d-4a53-9d0e-2f6c71b0aa01"
CUP_ID = "c2d9e1a4-03b7-4e0c-8f55-7a1e96d4bb02"
CALLED_BOARD, CALLED_EPOCH = "e66164084312bb05", 0x00CA11ED
_BEGUN = 1_768_000_000_000  # a winter ago: nothing is called by itself in a tournament that is asleep
_MINUTE_MS = 60_000
_CALLED = f"{SPRING_ID[:8]}-8.1"  # the key of the call that is event 8

_OF_SPRING = (
    *("add Ann-Sophie", "add Bob", "add Cid", "add Dee", "open 1 Table5"),
    *("phase 1 round-robin game crokinole-official target=40", "draw 1", "call 1:1-2 Table5"),
    f"result 1:1-2/1 1 45 2 0 twenties 2 0 board {match_id(CALLED_BOARD, CALLED_EPOCH, 1)}",
    *("call 1:3-4 1", "result 1:3-4 3 5 4 40", "note the disc was measured", "result 1:1-3 1 40 3 10", "undo"),
    *("withdraw 4", "undo", "call 1:2-4 Table5", "absent 3"),
)
_OF_CUP = (
    *("add Ida & Jo", "add Kai & Lou", "add Éloïse & Zoë", "add Mei & Óscar", "seeds 2 4", "open 3 4"),
    *("phase 1 single order=lot game washers-ritzenthaler target=11", "draw 1", "call 1:W1.1 3", "call 1:W1.2 4"),
)


def called() -> Paper:
    """The journal of the board at Table 5, where the match of a call was played."""
    paper = Paper(CALLED_EPOCH, catalogue.EDITION).boot()
    line = "crokinole-official target=40"
    return paper.start_assigned(line, _CALLED, "Ann-Sophie", "Bob").press("A 20", "A 20", "A 5", "next")


class Said(NamedTuple):
    """A correction of the match that begins at record `first` of this journal, and of a score the points."""

    kind: Kind
    content: str
    board: str
    epoch: int
    first: int
    points: tuple[int, int] | None = None


_SHEET = "game twenties-shootout\nname A Mei\nA 20\nA 20\nB 20\nB 20\nB 20\nnext\n"

# In the order in which they were given.
SAID = (
    Said("result", "A 8 B 4 twenties 2 1", "e6614103e7452d2f", 0xC0FFEE01, 14, (8, 4)),
    Said("sheet", _SHEET, "e66141040396a622", 0xFFFFFFFE, 1, (2, 3)),
    Said("aside", "", "e66141040396a622", 0x00000007, 1),
    Said("drop", "", "e66141040396a622", 0x00000007, 1),
    Said("result", "A 1 B 1 twenties 0 0 won B", "e6614103e7452d2f", 0xC0FFEE01, 14, (1, 1)),
)


def fill(store: Store) -> None:
    """Put all of it into the store."""
    abouts = (
        About(SPRING_ID, SPRING, "tournament singles seed=7", "America/Toronto", _BEGUN, 0, False, 0, 0),
        About(CUP_ID, CUP, "tournament doubles seed=11", "UTC", _BEGUN + 1, _BEGUN + 500, True, 0, 0),
    )
    said = [Correction(*_names(n, one), n * _MINUTE_MS + _BEGUN, "laptop-1") for n, one in enumerate(SAID)]
    with store.writing() as writing:
        for about, lines in zip(abouts, (_OF_SPRING, _OF_CUP), strict=True):
            events = [_event(number, line) for number, line in enumerate(lines, 1)]
            about = about._replace(last=len(events), active=events[-1].at)
            writing.connection.execute(insert(tournaments).values({**about._asdict(), "crc": check(*about[:5])}))
            rows = [{"tournament": about.id, **one._asdict(), "crc": check(about.id, *one)} for one in events]
            writing.connection.execute(insert(tournament_events), rows)
        writing.connection.execute(insert(corrections), [one.as_row() for one in said])


def _event(number: int, line: str) -> StoredEvent:
    is_of_a_board = " board " in line
    at = _BEGUN + number * _MINUTE_MS
    return StoredEvent(number, line, at, number, "board" if is_of_a_board else "Élise on laptop-1", "")


def _names(number: int, one: Said) -> tuple[str, str, Kind, str, str, str]:
    identity = f"00c0ffee-0000-4000-8000-{number:012x}"
    return identity, match_id(one.board, one.epoch, one.first), one.kind, one.content, "the referee", "it was seen"
