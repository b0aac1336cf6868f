"""The match at the table and the journal that holds it: nothing counts before it is written down."""

from shared_rules.games import catalogue
from shared_rules.games.events import NONE, RefusedError
from shared_rules.games.options import OptionError
from shared_rules.journal.crc import crc32
from shared_rules.journal.record import ENGLISH, FRENCH, FULL_LIGHT, LANGUAGE_OPEN, LIGHT, SOUND_OPEN
from tableside import texts
from tableside.journal import FullError

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable, Sequence

    from shared_rules.games.match import Match
    from shared_rules.journal.replay import Assignment, Replay
    from tableside.journal import Journal

ACCEPTED = None  # what `enter` and `start` give when they are; else the code of the refusal, see texts.REFUSALS

_RETRY_MS = 1000


class Table:
    """`match` is what the journal says, or None; `journal` is None while its medium does not answer.

    `find_journal()` gives a Journal that is not opened yet, or raises OSError or ValueError. `chosen`: the game line of
    the settings; a power-on starts it where there is no match yet. What was shown stays: behind a result it is `again`
    that starts it, when the settings have changed since. `start`: a game line to start at power-on unless a match is
    unfinished, or None. `why`: see Journal.open. `sides`: how many the board has. `assigned`: the Assignment that
    waits, or None; `called`: whether it came since the match that is on was started. `key`: what the laptop called the
    match, `names`: its sides ("" or none: no name). `light`: the brightness that is wanted, 1 to 16. `sound`: as the
    menu set it, see record.SOUND_OPEN. `settings_name`: the table's name in the settings; `given_name`: by the laptop,
    which counts unless "". `fault`: what is wrong with the chosen game, or None. `chosen_language`: of the settings,
    "fr" or what is taken for English; "" where the face has words of its own, and nobody chooses. `language`: as the
    menu set it, see record.LANGUAGE_OPEN.
    """

    def __init__(
        self,
        find_journal: "Callable[[], Journal]",
        sides: int,
        chosen: str,
        start: str | None = None,
        why: tuple[int, int] = (0, 0),
        name: str = "",
        language: str = "en",
    ) -> None:
        self._find_journal = find_journal
        self.sides = sides
        self._why = why
        self._chosen = chosen
        self._start = start
        self._choice = crc32(chosen.encode()) & 0xFFFFFF
        self._changed = False  # the settings name another game than when the match that is on was started
        self._retry_at = 0
        self.journal: "Journal | None" = None
        self.match: "Match | None" = None
        self.fault: str | None = None
        self.assigned: "Assignment | None" = None
        self.called = False
        self.key = ""
        self.names: "Sequence[str]" = ()  # of its sides
        self.light = FULL_LIGHT
        self.sound = SOUND_OPEN
        self.language = LANGUAGE_OPEN
        self.chosen_language = language
        self.settings_name = name
        self.given_name = ""
        self.noted: int | None = None  # check of the last fault in the journal
        self.timed_at: int | None = None  # board time at which the laptop's clock was last written down
        self.speak()

    def step(self, now_ms: int) -> bool:
        """Look for the medium while it does not answer; True when the match was read anew."""
        if self.journal is not None or now_ms < self._retry_at:
            return False
        try:
            journal = self._find_journal()
            journal.open(self._why)
        except (OSError, ValueError):
            self._retry_at = now_ms + _RETRY_MS
            return False
        self.journal = journal
        self.timed_at = None  # what follows the BOOT is dated by a time behind it
        self._why = (0, 0)  # the medium may go and come back, which is no start of the board
        replay, journal.replay = journal.replay, None  # its lists of the events are for the memory to have back
        self._take(replay)
        self.light, self.sound, self.noted = replay.light, replay.sound, replay.fault
        self.language = replay.language
        self.speak()
        if replay.named is not None and replay.named[1] == self.name_check():
            self.given_name = replay.named[0]
        self._start_at_power_on(now_ms)
        return True

    def make_room(self, now_ms: int) -> bool:
        """See Journal.make_room; True when what is shown may have changed."""
        try:
            return self.journal is not None and self.journal.make_room()
        except OSError:
            self.lost(now_ms)
            return True

    def _take(self, replay: "Replay") -> None:
        """The match is what this says."""
        self.match, self.key, self.names, self.assigned = replay.match, replay.key, replay.names, replay.assigned
        self.called = replay.assigned is not None and replay.assigned.seq > replay.start_seq
        self._changed = self.fault is None and replay.choice != self._choice

    def _start_at_power_on(self, now_ms: int) -> None:
        start, self._start = self._start, None
        begins = self.match is None or (start is not None and self.match.finished)
        if not begins and not self._changed:
            return
        try:
            chosen = self.new(start if begins and start else self._chosen)
        except OptionError as fault:
            self.fault = str(fault)
            self._changed = False
            return
        if begins:
            self.start(chosen, 0, now_ms)

    def new(self, line: str) -> "Match":
        """A match of this game line that can be played here; raises OptionError."""
        match = catalogue.new(line)
        if match.sides > self.sides:
            raise OptionError("sides=3 needs a board with a third side (TALLYBOARD_SIDES = 3)")
        return match

    def playing(self) -> bool:
        """Whether a match is on that a new one would cut short."""
        return self.match is not None and not self.match.finished and not self.match.untouched()

    def waits(self) -> bool:
        """Whether an assigned match is the next thing to be done here. One that somebody has passed over, to start
        another by hand, waits behind the result of that."""
        if self.assigned is None or self.playing():
            return False
        return self.called or self.match is None or self.match.finished

    def damaged(self) -> int:
        """How many records the match that is on has lost."""
        return 0 if self.journal is None else self.journal.damaged

    def low(self) -> bool:
        """Whether the journal has room for fewer than two matches, were all that is acknowledged given up."""
        return self.journal is not None and self.journal.low()

    def start(self, match: "Match", first: int, at_ms: int, key: str = "", names: "Sequence[str]" = ()) -> int | None:
        """Start this new match, side number `first` to begin; ACCEPTED or a refusal."""
        if self.journal is None:
            return texts.NO_MEDIUM
        epoch = self.journal.epoch
        try:
            self.journal.start(match, self._choice, first, at_ms, self._kept(key), key, names)
        except FullError:
            return texts.FULL
        except OSError:
            return self.lost(at_ms)
        if self.journal.epoch != epoch:
            self.timed_at = None  # the time went with the old one
        if first:
            match.begin_with(first)
        self.match = match
        self._changed = False
        if self.assigned is not None and self.assigned.key == key:
            self.assigned = None
        self.called = False
        self.key = key
        self.names = names
        return ACCEPTED

    def back(self, at_ms: int) -> int | None:
        """The match before goes on, in the place of one without an event; ACCEPTED or a refusal."""
        if self.journal is None:
            return texts.NO_MEDIUM
        from tableside.go_back import go_back

        try:
            replay = go_back(self.journal, at_ms)
        except OSError:
            return self.lost(at_ms)
        if replay is None:
            return NONE
        self._take(replay)
        return ACCEPTED

    def acknowledge(self, upto: int) -> None:
        """The laptop needs no record below this number any more."""
        self.journal.ack(upto, self.match is not None and self.match.finished)

    def _kept(self, key: str) -> "list[tuple[int, Sequence[int]]]":
        """What is told once and has to be found again behind the start of another match."""
        kept: "list[tuple[int, Sequence[int]]]" = []
        if (self.light, self.sound, self.language) != (FULL_LIGHT, SOUND_OPEN, LANGUAGE_OPEN):
            kept.append(self._as_set())
        if self.given_name:
            from tableside import table_orders

            kept += table_orders.naming(self)
        waiting = self.assigned
        if waiting is not None and waiting.key != key:
            from tableside import match_start

            kept += match_start.assigned(waiting)
        return kept

    def name(self) -> str:
        """The table's name."""
        return self.given_name or self.settings_name

    def name_check(self) -> int:
        """See record.NAMED."""
        return crc32(self.settings_name.encode()) & 0xFFFFFF

    def again(self, at_ms: int) -> int | None:
        """A new match with the same options, after a result with the other side first, or with the game of the settings
        when they have changed since; as `start`."""
        old = self.match
        if self._changed and old.finished:
            return self.start(self.new(self._chosen), 0, at_ms)
        first = (old.opener() + (1 if old.finished else 0)) % old.sides
        return self.start(catalogue.make(old.ID, old.options), first, at_ms)

    def assign(self, line: str, key: str, names: "Sequence[str]", at_ms: int, first: int | None = None) -> str | None:
        """The laptop wants this match played next, side number `first` to start it (None: that is open), and none at
        all where the key is "": ACCEPTED, or a sentence why not. The same again changes nothing."""
        from tableside import table_orders  # no power-on needs it

        return table_orders.assign(self, line, key, names, at_ms, first)

    def start_assigned(self, at_ms: int) -> int | None:
        """Start the match that waits; as `start`."""
        waiting = self.assigned
        match = catalogue.make(waiting.game_id, waiting.options)
        return self.start(match, waiting.first or 0, at_ms, waiting.key, waiting.names)

    def dim(self, light: int, at_ms: int) -> None:
        """Keep this brightness, 1 to 16."""
        self.light = light
        self._keep_as_set(at_ms)

    def set_sound(self, sound: int, at_ms: int) -> None:
        """Keep this sound, SOUND_ON or SOUND_OFF."""
        self.sound = sound
        self._keep_as_set(at_ms)

    def has_languages(self) -> bool:
        """Whether there is one to choose."""
        return self.chosen_language != ""

    def set_language(self, language: int, at_ms: int) -> None:
        """Speak this language, ENGLISH or FRENCH, and keep it."""
        self.language = language
        self.speak()
        self._keep_as_set(at_ms)

    def speak(self) -> None:
        """Have all texts in the language that is in force."""
        told = self.language if self.has_languages() else ENGLISH
        texts.speak(told == FRENCH if told in (ENGLISH, FRENCH) else self.chosen_language == "fr")

    def _as_set(self) -> "tuple[int, Sequence[int]]":
        return LIGHT, (self.light, self.sound, self.language)

    def _keep_as_set(self, at_ms: int) -> None:
        if self.journal is not None:
            try:
                self.journal.keep([self._as_set()])
            except OSError:
                self.lost(at_ms)

    def note_fault(self, text: str, at_ms: int) -> None:
        """Keep what went wrong in the firmware, for the laptop to collect; the same again is not written again."""
        from tableside import table_orders

        table_orders.note_fault(self, text, at_ms)

    def enter(self, entered: int, at_ms: int) -> int | None:
        """Enter one event: ACCEPTED, or the code of the refusal, and then nothing has changed."""
        if self.journal is None:
            return texts.NO_MEDIUM
        if not self.journal.takes(entered):
            return texts.FULL  # what room there may be is made a step a turn, see reclaim.py
        try:
            self.match.play(entered)
        except RefusedError as refusal:
            return refusal.code
        try:
            self.journal.enter(entered, at_ms)
        except OSError:  # written or not: the journal will say when it answers again
            return self.lost(at_ms)
        return ACCEPTED

    def lost(self, now_ms: int) -> int:
        """The medium does not answer any more."""
        self.journal = None
        self.match = None
        self._retry_at = now_ms + _RETRY_MS
        return texts.NO_MEDIUM
