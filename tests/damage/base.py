"""The store that is damaged: four boards, five epochs, everything in it that a club day leaves behind.

Its journals are kept too, for the oracle and for the boards that a later sync asks.
"""

from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue
from shared_rules.journal import record
from shared_rules.link import board_half, frame
from tallyboard.store import Heard, open_store
from tests.damage import day
from tests.harness.fake_board import BoardHalf
from tests.harness.paper import Paper
from tests.harness.stores import started

QUEBEC = ("A dame", "A counter 5", "B dame", "A stop", "B dame")
WASHERS = ("A 3", "A board", "A dead", "B 2", "B dead", "B dead", "next", "A 2", "B 3")
SOUTHWEST = ("A 20", "A 20", "B 5", "next", "A agree", "B agree", "B 15", "A penalty 20", "A 10", "next", "A agree")
CROKINOLE = ("A 20", "A 20", "B 15", "undo", "A 5", "next")
UNKNOWN_GAME = 0x3B  # a number that no game of this version has


@dataclass(frozen=True)
class Journal:
    """One epoch of a board. `paper`: all that it ever wrote, of which it holds the records from `oldest` on."""

    board: str
    table: str
    paper: Paper
    oldest: int = 0

    @property
    def place(self) -> tuple[str, int]:
        return self.board, self.paper.epoch

    @property
    def heard(self) -> Heard:
        return Heard(self.board, self.table, "0.2.0", self.paper.epoch, self.oldest, len(self.paper.records))

    def kept(self) -> dict[int, bytes]:
        """What the store has of it, by number."""
        return dict(list(enumerate(self.paper.records))[self.oldest :])

    def served(self) -> "AskedBoard":
        """The board, to be asked once more."""
        half = AskedBoard(self.paper, self.board, table=self.table, firmware="0.2.0")
        half.oldest = self.oldest
        return half


class AskedBoard(BoardHalf):
    """A board that `watch` may follow as well: it tells its state, and follows nobody by itself."""

    def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
        if kind == frame.STATE:
            score = board_half.score(self.paper.epoch, self.end, self.acked, None, False)
            return [(frame.LIVE, board_half.live(score, ""))] if body else [(frame.SCORE, score)]
        if kind not in (frame.HELLO, frame.TIME, frame.PULL, frame.ACK):
            return [(frame.NO, board_half.no(frame.UNKNOWN, "unknown"))]
        if kind in (frame.PULL, frame.ACK) and not _fits(kind, body):
            return [(frame.NO, board_half.no(frame.RANGE, "too short"))]
        return super()._answer(kind, body)


def _fits(kind: int, body: bytes) -> bool:
    try:
        board_half.read_pull(body) if kind == frame.PULL else board_half.read_ack(body)
    except board_half.MessageError:
        return False
    return True


def _evening() -> Paper:
    """A finished match with names and a key, its untouched rematch; Québec, washers, one that is being played."""
    paper = Paper(0xC0FFEE01, catalogue.EDITION).boot().time(28_036_800)
    paper.assign("crokinole-official target=40", "R1-T1", "Ann-Sophie", "Bob")
    paper.start_assigned("crokinole-official target=40", "R1-T1", "Ann-Sophie", "Bob").press(*CROKINOLE)
    paper.start("crokinole-official target=40", first=1)
    paper.start("pichenottes-quebec").press(*QUEBEC)
    started(paper, "washers-ritzenthaler target=11", "Éloïse & Zoë", "Łukasz").press(*WASHERS)
    return paper.start("crokinole-traditional scoring=simple target=50").press("A 20", "B 15", "next", "B 10")


def _first_half() -> Paper:
    """Southwest pichenotte, a shootout that ends 2 : 1, and a match that was left unfinished."""
    paper = Paper(0x00000007, catalogue.EDITION).boot()
    started(paper, "pichenotte-southwest games=2", "Mei", "Óscar", first=0).press(*SOUTHWEST)
    paper.start("twenties-shootout").press("A 20", "A 20", "B 20", "next")
    return paper.boot().start("crokinole-official").press("A 20", "B 5")


def _second_half() -> Paper:
    """What the same board wrote after its memory was changed: taken back and gone on, then a cut."""
    paper = Paper(0xFFFFFFFE, catalogue.EDITION).boot().start("twenties-shootout", ms=1000).press("B 20", "next")
    paper.start("twenties-shootout", first=1).back().press("undo", "A 20", "A 20", "next")
    paper.start("washers-ritzenthaler washers=2 target=3").press("A 3", "A 2", "undo", "B 2", "B 3")
    return paper.boot().cut(3).press("B 3")


def _with_a_gap() -> Paper:
    """Its beginning was freed in the middle of a match; then one of three sides, and one of two."""
    paper = Paper(0x5EED5EED, catalogue.EDITION).boot()
    paper.start("crokinole-championship rounds=2").press("A 20", "A 15", "B 10", "next", "B 20", "B 5", "next")
    for line in ("crokinole-traditional sides=3 scoring=simple target=40", "crokinole-official target=45"):
        paper.start(line).press("A 20", "A 20", "B 5", "next", "B 15", "B 20", "next", "A 10", "next")
    return paper


def _newer() -> Paper:
    """A match of a game that this version does not know, and one that it does."""
    paper = Paper(0x00FACADE, catalogue.EDITION).boot()
    paper.append(record.CHOICE, 1, 2, 3)
    paper.append(record.SETTING | 0x1E, 9, 9, 9)
    paper.append(record.GAME, UNKNOWN_GAME, 10, 0)
    paper.press("A 20", "B 20", "next")
    return started(paper, "crokinole-official target=40", "Ida", "Jo").press(*CROKINOLE)


@cache
def club(is_odd: bool = False) -> tuple[Journal, ...]:
    """The journals, in the order in which they were first heard; `is_odd`: and that of a newer board."""
    guest = (Journal("e66164084312aa01", "Table 4", _newer()),) if is_odd else ()
    return (
        *guest,
        Journal("e6614103e7452d2f", "Table 1", _evening()),
        Journal("e66141040396a622", "Table 2", _first_half()),
        Journal("e66141040396a622", "Table 2", _second_half()),
        Journal(day.CALLED_BOARD, "Table 5", day.called()),
        Journal("e6616408437f5c2a", "Hall B, table 12", _with_a_gap(), oldest=12),
    )


def other_history() -> Journal:
    """The last board again, whose memory was put back and played on: its last two records are others."""
    true = club()[-1]
    paper = Paper(true.paper.epoch, catalogue.EDITION)
    paper.records = true.paper.records[:-2]
    paper.press("B 5", "A 5")
    return replace(true, paper=paper)


def holds(epoch: Any, seq: Any, data: Any) -> bool:
    """Whether this is a sound record, by the firmware's own reading of its check."""
    if not (isinstance(epoch, int) and isinstance(seq, int) and isinstance(data, bytes)):
        return False
    if not (0 <= epoch < 2**32 and 0 <= seq < 2**32 and len(data) == record.SIZE):
        return False
    return bool(record.Sealer(epoch).holds(data, 0, seq))


def build(path: Path, is_odd: bool = False) -> None:
    """Make the store at `path`; `is_odd`: one board told two histories, and another is newer than this program."""
    with closing(open_store(str(path))) as store:
        for journal in club(is_odd):
            store.add(journal.heard, sorted(journal.kept().items()))
        if is_odd:
            other = other_history()
            store.add(other.heard, sorted(other.kept().items())[-2:])
        day.fill(store)
