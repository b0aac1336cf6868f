"""A match press by press: from a journal, with what no longer stands, or from a scoresheet."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from shared_rules.games import catalogue, scoresheet
from shared_rules.games.events import FIRST, SIDES, event
from shared_rules.games.match import AWARD, CANCEL
from shared_rules.games.result import result
from shared_rules.games.scoresheet import to_text
from shared_rules.journal import record, record_text
from shared_rules.journal.reasons import RESETS, SAFE_MODES
from shared_rules.journal.replay import CUT_BACK, EVENT, STARTED, WENT_BACK, Replay
from tallyboard.errors import TallyboardError
from tallyboard.journal.runs import Clock, PowerOn
from tallyboard.shapes import PressObject, RecordedMatch, ResultObject

NOT_COUNTED = "not counted"  # the note on a press that the rules refused, or that stands behind a hole


@dataclass
class Press:
    """One press, or with an empty `event` something else that the journal tells there (`note`)."""

    seq: int  #: number of its record, from 0
    ms: int | None  #: board time in milliseconds since its power-on; None where records before it are missing
    at: str | None = (
        None  #: when that was, in UTC (ISO 8601, to the second); None where the board was not told the time
    )
    event: str = ""  #: the press as a scoresheet has it, `A 20`, `undo`, `next`
    undone: bool = False  #: whether an `undo` took it back
    cut: bool = False  #: whether the board found the record or one before it damaged, and went on without it
    note: str = ""  #: `not counted`, what a round brought, and the like; mostly empty
    totals: dict[str, int] = field(default_factory=dict)  #: points of the match after it, by the sides' letters
    raw: dict[str, int] = field(default_factory=dict)  #: points of the round after it; both empty where incomplete

    def as_json(self) -> PressObject:
        """The same as in `presses` of `tallyboard show --json`."""
        return cast("PressObject", vars(self).copy())


def press_list(
    match: RecordedMatch, records: Iterable[tuple[int, bytes]], end: int | None, clock: Clock | None = None
) -> list[Press]:
    """The presses of the match object, in order; `end`: the first record number of the next match, None for the last.

    `records` are the sound ones of the match's epoch, at least from the power-on in which it began to the end of the
    one in which it ended. `clock`: where they begin later, one that those before them were fed to.
    """
    log = _Log(match["status"] != "incomplete", clock or Clock())
    expected = match["first_seq"]
    for seq, data in records:
        log.clock.feed(seq, data)
        if seq >= match["first_seq"] and (end is None or seq < end):
            log.missing(expected, seq)
            expected = seq + 1
            log.feed(seq, data)
    log.missing(expected, match["last_seq"] + 1)  # damaged since the match was computed
    for press, power_on in log.made:  # a time told later dates what stands before it
        press.at = power_on.date(press.ms)
    return [press for press, _ in log.made]


def any_stands(presses: Iterable[Press]) -> bool:
    """Whether anything was entered that still stands."""
    gone = ("undo", "")
    return any(p.event not in gone and not (p.undone or p.cut or p.note == NOT_COUNTED) for p in presses)


def _started(reset: int, safe_mode: int) -> str:
    """Why the board started, from the two bytes of a BOOT; other numbers than ours are of a newer firmware."""
    why = {"WATCHDOG": "the firmware hung and was restarted", "RELOAD": "the firmware was started anew"}
    reason = why.get(RESETS[reset], "power on") if reset < len(RESETS) else "power on"
    if not 0 < safe_mode < len(SAFE_MODES):
        return reason
    return f"{reason}, after safe mode ({SAFE_MODES[safe_mode].lower().replace('_', ' ')})"


class _Log:
    """`made`: presses and notes, each with the power-on in which it was made. `clock`: is fed every record first."""

    def __init__(self, scored: bool, clock: Clock) -> None:
        self.made: list[tuple[Press, PowerOn]] = []
        self.clock = clock
        self._scored = scored
        self._began = False
        self._replay = Replay()
        self._standing: list[Press] = []
        self._texts: dict[int, bytes] = {}

    def feed(self, seq: int, data: bytes) -> None:
        did = self._replay.feed(seq, data)
        what = data[0]
        if record_text.is_text(what):
            record_text.gather(self._texts, data)
            return
        texts, self._texts = self._texts, {}
        if what == record.BOOT:
            self._note(seq, _started(data[2], data[3]))
        elif what == record.FAULT:
            self._note(seq, "the firmware met an error: " + record_text.decode(texts, record.FAULT_TEXT))
        elif what == record.ASSIGN and data[1] == record.NO_GAME:
            self._note(seq, "the next match was no longer assigned")
        elif what == record.ASSIGN:
            names = [record_text.decode(texts, record.NAME + side) for side in range(3)]
            self._note(seq, "the next match was assigned: " + " - ".join(name for name in names if name))
        elif what == record.CUT:
            self._cut(seq, seq - record.value_of(data), did == CUT_BACK)
        elif what == record.GAME:
            self._start(seq, data[1] >> 6, did == STARTED)
        elif what == record.BACK:
            self._note(seq, "back to this match" if did == WENT_BACK else "not counted: back to the match before")
        elif what < record.SETTING:
            self._press(seq, record.event_of(data), did == EVENT)

    def _start(self, seq: int, first: int, taken: bool) -> None:
        """A GAME: of this match, or of another one that was taken back before anything was entered in it."""
        if self._began:
            self._note(seq, "another match was started")
        elif first and self._replay.edition <= catalogue.OLDER:  # who is first was an event then
            self._press(seq, event(FIRST, first), taken)
        elif first and taken:
            self._note(seq, f"{SIDES[first]} is first")
        self._began = True

    def missing(self, expected: int, seq: int) -> None:
        """Records from number `expected` up to, not with, `seq`, if any."""
        if seq > expected:
            gone = f"record {expected} is" if seq == expected + 1 else f"records {expected} to {seq - 1} are"
            self._add(Press(expected, None, note=f"{gone} missing"))

    def _note(self, seq: int, note: str) -> None:
        self._add(Press(seq, self.clock.ms, note=note))

    def _add(self, press: Press) -> None:
        self.made.append((press, self.clock.power_on))

    def _press(self, seq: int, code: int, taken: bool) -> None:
        try:
            words = to_text(code, self._replay.match)
        except ValueError:  # of a newer firmware
            words = f"event {code}"
        press = Press(seq, self.clock.ms, event=words, note=NOT_COUNTED)
        self._add(press)
        if taken:
            press.note = self._news()
            press.totals, press.raw = self._score()
            self._stand(press)

    def _stand(self, press: Press) -> None:
        """It stands, or takes back what stood last."""
        if press.event != "undo":
            self._standing.append(press)
        elif self._standing:
            self._standing.pop().undone = True

    def _score(self) -> tuple[dict[str, int], dict[str, int]]:
        match = self._replay.match
        if not self._scored or match is None:
            return {}, {}
        sides = range(match.sides)
        return {SIDES[s]: match.totals[s] for s in sides}, {SIDES[s]: match.raw(s) for s in sides}

    def _news(self) -> str:
        match: Any = self._replay.match
        if match.news == AWARD:
            return "awarded " + " : ".join(str(points) for points in match.awarded) if self._scored else ""
        return "cancels" if match.news == CANCEL else match.news.strip().lower()

    def _cut(self, seq: int, stands_below: int, taken: bool) -> None:
        self._note(seq, f"the board found a damaged record and went on from before record {stands_below}")
        if not taken:
            return
        self._standing = []
        for press in (press for press, _ in self.made if press.event):
            press.cut = press.cut or press.seq >= stands_below
            press.undone = press.undone and press.cut
            if not press.cut:
                self._stand(press)


class ScoresheetError(TallyboardError):
    """A line of a scoresheet that the rules refuse; `line` counts from 1."""

    def __init__(self, refused: scoresheet.SheetError) -> None:
        super().__init__(
            "Line %(line)s: %(cause)s.", "Correct the line; the sheet has no result.", line=refused.line, cause=refused
        )
        self.line = refused.line


def read_scoresheet(text: str) -> ResultObject:
    """The result of a match on paper. Raises ScoresheetError at the first line that is refused.

    >>> result = read_scoresheet('''
    ... game crokinole-traditional target=50
    ... name A Ann
    ... A 20
    ... A 15
    ... B 10
    ... next
    ... ''')
    >>> result["totals"], result["names"], result["status"]
    ({'A': 25, 'B': 0}, {'A': 'Ann', 'B': None}, 'playing')

    >>> read_scoresheet('game crokinole-official\\nA 25')
    Traceback (most recent call last):
    tallyboard.ScoresheetError: Line 2: unknown zone 25; the zones are 20, 15, 10, 5. ...
    """
    try:
        return result_of(text)
    except scoresheet.SheetError as error:
        raise ScoresheetError(error) from error


def result_of(text: str) -> ResultObject:
    """The same; raises SheetError, for whoever tells the line and the cause in words of its own."""
    sheet = scoresheet.read(text)
    return cast("ResultObject", result(sheet.match, sheet.names))
