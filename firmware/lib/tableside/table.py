"""The match at the table and the journal that holds it: nothing counts before it is written down."""

from shared_rules import games
from shared_rules.crc import crc32
from shared_rules.events import FIRST, RefusedError, event
from shared_rules.options import OptionError
from tableside import texts
from tableside.journal import FullError

DONE = None  # what `enter` and `start` give when they are; else the code of the refusal, see texts.REFUSALS

_RETRY_MS = 1000


class Table:
    """`match` is what the journal says, or None; `journal` is None while its medium does not answer.

    `find_journal()` gives a Journal that is not opened yet, or raises OSError or ValueError. `chosen`: the game line of
    the settings; it is started where there is no match yet, and after a finished one when the settings have changed
    since. `start`: a game line to start at power-on unless a match is unfinished, or None. `fault`: the sentence that
    says what is wrong with the chosen game, or None.
    """

    def __init__(self, find_journal, sides, chosen, start=None):
        self._find_journal = find_journal
        self._sides = sides
        self._chosen = chosen
        self._start = start
        self._choice = crc32(chosen.encode()) & 0xFFFFFF
        self._retry_at = 0
        self.journal = None
        self.match = None
        self.fault = None

    def step(self, now_ms):
        """Look for the medium while it does not answer; True when the match was read anew."""
        if self.journal is not None or now_ms < self._retry_at:
            return False
        try:
            journal = self._find_journal()
            journal.open()
        except (OSError, ValueError):
            self._retry_at = now_ms + _RETRY_MS
            return False
        self.journal = journal
        self.match = journal.replay.match
        since = journal.replay.choice
        journal.replay = None  # its lists of the events are for the memory to have back
        self._start_at_power_on(since, now_ms)
        return True

    def _start_at_power_on(self, since, now_ms):
        start, self._start = self._start, None
        if self.match is not None and not self.match.finished:
            return
        if start is None and self.match is not None and since == self._choice:
            return
        try:
            self.start(self._new(start or self._chosen), 0, now_ms)
        except OptionError as fault:
            self.fault = str(fault)

    def _new(self, line):
        match = games.new(line)
        if match.sides > self._sides:
            raise OptionError("sides=3 needs a board with a third side (TALLYBOARD_SIDES = 3)")
        return match

    def start(self, match, first, at_ms):
        """Start this new match, side number `first` to begin; DONE or a refusal."""
        if self.journal is None:
            return texts.NO_MEDIUM
        try:
            self.journal.start(match, self._choice, first, at_ms)
        except FullError:
            return texts.FULL
        except OSError:
            return self._lost(at_ms)
        if first:
            match.play(event(FIRST, first))
        self.match = match
        return DONE

    def again(self, at_ms):
        """A new match with the same options, the other side first; as `start`."""
        old = self.match
        return self.start(games.make(old.ID, old.options), (old.opener() + 1) % old.sides, at_ms)

    def enter(self, entered, at_ms):
        """Enter one event: DONE, or the code of the refusal, and then nothing has changed."""
        if self.journal is None:
            return texts.NO_MEDIUM
        if not self.journal.takes(entered):
            return texts.FULL
        try:
            self.match.play(entered)
        except RefusedError as refusal:
            return refusal.code
        try:
            self.journal.enter(entered, at_ms)
        except OSError:  # written or not: the journal will say when it answers again
            return self._lost(at_ms)
        return DONE

    def _lost(self, now_ms):
        self.journal = None
        self.match = None
        self._retry_at = now_ms + _RETRY_MS
        return texts.NO_MEDIUM
