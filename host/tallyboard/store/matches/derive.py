"""Matches out of the records of one epoch: replayed with the rules, and without a score where records are missing."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from shared_rules.games import catalogue, options
from shared_rules.games.events import SIDES, UNDO
from shared_rules.games.result import closed_round, result, rounds
from shared_rules.journal import record
from shared_rules.journal.replay import CUT_BACK, STARTED, WENT_BACK, Replay
from tallyboard.journal.check import checker
from tallyboard.journal.clock import Clock, PowerOn
from tallyboard.journal.runs import Run, joined, singles
from tallyboard.journal.spans import Spans

# What a score would stand in, emptied: an incomplete match is never shown with one.
_NO_SCORE: dict[str, Any] = {"winners": [], "totals": {}, "twenties": {}, "rounds": [], "current": None}


def match_id(board: str, epoch: int, first_seq: int) -> str:
    """The match's id: the same on every laptop and in every export."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"tallyboard:{board}/{epoch}/{first_seq}"))


def sound(epoch: int, rows: Iterable[tuple[int, bytes]]) -> Iterator[Run]:
    """Runs of the records (number, bytes) whose own check holds; what a disk has damaged is a hole like any other."""
    holds = checker(epoch)
    for run in joined((seq, data) for seq, data in rows if len(data) == record.SIZE):
        if holds(*run):
            yield run
        else:
            yield from (one for one in singles(run) if holds(*one))


def fallen(records: Iterable[Run]) -> Spans:
    """The numbers that a CUT among these records says no longer stand: one that is not there could not be read by the
    board itself, for a power cut had torn it or the memory is bad."""
    spans = Spans()
    for run in records:
        for seq, data in singles(run):
            if data[0] == record.CUT:
                spans.add(max(0, seq - record.value_of(data)), seq)
    return spans


def matches(
    board: str, epoch: int, records: Iterable[Run], known_next: int, over: bool, clock: Clock | None = None
) -> Iterator[dict[str, Any]]:
    """The match objects of these sound records, in order.

    `known_next`: the board is known to have records up to, not with, this number. `over`: the epoch has ended, so that
    nothing in it is being played any more. `clock`: where these are not the first records of their power-on, one that
    those before them were fed to.
    """
    for match, power_on, ms in _read(_Reader(board, epoch, clock or Clock()), records, known_next, over):
        # only now: a time that was told later in the same power-on dates them all
        yield {**match, "started": power_on.date(ms)}


def _read(reader: "_Reader", records: Iterable[Run], known_next: int, over: bool) -> list["_Found"]:
    for run in records:
        for seq, data in singles(run):
            if data[0] < record.SETTING:
                reader.press(seq, data)
            else:
                reader.feed(seq, data)
    reader.end(known_next, over)
    return reader.found


class _Found(NamedTuple):
    """A match object, whose `started` is still open, and when its GAME was written."""

    match: dict[str, Any]
    power_on: PowerOn
    ms: int | None


class _Account(NamedTuple):
    """What was kept of a match besides what its Replay keeps: see _Reader."""

    first: int
    rounds: list[dict[str, Any]]
    began: tuple[PowerOn, int | None]
    hole: int | None


class _Beginning:
    """The records that stand before a GAME and belong to it: a CHOICE, every option in force, key and names.

    `choice_at`: number of the CHOICE, None while there is none. `lost`: records behind it, or it, are missing. `given`:
    the options that are there, by name. `is_newer`: others are there, or rules, that only a newer firmware has.
    `texts`: how many records of key and names. Any other record clears them, where there is anything to clear (`any`).
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.choice_at: int | None = None
        self.lost = False
        self.given: dict[str, Any] = {}
        self.is_newer = False
        self.texts = 0
        self.any = False

    def take(self, seq: int, data: bytes) -> None:
        """Note a CHOICE, a SETTING or a TEXT."""
        if data[0] == record.CHOICE:
            self.clear()
            self.choice_at = seq
        self.any = True
        if record.TEXT <= data[0] < record.BOOT:
            self.texts += 1
        if data[0] >= record.TEXT:
            return
        if data[0] == record.RULES:
            self.is_newer = self.is_newer or data[1] > catalogue.EDITION
            return
        try:
            name, value = options.from_bytes(data[0] & 0x1F, data[1:4])
        except options.OptionError:
            self.is_newer = True
        else:
            self.given[name] = list(value) if isinstance(value, tuple) else value


class _Reader:
    """Follows a Replay and keeps account of what is missing.

    `hole`: the first missing number of the present match that no CUT has explained, None when there is none. The
    account is kept here because a CUT explains only what stands behind its target, while a laptop may have lost more.
    """

    def __init__(self, board: str, epoch: int, clock: Clock) -> None:
        self._clock = clock
        self._began: tuple[PowerOn, int | None] = (clock.power_on, None)
        self._board = board
        self._epoch = epoch
        self._replay = Replay()
        self.found: list[_Found] = []  # matches that are over, but a BACK may let the last one go on
        self._former: _Account | None = None  # of that one
        self._doubted: _Found | None = None  # that one, while it may have gone on among records that are missing
        self._stands: int | None = None  # behind a hole, how many events stand in the match at least
        self._expected = 0
        self._hole: int | None = None
        self._beginning = _Beginning()
        self._first: int | None = None  # the present match's first record; None: no match whose place is known
        self._unread: dict[str, Any] | None = None  # what is known of a match whose settings are not all there
        self._rounds: list[dict[str, Any]] = []  # by number; those from `closed` on have been undone

    def press(self, seq: int, data: bytes) -> None:
        """Take the next record where it is an event, as nearly all are."""
        if seq != self._expected:
            self._skip(seq)
        self._expected = seq + 1
        self._clock.feed(seq, data)
        self._replay.feed(seq, data)
        if self._stands is not None:
            self._stands = max(0, self._stands + (-1 if data[0] >> 2 == UNDO else 1))
        if self._beginning.any:
            self._beginning.clear()

    def _skip(self, seq: int) -> None:
        """The records up to this one are missing."""
        self._doubt(seq - self._expected)
        self._beginning.lost = self._beginning.any = True
        if self._hole is None:
            self._hole = self._expected

    def feed(self, seq: int, data: bytes) -> None:
        """Take the next record."""
        if seq != self._expected:
            self._skip(seq)
        self._expected = seq + 1
        what = data[0]
        if what == record.GAME:
            self._close(over=True)
        self._clock.feed(seq, data)
        did = self._replay.feed(seq, data)
        if what == record.GAME:
            self._start(seq, data[1] & 0x3F, did == STARTED)
        elif did == WENT_BACK:
            self._go_back()
        elif what == record.BACK and self._replay.broken:
            self._doubt()
        elif did == CUT_BACK:
            self._follow(self._replay.match)
            if self._hole is not None and seq - record.value_of(data) <= self._hole:
                self._hole = None
                self._believe()
        if record.SETTING <= what < record.BOOT or what == record.CHOICE:
            self._beginning.take(seq, data)
        else:
            self._beginning.clear()

    def _start(self, seq: int, number: int, whole: bool) -> None:
        begin = self._beginning
        self._began = (self._clock.power_on, self._clock.ms)
        self._hole = None
        self._unread = None
        if whole:
            self._follow(self._replay.match)
            self._first = self._replay.first_seq
            if begin.lost:  # all its settings are there: it is its CHOICE, which says nothing about the score
                self._first -= 1
        elif begin.choice_at is None:  # nobody knows where it began
            return
        elif number >= len(catalogue.IDS) or begin.is_newer:
            self._first = begin.choice_at
            self._unread = _newer(number, begin, seq)
        elif seq - begin.choice_at <= len(catalogue.by_number(number).OPTIONS) + begin.texts + 2:
            # else it may be of another match
            self._first = begin.choice_at
            self._unread = _unread(catalogue.by_number(number), begin.given, seq)

    def _follow(self, match: Any) -> None:
        """Keep account of this match's rounds as they are closed, so that nobody has to play them again for it."""
        self._rounds = rounds(match)
        match.on_close = self._closed

    def _closed(self, match: Any, awarded: list[int]) -> None:
        del self._rounds[match.closed - 1 :]
        self._rounds.append(closed_round(match, awarded))

    def end(self, known_next: int, over: bool) -> None:
        """No more records."""
        if known_next > self._expected:
            self._skip(known_next)
        self._close(over)

    def _doubt(self, missing: int | None = None) -> None:
        """Among so many missing records the match before may have gone on: where they are enough to undo what stands in
        this one, and one more. None: it is said that a match goes on, and not to be known which."""
        replay = self._replay
        if self._former is None or self._doubted is not None or replay.match is None:
            return
        stands = replay.match.length - replay.match.given if self._stands is None else self._stands
        self._stands = max(0, stands - (missing or 0))
        if missing is None or missing > stands:
            self._doubted = self.found[-1]
            told = {**self._doubted.match, **_NO_SCORE, "status": "incomplete", "untouched": False}
            self.found[-1] = self._doubted._replace(match=told)

    def _believe(self) -> None:
        """What was missing does not stand."""
        self._stands = None
        if self._doubted is not None:
            self.found[-1], self._doubted = self._doubted, None

    def _go_back(self) -> None:
        """The match before goes on, and the one that was begun since never was."""
        former, self._former, self._first = self._former, None, None
        self._stands = None
        if former is not None:
            self.found.pop()
            self._first, self._rounds, self._began, hole = former
            self._hole = self._hole if hole is None else hole

    def _close(self, over: bool) -> None:
        self._former = self._doubted = self._stands = None
        first, self._first = self._first, None
        if first is None:
            return
        if self._unread is None:
            self._former = _Account(first, self._rounds, self._began, self._hole)
        replay = self._replay
        match: Any = replay.match
        played: dict[str, Any] = self._unread or {
            "last_seq": replay.last_seq,
            "started": None,
            "key": replay.key or None,
            "untouched": match.untouched(),
            **result(match, [name or None for name in replay.names], self._rounds[: match.closed]),
        }
        if self._unread or self._hole is not None or replay.broken or replay.refused:
            played.update(_NO_SCORE, status="incomplete", untouched=False)  # for what is missing may be events
        elif over and played["status"] == "playing":
            played["status"] = "abandoned"
        head = {"match": match_id(self._board, self._epoch, first), "board": self._board, "epoch": self._epoch}
        self.found.append(_Found({**head, "first_seq": first, **played}, *self._began))


def is_newer(match: Mapping[str, Any]) -> bool:
    """Whether only a newer tallyboard knows this match's game."""
    return bool(match.get("newer", False))


def _newer(number: int, begin: _Beginning, game_seq: int) -> dict[str, Any]:
    """What can be said of a match whose game, rules or options this version does not know."""
    game = catalogue.IDS[number] if number < len(catalogue.IDS) else f"game {number}"
    sides = list(SIDES[: begin.given.get("sides", 2)])
    return {**_unscored(game, dict(begin.given), sides, game_seq), "newer": True}


def _unread(game: Any, given: dict[str, Any], game_seq: int) -> dict[str, Any]:
    """What can be said of a match some of whose settings are lost."""
    there = {name: given[name] for name, _ in game.OPTIONS if name in given}
    return _unscored(game.ID, there, list(SIDES[: given.get("sides", 2)]), game_seq)


def _unscored(game: str, given: dict[str, Any], sides: list[str], game_seq: int) -> dict[str, Any]:
    return {
        "last_seq": game_seq,
        "started": None,
        "key": None,
        "untouched": False,
        "game": game,
        "options": given,
        "sides": sides,
        "names": dict.fromkeys(sides),
        "status": "incomplete",
        **_NO_SCORE,
    }
