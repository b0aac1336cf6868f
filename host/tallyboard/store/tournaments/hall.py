"""What the desk tells the hall, as notices: a message, a round's clock, and what was read out."""

from collections.abc import Sequence
from typing import NamedTuple

from tallyboard.desk import as_object
from tallyboard.desk.matches import OPEN
from tallyboard.desk.objects import DeskMatchObject, PhaseObject, phase_object
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.store.tables.sql import CoreSql, Sql, rows_if_there
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.tournaments.notices import TournamentNotice, all_notices, give
from tallyboard.text.printable import refuse_unprintable

MESSAGE = "message"  # from the desk to the hall: `content` is it, the last one stands; "" takes it away
CLOCK = "clock"  # a round's clock: `content` see RoundClock, the last one stands; "" stops it
READ = "read"  # `content` is what was read out in the hall, as who reads it names it
MESSAGE_LENGTH = 200  # characters, as many as a TV has room for
CLOCK_MINUTES = 999  # at most
_FORGOTTEN_MS = 6 * 3_600_000  # after which a clock that has ended is of another day


def count(sql: Sql) -> int:
    """How many notices there are in this database: another number where anything of the hall may be new."""
    return int(next(rows_if_there(sql, "notices", "SELECT COUNT(*) FROM notices"), (0,))[0])


def message_notice(sql: Sql, tournament: str) -> TournamentNotice | None:
    """The notice with the message that was said last; None where there was none."""
    return next(reversed(all_notices(sql, MESSAGE, tournament)), None)


def message_of(sql: Sql, tournament: str) -> str:
    """What the desk says to the hall; "" for nothing."""
    said = message_notice(sql, tournament)
    return said.content if said else ""


def say(sql: CoreSql, tournament: str, text: str, who: str) -> None:
    """Have the hall read this from now on, "" for nothing. Raises CoreError for what no line can have."""
    text = " ".join(text.split())
    refuse_unprintable("The message", text)
    if len(text) > MESSAGE_LENGTH:
        raise CoreError(told.LONG_MESSAGE, count=len(text), most=MESSAGE_LENGTH)
    if text != message_of(sql, tournament):
        give(sql, tournament, MESSAGE, [text], who, "")


class RoundClock(NamedTuple):
    """A round's clock. `begun`: ms since 1970 by the database's clock; `rounds`: (phase, round index) of the matches
    that it is for."""

    minutes: int
    begun: int
    rounds: tuple[tuple[int, int], ...] = ()

    @property
    def until(self) -> int:
        """When it ends, as `begun`."""
        return self.begun + self.minutes * 60_000

    @property
    def content(self) -> str:
        """Of its notice."""
        return " ".join([f"{self.minutes} {self.begun}", *(f"{phase}/{number}" for phase, number in self.rounds)])

    def still_on(self, phases: Sequence[PhaseObject]) -> list[DeskMatchObject]:
        """The matches of its rounds, in these phases, that can be played and are not decided."""
        last = dict(self.rounds)
        return [
            match
            for phase in phases
            for match in phase["matches"]
            if match["round"] <= last.get(phase["phase"], 0) and match["state"] in OPEN
        ]

    def is_over(self, phases: Sequence[PhaseObject], now: int) -> bool:
        """Whether it says nothing to anybody: everybody has done, or plays a later round that was drawn by itself; or
        its time was up hours ago, of one that is for no match at once."""
        last = dict(self.rounds)
        its = [phase for phase in phases if phase["phase"] in last and last[phase["phase"]] >= _played(phase)]
        return now >= self.until + _FORGOTTEN_MS * bool(last) or (bool(last) and not self.still_on(its))


def _played(phase: PhaseObject) -> int:
    """The last round of a phase drawn in rounds of which a match is called or decided; 0 for none, and of others."""
    if phase["format"] not in IN_ROUNDS:
        return 0
    return max((match["round"] for match in phase["matches"] if match["state"] in ("called", "decided")), default=0)


def rounds_on(phases: Sequence[PhaseObject]) -> tuple[tuple[int, int], ...]:
    """(phase, round index) of what is played now: in each phase the first round that is not decided, and after which
    none is played."""
    playing = {
        phase["phase"]: [
            match["round"] for match in phase["matches"] if match["state"] in OPEN and match["round"] >= _played(phase)
        ]
        for phase in phases
    }
    return tuple((number, min(rounds)) for number, rounds in playing.items() if rounds)


def clock_of(sql: Sql, tournament: str) -> RoundClock | None:
    """The clock that was begun last; None where there is none, or it was stopped."""
    begun = all_notices(sql, CLOCK, tournament)
    if not begun or not begun[-1].content:
        return None
    minutes, at, *rounds = begun[-1].content.split()
    pairs = (one.split("/") for one in rounds)
    return RoundClock(int(minutes), int(at), tuple((int(phase), int(number)) for phase, number in pairs))


def begin_clock(sql: CoreSql, of: Followed, minutes: int, who: str) -> RoundClock:
    """Begin the clock of the rounds that are played now, in place of one that goes. Raises CoreError for minutes that
    none has."""
    if not 1 <= minutes <= CLOCK_MINUTES:
        raise CoreError(told.CLOCK_MINUTES, minutes=minutes, most=CLOCK_MINUTES)
    sql.lock("tournaments", of.about.id)
    of.catch_up(sql)
    clock = RoundClock(minutes, sql.now_ms(), rounds_on(as_object(of.tournament)["phases"]))
    give(sql, of.about.id, CLOCK, [clock.content], who, "")
    return clock


def until_at_tables(sql: Sql, of: Followed, now: int) -> dict[str, int]:
    """By open table, as names are compared, when the clock ends; nothing where none says anything."""
    clock = clock_of(sql, of.about.id)
    if clock is None:
        return {}
    state, its = of.tournament.state, dict(clock.rounds)
    if clock.is_over([phase_object(phase, state.floor) for phase in state.phases if phase.number in its], now):
        return {}
    return {as_compared(table.name): clock.until for table in of.tournament.tables.values() if table.open}


def stop_clock(sql: CoreSql, tournament: str, who: str) -> bool:
    """Stop the clock; whether there was one."""
    if clock_of(sql, tournament) is None:
        return False
    give(sql, tournament, CLOCK, [""], who, "")
    return True


def read_out(sql: Sql, tournament: str) -> dict[str, TournamentNotice]:
    """What was read out in the hall, by its name; who did first, and when."""
    return {one.content: one for one in reversed(all_notices(sql, READ, tournament))}


def mark_read(sql: CoreSql, tournament: str, names: Sequence[str], who: str) -> list[TournamentNotice]:
    """Note that these were read out; those that had been, which are not noted again: two may read at once."""
    sql.lock("tournaments", tournament)
    known = read_out(sql, tournament)
    give(sql, tournament, READ, [name for name in names if name not in known], who, "")
    return [known[name] for name in names if name in known]
