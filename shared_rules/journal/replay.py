"""Records in, matches out: the one reading of a journal that the board at power-on and the laptop share.

    replay = Replay()
    for each record, in order of its number:
        replay.feed(seq, data)
    replay.match            # the last match that was started, or None

What does not follow from the records alone has no place here: a hole in the numbers breaks the match until a CUT says
from where it goes on, or another match starts.
"""

from array import array

from shared_rules.games import catalogue, options
from shared_rules.games.events import RefusedError
from shared_rules.games.options import OptionError
from shared_rules.journal.record import (
    ACKED,
    ASSIGN,
    BACK,
    BOOT,
    CHOICE,
    CUT,
    FAULT,
    FULL_LIGHT,
    GAME,
    KEY,
    LANGUAGE_OPEN,
    LIGHT,
    LONGEST_IN_MS,
    NAME,
    NAMED,
    NO_GAME,
    RULES,
    SETTING,
    SOUND_OPEN,
    TABLE,
    TEXT,
    TIME,
    gap_of,
    unpack_gap,
    value_of,
)

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any

    from shared_rules.games.match import Match

# What a record did.
EVENT = 0
STARTED = 1
NOTED = 2  # a boot, a setting
CUT_BACK = 3
IGNORED = 4  # an event outside of a match, behind a hole, or of a kind that this version does not know
WENT_BACK = 5  # the match before goes on

# What there is of a match besides what its board was told; put aside when another one starts.
_OF_A_MATCH = (
    "match",
    "edition",
    "choice",
    "first_seq",
    "start_seq",
    "last_seq",
    "key",
    "names",
    "refused",
    "_opener",
    "_entered",
    "_numbers",
    "missing",
    "broken",
)


class Assignment:
    """A match that the laptop wants played: game id, options in force, its key there, the names by side, who starts
    (side number, None where that is open). `seq`: of its record, the first of them where copies follow."""

    def __init__(
        self,
        game_id: str,
        options: "dict[str, Any]",
        key: str,
        names: tuple[str, ...],
        first: int | None = None,
        seq: int = 0,
    ) -> None:
        self.game_id = game_id
        self.options = options
        self.key = key
        self.names = names
        self.first = first
        self.seq = seq

    def same(self, other: "Assignment | None") -> bool:
        """Whether the other asks for the same."""
        return other is not None and (self.key, self.game_id, self.options, self.names, self.first) == (
            other.key,
            other.game_id,
            other.options,
            other.names,
            other.first,
        )


class Replay:
    """Feeds records to the match they belong to.

    `match`: the one being played or last played, None before the first. `edition`: of the rules that it is played by.
    `first_seq`, `start_seq`: numbers of its first setting and of its GAME. `time_ms`: board time of the last record,
    since its power-on. `boots`: BOOT records seen. `choice`: of its CHOICE, see record.py. `broken`: a hole stands in
    the match, from the number `missing` on, and nothing behind it counts. `refused`: events that the rules refused,
    which a sound journal has none of. `last_seq`: its last record. `key`, `names`: what the laptop called the match (""
    when it did not) and its sides (by side, "" for no name). `assigned`: the Assignment that waits to be started, or
    None. `acked`: by the last ACKED. `light`: the brightness, 1 to 16. `sound`: see record.SOUND_OPEN. `language`: see
    record.LANGUAGE_OPEN. `named`: the last NAMED, as (the table's name, check), None for none. `fault`: the check of
    the last FAULT, None for none.
    """

    def __init__(self) -> None:
        self.match: "Match | None" = None
        self.edition = catalogue.EDITION
        self.first_seq = 0
        self.start_seq = 0
        self.last_seq = 0
        self.time_ms = 0
        self.boots = 0
        self.choice = 0
        self.broken = False
        self.missing = 0
        self.refused = 0
        self.key = ""
        self.names: tuple[str, ...] = ("", "", "")
        self.assigned: Assignment | None = None
        self.acked = 0
        self.light = FULL_LIGHT
        self.sound = SOUND_OPEN
        self.language = LANGUAGE_OPEN
        self.named: tuple[str, int] | None = None
        self.fault: int | None = None
        self._given: dict = {}
        self._rules = catalogue.OLDER  # of the settings that are given
        self._given_at: int | None = None
        self._given_next = 0  # the number behind the last of them
        self._chosen: int | None = None
        self._texts: dict = {}
        self._used: Assignment | None = None  # the Assignment that the match was started by
        self._former: "list[Any] | None" = None  # the match before, while this one can be taken back
        self._went_back = False  # which is done once
        self._opener = 0  # side number of who starts by the GAME
        self._entered = array("H")  # events of this match in order, undo included, and their numbers
        self._numbers = array("I")
        self._expected: int | None = None

    def feed(self, seq: int, data: bytes | bytearray, at: int = 0) -> int:
        """Take the record number `seq`, eight bytes of data at `at`, whose check holds; returns what it did."""
        if seq != self._expected and self._expected is not None:
            self._hole()
        self._expected = seq + 1
        what = data[at]
        if what < SETTING:  # written out: at power-on a board comes by here for every press of the match
            gap = data[at + 2] | data[at + 3] << 8
            self.time_ms += gap if gap <= LONGEST_IN_MS else unpack_gap(gap)
            if self.match is None or self.broken:
                return IGNORED
            entered = what << 8 | data[at + 1]
            try:
                self.match.play(entered)
            except RefusedError:
                self.refused += 1
                return IGNORED
            self.last_seq = seq
            self._entered.append(entered)
            self._numbers.append(seq)
            return EVENT
        self.time_ms += gap_of(data, at)
        if what == BOOT:
            self.boots += 1
            self.time_ms = 0
            self._forget_settings()
            return NOTED
        if what == GAME:
            return self._start(seq, data[at + 1])
        if what == BACK:
            return self._go_back(seq)
        if what == CUT:
            return self._cut(seq, seq - value_of(data, at))
        if SETTING <= what < BOOT or what == CHOICE:
            return self._give(seq, what, data, at)
        if what == ASSIGN:
            return self._assign(seq, data[at + 1], data[at + 2])
        if what == ACKED:
            self.acked = value_of(data, at)
            return NOTED
        if what == LIGHT:
            self.light, self.sound, self.language = data[at + 1], data[at + 2], data[at + 3]
            return NOTED
        if what == FAULT:
            self.fault = value_of(data, at)
            self._forget_settings()
            return NOTED
        if what == NAMED:
            self.named = (self._text(TABLE), value_of(data, at))
            self._forget_settings()
            return NOTED
        return NOTED if what >= TIME else IGNORED

    def _give(self, seq: int, what: int, data: bytes | bytearray, at: int) -> int:
        """What stands before a GAME or an ASSIGN and belongs to it, or the text of a FAULT.

        It stands together. A full journal has no place for a BOOT, which would end a group that a power cut cut off.
        """
        if seq != self._given_next or self._begins_anew(what):
            self._forget_settings()
        self._given_next = seq + 1
        if self._given_at is None:
            self._given_at = seq
        if what == CHOICE:
            self._chosen = value_of(data, at)
        elif what >= TEXT:
            from shared_rules.journal.record_text import gather

            gather(self._texts, data, at)
        elif what == RULES:
            self._rules = data[at + 1]
        else:
            try:
                name, value = options.from_bytes(what & 0x1F, bytes(data[at + 1 : at + 4]))
            except OptionError:  # of a newer firmware: its match cannot be scored here
                self._given[what] = None
                return IGNORED
            self._given[name] = value
        return NOTED

    def _begins_anew(self, what: int) -> bool:
        """Whether a record of this kind is the first of another group than those before it."""
        if what == CHOICE:
            return bool(self._given) or self._chosen is not None
        if what >= RULES:
            return False
        code = what & 0x1F
        given = code < len(options.OPTIONS) and options.OPTIONS[code][0] in self._given
        return given or self._rules != catalogue.OLDER

    def _text(self, field: int) -> str:
        if field not in self._texts:
            return ""
        from shared_rules.journal.record_text import decode

        return decode(self._texts, field)

    def _assign(self, seq: int, number: int, first: int) -> int:
        self._used = None  # whatever it was: the laptop wants this now
        waiting, self.assigned = self.assigned, None
        try:
            if number != NO_GAME:
                game_id, in_force = catalogue.recorded(number, self._given, self._rules)
                names = tuple([self._text(NAME + side) for side in range(3)])
                opener = first - 1 if 0 < first <= in_force.get("sides", 2) else None
                self.assigned = Assignment(game_id, in_force, self._text(KEY), names, opener, seq)
                if self.assigned.same(waiting):  # kept with the start of another match, not wanted anew
                    self.assigned.seq = waiting.seq
        except (IndexError, OptionError):  # damaged, or of a newer firmware
            pass
        self._forget_settings()
        return NOTED

    def _forget_settings(self) -> None:
        self._given = {}
        self._rules = catalogue.OLDER
        self._given_at = None
        self._chosen = None
        self._texts = {}

    def _hole(self) -> None:
        if not self.broken:
            self.missing = self._expected
        self.broken = True
        self._forget_settings()

    def _start(self, seq: int, number: int) -> int:
        first_seq = seq if self._given_at is None else self._given_at
        former = None if self.match is None else [getattr(self, name) for name in _OF_A_MATCH]
        self._former = None
        self._went_back = False
        edition = self._rules
        key = self._text(KEY)
        waiting, self._used = self.assigned, None
        if waiting is not None and (key == waiting.key or edition <= catalogue.OLDER):
            self._used, self.assigned = waiting, None
        try:
            game_id, in_force = catalogue.recorded(number & 0x3F, self._given, edition)
        except (IndexError, OptionError):  # or of a newer firmware
            self._forget_settings()
            self.match = None
            self.broken = True
            return IGNORED
        self.match = catalogue.make(game_id, in_force, edition)
        if self._chosen is not None:
            self.choice = self._chosen  # only now: a start that was cut off leaves the old match with its own
        self.key = key
        self.names = tuple([self._text(NAME + side) for side in range(3)])
        self._forget_settings()
        self.edition = edition
        self.first_seq = first_seq
        self.start_seq = self.last_seq = seq
        self.broken = False
        self.refused = 0
        self._entered = array("H")
        self._numbers = array("I")
        self._former = former
        self._opener = number >> 6
        self._begin()
        return STARTED

    def _begin(self) -> None:
        """Who starts stands in the GAME; a match of older rules took that for an event, which an undo takes back."""
        if not self._opener:
            return
        try:
            self.match.begin_with(self._opener)
        except RefusedError:
            self.refused += 1
        if self.edition <= catalogue.OLDER:
            self.match.given = 0

    def can_go_back(self) -> bool:
        """Whether a BACK would be followed: nothing stands in the match that is on, and the one before is whole."""
        return self._former is not None and not self._former[-1] and not self.broken and self.match.untouched()

    def _go_back(self, seq: int) -> int:
        """What follows belongs to the match before, whether that is whole or not, and never to the one that was on."""
        if self.match is None or self.broken or self._went_back or not self.match.untouched():
            return IGNORED
        former = self._former
        if former is None:  # its beginning is missing
            self.match = None
            self.broken = True
        else:
            for i in range(len(_OF_A_MATCH)):
                setattr(self, _OF_A_MATCH[i], former[i])
            self.last_seq = seq
        self._former = None
        self._went_back = True
        self.assigned = self.assigned or self._used
        self._used = None
        self._forget_settings()
        return WENT_BACK

    def _cut(self, seq: int, stands_below: int) -> int:
        """The records from number `stands_below` on no longer stand; the match goes on from before them."""
        if self.match is None or stands_below <= self.start_seq or (self.broken and self.missing < stands_below):
            return IGNORED
        self.match = self.match.__class__(self.match.options)
        self._begin()
        kept = 0
        while kept < len(self._numbers) and self._numbers[kept] < stands_below:
            self.match.play(self._entered[kept])
            kept += 1
        self._entered = self._entered[:kept]
        self._numbers = self._numbers[:kept]
        self.broken = False
        self.last_seq = seq
        return CUT_BACK
