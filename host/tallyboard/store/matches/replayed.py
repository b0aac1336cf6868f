"""The records of an epoch replayed to matches, with account of what is missing; what is kept of a match: its id, and
its form without a score where it cannot be played again."""

import re
import sys
import uuid
from array import array
from collections.abc import Iterable, Iterator
from typing import Any, NotRequired, cast

from shared_rules.games import catalogue, options
from shared_rules.games.events import SIDES, UNDO, RefusedError
from shared_rules.games.result import closed_round, result, rounds
from shared_rules.journal import record
from shared_rules.journal.record import LONGEST_IN_MS, SIZE, unpack_gap
from shared_rules.journal.record_text import is_text
from shared_rules.journal.replay import CUT_BACK, STARTED, WENT_BACK, Replay
from tallyboard.journal.runs import Clock, PowerOn, Run
from tallyboard.shapes import ClosedRound, Options, RecordedMatch, ResultObject, Status


class PlayedMatch(ResultObject):
    """What is computed of a match besides where it stands. `untouched`: nothing that was entered in it stands."""

    last_seq: int
    started: str | None
    key: str | None
    untouched: bool
    newer: NotRequired[bool]


class KeptMatch(RecordedMatch):
    """A match as it is kept. `untouched`: nothing that was entered in it stands; what is kept may lack it."""

    untouched: bool


def match_id(board: str, epoch: int, first_seq: int) -> str:
    """The match's id: the same on every laptop and in every export."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"tallyboard:{board}/{epoch}/{first_seq}"))


def no_score(status: Status) -> dict[str, Any]:
    """What a match of this status tells that has no score."""
    return {"status": status, "winners": [], "totals": {}, "twenties": {}, "rounds": [], "current": None}


def incomplete(match: KeptMatch) -> KeptMatch:
    """The match as one of whose records some are missing: they may be events, so it has no score."""
    return cast(KeptMatch, {**match, "untouched": False, **no_score("incomplete")})


def is_newer(match: RecordedMatch) -> bool:
    """Whether only a newer tallyboard knows this match's game."""
    return match.get("newer", False)


class Beginning:
    """A CHOICE, every option in force, key and names, as far as they were read.

    `choice_at`: number of the CHOICE, None while there is none. `lost`: records behind it, or it, are missing.
    `settings`: the records of options and rules. `texts`: how many records of key and names. `is_empty`: nothing was
    read or lost since the last record that belongs to no beginning.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """A record has come that belongs to no beginning."""
        self.choice_at: int | None = None
        self.lost = False
        self.settings: list[bytes] = []
        self.texts = 0
        self.is_empty = True

    def lose(self) -> None:
        """Records are missing."""
        self.lost = True
        self.is_empty = False

    def take(self, seq: int, data: bytes) -> None:
        """Note a CHOICE, a SETTING or a TEXT."""
        if data[0] == record.CHOICE:
            self.clear()
            self.choice_at = seq
        self.is_empty = False
        if is_text(data[0]):
            self.texts += 1
        elif data[0] < record.TEXT:
            self.settings.append(data)

    def match_begun_by(self, seq: int, number: int) -> PlayedMatch | None:
        """What can be said of the match that a GAME of this game number begins, without these settings being whole.
        None where it is not known with which record it began."""
        if self.choice_at is None:
            return None
        given: Options = {}
        is_newer = False  # options are there, or rules, that only a newer firmware has
        for data in self.settings:
            if data[0] == record.RULES:
                is_newer = is_newer or data[1] > catalogue.EDITION
                continue
            try:
                name, value = options.from_bytes(data[0] & 0x1F, data[1:4])
            except options.OptionError:
                is_newer = True
            else:
                given[name] = list(value) if isinstance(value, tuple) else value
        if number >= len(catalogue.IDS) or is_newer:
            name = catalogue.IDS[number] if number < len(catalogue.IDS) else f"game {number}"
            return {**self._unscored(name, given, given, seq), "newer": True}
        game = catalogue.by_number(number)
        if seq - self.choice_at > len(game.OPTIONS) + self.texts + 2:  # the CHOICE may be of another match
            return None
        return self._unscored(game.ID, given, [name for name, _ in game.OPTIONS], seq)

    def _unscored(self, game: str, given: Options, names: Iterable[str], seq: int) -> PlayedMatch:
        """`given`: the options; `names`: of those to tell, in order."""
        sides = list(SIDES[: cast(int, given.get("sides", 2))])
        told = {name: given[name] for name in names if name in given}
        begun = {"last_seq": seq, "started": None, "key": None, "untouched": False, "game": game, "options": told}
        return cast(PlayedMatch, {**begun, "sides": sides, "names": dict.fromkeys(sides), **no_score("incomplete")})


_ALIKE = re.compile(b"[\0-\x7f]+|.", re.DOTALL)  # in the first bytes of records: events in a row, or one other record


_Moment = tuple[PowerOn, int | None]  # when a GAME was written


class _Account:
    """What is kept of a match besides what its Replay keeps.

    `first`: its first record, None where that is not known: then it is shown nowhere. `began`: when. `unread`: what is
    known of a match whose settings are not all there. `hole`: its first missing number that no CUT has explained, None
    where there is none; kept here because a CUT explains only what stands behind its target, while a laptop may have
    lost more. `rounds`: the closed ones by number; those from the match's `closed` on have been undone.
    """

    def __init__(self, began: _Moment) -> None:
        self.first: int | None = None
        self.began = began
        self.unread: PlayedMatch | None = None
        self.hole: int | None = None
        self.rounds: list[ClosedRound] = []

    def follow(self, match: Any) -> None:
        """Keep the rounds of this match of the rules as they are closed: so nobody has to play them again for that."""
        self.rounds = rounds(match)
        match.on_close = self._closed

    def _closed(self, match: Any, awarded: list[int]) -> None:
        del self.rounds[match.closed - 1 :]
        self.rounds.append(cast(ClosedRound, closed_round(match, awarded)))


class FoundMatch:
    """A match that is over, but for a BACK, which may let the last one go on."""

    def __init__(self, match: KeptMatch, began: _Moment) -> None:
        self._match = match
        self._began = began
        self.is_doubted = False  # it may have gone on among records that are missing

    @property
    def first_seq(self) -> int:
        """The number of its first record."""
        return self._match["first_seq"]

    def match(self) -> KeptMatch:
        """What is to be kept of it; to be asked when all records were read, for a time told later dates it too."""
        power_on, ms = self._began
        match: KeptMatch = {**self._match, "started": power_on.date(ms)}
        return incomplete(match) if self.is_doubted else match


class _Presses(Replay):
    """A Replay that takes many events at a time."""

    def press(self, seq: int, events: "array[int]", ms: int) -> None:
        """Do what `feed` does with each of these events, whose records follow one another from number `seq` on; `ms`:
        their gaps, added up."""
        if seq != self._expected and self._expected is not None:
            self._hole()
        self._expected = seq + len(events)
        self.time_ms += ms
        if self.match is None or self.broken:
            return
        play = self.match.play
        numbers = array(self._numbers.typecode, range(seq, seq + len(events)))
        at = 0
        for event in events:
            try:
                play(event)
            except RefusedError:
                self.refused += 1
                numbers.pop(at)
                events = events[:at] + events[at + 1 :]  # another array: the one that is gone through stays
            else:
                at += 1
        if numbers:
            self._entered.extend(events)
            self._numbers.extend(numbers)
            self.last_seq = numbers[-1]


class Replayed:
    """Takes the sound records of an epoch in order, and has the matches as `found` after `end`. `next`: the number
    behind the last record."""

    def __init__(self, board: str, epoch: int, clock: Clock) -> None:
        self.found: list[FoundMatch] = []
        self._board = board
        self._epoch = epoch
        self._clock = clock
        self._replay = _Presses()
        self.next = 0
        self._beginning = Beginning()
        self._present = _Account((clock.power_on, None))
        self._former: _Account | None = None  # of the last match that was found, while it can go on
        self._stands: int | None = None  # behind a hole, how many events stand in the present match at least

    def take(self, run: Run) -> None:
        """Take the next records: presses, as nearly all are, as many at a time as follow one another."""
        first, data = run
        if first != self.next:
            self._skip(first)
        for alike in _ALIKE.finditer(data[::SIZE]):
            low, high = alike.span()
            self.next = first + high
            if data[low * SIZE] < record.SETTING:
                self._press(first + low, data[low * SIZE : high * SIZE])
            else:
                self._feed(first + low, data[low * SIZE : high * SIZE])

    def _press(self, seq: int, data: bytes) -> None:
        words = array("H", data)  # of the machine, while an event has its kind first
        events, gaps = words[::4], words[1::4]
        (events if sys.byteorder == "little" else gaps).byteswap()
        ms = sum(gap if gap <= LONGEST_IN_MS else unpack_gap(gap) for gap in gaps)
        self._clock.press(seq, len(events), ms)
        self._replay.press(seq, events, ms)
        if self._stands is not None:
            for event in events:
                self._stands = max(0, self._stands + (-1 if event >> 10 == UNDO else 1))
        if not self._beginning.is_empty:
            self._beginning.clear()

    def _feed(self, seq: int, data: bytes) -> None:
        what = data[0]
        if what == record.GAME:
            self._close(is_over=True)
        self._clock.feed(seq, data)
        did = self._replay.feed(seq, data)
        if what == record.GAME:
            self._start(seq, data[1] & 0x3F, did == STARTED)
        elif did == WENT_BACK:
            self._go_back()
        elif what == record.BACK and self._replay.broken:  # behind a hole: it is not to be known which match goes on
            if self._can_be_doubted():
                self.found[-1].is_doubted = True
        elif did == CUT_BACK:
            self._present.follow(self._replay.match)
            if self._present.hole is not None and seq - record.value_of(data) <= self._present.hole:
                self._present.hole = self._stands = None  # what was missing does not stand
                if self._former is not None:
                    self.found[-1].is_doubted = False
        if record.SETTING <= what < record.BOOT or what == record.CHOICE:
            self._beginning.take(seq, data)
        else:
            self._beginning.clear()

    def end(self, known_next: int, is_over: bool) -> None:
        """No more records; the board is known to have some below `known_next`. `is_over`: so is the epoch."""
        if known_next > self.next:
            self._skip(known_next)
        self._close(is_over)

    def standing(self) -> list[KeptMatch]:
        """The matches as they stand now; more records may come."""
        present = self._present_as_found(is_over=False)
        return [found.match() for found in (*self.found, *(() if present is None else (present,)))]

    def forget_before(self, first_seq: int) -> None:
        """Forget the matches that begin before this number, of which the last one that is over must not be."""
        self.found = [found for found in self.found if found.first_seq >= first_seq]

    def _skip(self, seq: int) -> None:
        """The records up to this one are missing."""
        self._lose_events(seq - self.next)
        self._beginning.lose()
        if self._present.hole is None:
            self._present.hole = self.next

    # ---- the present match

    def _start(self, seq: int, number: int, is_whole: bool) -> None:
        """A GAME of this game number begins a match. `is_whole`: the Replay has it."""
        self._present = _Account((self._clock.power_on, self._clock.ms))
        if is_whole:
            self._present.follow(self._replay.match)
            # Where something is lost all its settings are there: it is its CHOICE, which says nothing about the score.
            self._present.first = self._replay.first_seq - (1 if self._beginning.lost else 0)
            return
        self._present.unread = self._beginning.match_begun_by(seq, number)
        if self._present.unread is not None:
            self._present.first = self._beginning.choice_at

    def _close(self, is_over: bool) -> None:
        """The present match is at its end, as far as is known."""
        found = self._present_as_found(is_over)
        self._former = self._stands = None
        if found is not None:
            self._former = self._present if self._present.unread is None else None
            self.found.append(found)

    def _present_as_found(self, is_over: bool) -> FoundMatch | None:
        """The present match, were this its end; None where it is shown nowhere."""
        account = self._present
        if account.first is None:
            return None
        match: KeptMatch = {
            "match": match_id(self._board, self._epoch, account.first),
            "board": self._board,
            "epoch": self._epoch,
            "first_seq": account.first,
            **(account.unread or self._played(is_over)),
        }
        has_gaps = account.hole is not None or self._replay.broken or self._replay.refused
        return FoundMatch(incomplete(match) if account.unread or has_gaps else match, account.began)

    def _played(self, is_over: bool) -> PlayedMatch:
        replay = self._replay
        match: Any = replay.match
        names = [name or None for name in replay.names]
        # And the rest of it here.
        played = cast(PlayedMatch, result(match, names, self._present.rounds[: match.closed]))
        if is_over and played["status"] == "playing":
            played["status"] = "abandoned"
        return {
            "last_seq": replay.last_seq,
            "started": None,
            "key": replay.key or None,
            "untouched": match.untouched(),
            **played,
        }

    # ---- the match before it

    def _go_back(self) -> None:
        """The match before goes on, and the one that was begun since never was."""
        former, hole = self._former, self._present.hole
        self._former = self._stands = None
        if former is None:
            self._present.first = None
            return
        self.found.pop()
        former.hole = hole if former.hole is None else former.hole
        self._present = former

    def _lose_events(self, missing: int) -> None:
        """So many records are missing. Where they are enough to undo what stands in this match, and one more, the one
        before may have gone on among them."""
        if not self._can_be_doubted():
            return
        if self._stands is None:
            match: Any = self._replay.match
            self._stands = match.length - match.given
        if missing > self._stands:
            self.found[-1].is_doubted = True
        self._stands = max(0, self._stands - missing)

    def _can_be_doubted(self) -> bool:
        return self._former is not None and not self.found[-1].is_doubted and self._replay.match is not None


def matches_of(
    board: str, epoch: int, records: Iterable[Run], known_next: int, over: bool, clock: Clock | None = None
) -> Iterator[KeptMatch]:
    """The matches of these sound records, in order.

    `known_next`: the board is known to have records up to, not with, this number. `over`: the epoch has ended, so that
    nothing in it is being played any more. `clock`: where these are not the first records of their power-on, one that
    those before them were fed to.
    """
    replayed = Replayed(board, epoch, clock or Clock())
    for run in records:
        replayed.take(run)
    replayed.end(known_next, over)
    return (found.match() for found in replayed.found)
