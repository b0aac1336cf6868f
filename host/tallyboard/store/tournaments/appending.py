"""Writing tournaments. What follows is computed and written in the transaction that takes the numbers, so that two
desks or hubs that see the same write it once, and no two write over each other."""

import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tallyboard.desk import DeskEvent, Refusal, Tournament
from tallyboard.desk.season import Season
from tallyboard.desk.tournament import is_of_board
from tallyboard.errors import CoreError
from tallyboard.errors import store as told
from tallyboard.store.tables.sql import NOW_MS, CoreSql, Sql
from tallyboard.store.tournaments.follow import Followed, FollowedList, Its, begun, replayed
from tallyboard.store.tournaments.rows import About, StoredEvent, every_list
from tallyboard.store.transactions import Writable, take_alone
from tallyboard.text.printable import refuse_unprintable

BOARD = "board"  # who made an event that a board's match did, whichever hub saw it first
AUTO = "auto"  # who made a call that was made by itself

_NAME = 60  # characters
REASON = 200


class Because(NamedTuple):
    """A line with a reason of its own, or of somebody else: `who`, "" for whoever enters all of them."""

    line: str
    reason: str
    who: str = ""


Decide = Callable[[Tournament], Sequence[str | Because]]


def create(
    store: Writable, name: str, first_line: str, time_zone: str, lines: Sequence[tuple[str, int]] = (), who: str = ""
) -> About:
    """Begin a tournament, or a season; it is the one in use then. `lines`: (line, minute) of what was entered before,
    elsewhere, by `who`: lines that follow the first one.

    Raises Refusal for the first line, TallyboardError for a name that is taken or none, and for an unknown time zone.
    """
    called = " ".join(name.split())
    refuse_unprintable("The name", called)
    if not 0 < len(called) <= _NAME:
        raise CoreError(told.LONG_TOURNAMENT_NAME, count=len(called), most=_NAME)
    try:
        ZoneInfo(time_zone)
    except (KeyError, OSError, ValueError):  # of a name that leads nowhere, or out of the folder of zones
        raise CoreError(told.NO_TIME_ZONE, zone=time_zone) from None
    line = " ".join(first_line.split())
    is_season = isinstance(begun(line), Season)
    with store.writing() as sql:
        take_alone(sql)  # of two that begin one of the same name
        known = every_list(sql)
        if any(about.name.casefold() == called.casefold() and about.is_season == is_season for about in known):
            raise CoreError(told.SEASON_IS_THERE if is_season else told.TOURNAMENT_IS_THERE, name=called)
        now = sql.now_ms()
        while any(about.created == now for about in known):
            now += 1  # each has its own, so that their order is known where their numbers are lost
        number, used = next_of(sql, "number"), next_of(sql, "used")
        about = About(str(uuid.uuid4()), called, line, time_zone, now, used, False, len(lines), now, number)
        sql.insert("tournaments", [about.as_row()])
        if lines:
            sql.insert("tournament_events", [event.as_row(about.id) for event in _dated(about, lines, who)])
    return about


def _dated(about: About, lines: Sequence[tuple[str, int]], who: str) -> list[StoredEvent]:
    """The events of these lines. Their minutes count from the midnight that puts the last one just before now; where
    there is no minute, the time is now."""
    last = lines[-1][1]
    day = Followed(about).local(about.created) - timedelta(minutes=last)  # here and below as clocks on a wall go
    found: list[StoredEvent] = []
    for number, (line, minute) in enumerate(lines, 1):
        moment = datetime.combine(day, time(), day.tzinfo) + timedelta(minutes=minute)
        at = round(moment.timestamp() * 1000) if last else about.created
        at = max(at, found[-1].at + 1) if found else at
        found.append(StoredEvent(number, line, at, minute, who, ""))
    return found


def use(store: Writable, tournament: str) -> None:
    """Have what is done from now on without a tournament's name done in this one."""
    with store.writing() as sql:
        take_alone(sql)  # of two that choose at once one is the later
        used = next_of(sql, "used")
        sql.run("UPDATE tournaments SET used = :used WHERE id = :id", used=used, id=tournament)


def next_of(sql: Sql, name: str) -> int:
    """A greater number than any tournament has in this column; whoever asks for it is alone."""
    return int(next(sql.rows(f"SELECT MAX({name}) FROM tournaments"))[0] or 0) + 1


def set_auto(store: Writable, tournament: str, on: bool) -> None:
    """Have the calls of this tournament made by themselves, or no more."""
    with store.writing() as sql:
        now = NOW_MS[sql.dialect]
        sql.run(f"UPDATE tournaments SET auto = :auto, active = {now} WHERE id = :id", auto=on, id=tournament)


def append(
    store: Writable,
    followed: FollowedList[Its],
    decide: Callable[[Its], Sequence[str | Because]],
    who: str,
    reason: str = "",
) -> list[StoredEvent]:
    """`enter` in a transaction of its own."""
    try:
        with store.writing() as sql:
            return enter(sql, followed, decide, who, reason)
    except BaseException:
        followed.forget()  # it may have more than what is stored
        raise


def enter(
    sql: CoreSql,
    followed: FollowedList[Its],
    decide: Callable[[Its], Sequence[str | Because]],
    who: str,
    reason: str = "",
) -> list[StoredEvent]:
    """The one way in: enter the lines that `decide` gives for the tournament, or the season, as it stands in this
    transaction, which writes; the events that they are.

    `followed` is caught up then. Where the clock was set back, that is written down too, also where nothing is entered:
    from then on the desk's time goes on (see `Followed.ahead`). Raises Refusal, of `decide` or of a line, and
    TallyboardError where the store fails: then the transaction is to be given up, and `followed` is to forget.
    """
    check_reason(reason)
    sql.lock("tournaments", followed.about.id)
    followed.catch_up(sql)
    clock = sql.now_ms()
    ahead = followed.ahead(clock)  # how far the desk's time goes before the database's clock
    followed.set_back = max(0, ahead - followed.about.ahead)
    if ahead != followed.about.ahead:
        sql.run("UPDATE tournaments SET ahead = :ahead WHERE id = :id", ahead=ahead, id=followed.about.id)
        followed.about = followed.about._replace(ahead=ahead)
    now = clock + ahead
    if followed.events:  # each command has a time of its own, also where a clock stands
        now = max(now, followed.events[-1].at + 1)
    made = []
    for one in decide(followed.at(clock)):
        line, why, by = one if isinstance(one, Because) else (one, reason, who)
        check_reason(why)
        made += [_enter(followed, each, now, by or who, why) for each in followed.steps(line, clock)]
    if made:
        sql.insert("tournament_events", [event.as_row(followed.about.id) for event in made])
        last, active = made[-1].number, made[-1].at
        changed = "UPDATE tournaments SET last = :last, active = :active WHERE id = :id"
        sql.run(changed, last=last, active=active, id=followed.about.id)
        followed.about = followed.about._replace(last=last, active=active)
    return made


def check_reason(reason: str) -> None:
    """Raises TallyboardError for one that cannot be kept."""
    refuse_unprintable("The reason", reason)
    if len(reason) > REASON:
        raise CoreError(told.LONG_REASON, count=len(reason), most=REASON)


def _enter(followed: FollowedList[Its], line: str, now: int, who: str, reason: str) -> StoredEvent:
    """The event of this line, taken into what is in memory."""
    minute = followed.minute_of(line, now)
    entered = followed.computed.enter(line, minute)
    event = StoredEvent(entered.number, entered.line, now, minute, who, reason)
    followed.events.append(event)
    return event


# ---- taking back what a person entered, also where calls were made by themselves since


def taking_back(followed: Followed, check: Callable[[Sequence[DeskEvent]], None] | None = None) -> Decide:
    """What takes back what was entered last, all that one command entered: what stands and is no board's result. While
    calls are made by themselves it is the last that is no such call either: those since are taken back with it, and
    made again as far as they last and still can.

    `check` is given what is to be taken back, in the transaction that does it, and may raise.
    """

    def decide(tournament: Tournament) -> list[str | Because]:
        if check is not None:
            check(of_last_command(followed.events, tournament, followed.about.auto))
        return _lines(followed, tournament)

    return decide


def of_last_command(stored: Sequence[StoredEvent], tournament: Tournament, auto: bool) -> list[DeskEvent]:
    """What `undo` would take back of what people entered, in order; `auto`: calls are made by themselves."""
    return _calls_and_command(stored, tournament, auto)[1]


def _calls_and_command(
    stored: Sequence[StoredEvent], tournament: Tournament, auto: bool
) -> tuple[list[DeskEvent], list[DeskEvent]]:
    """(the calls that were made by themselves since a person entered something, none where nobody did; what the last
    command of people entered)."""
    rest = [event for event in tournament.events if event.stands and not is_of_board(event)]
    by = {event.number: (event.who, event.at) for event in stored}  # a command has a time of its own
    last = max((place for place, event in enumerate(rest, 1) if by[event.number][0] != AUTO), default=len(rest))
    rest, since = (rest[:last], rest[last:]) if auto else (rest, [])
    return since, [event for event in rest if by[event.number] == by[rest[-1].number]]


def undone(followed: Followed, tournament: Tournament) -> Tournament:
    """The tournament as `undo` would leave it now, on a copy; raises Refusal where it cannot be."""
    trial = replayed(followed.about.first_line, followed.events)
    for line in _lines(followed, tournament):
        trial.enter(line.line if isinstance(line, Because) else line, tournament.minute)
    return trial


def _lines(followed: Followed, tournament: Tournament) -> list[str | Because]:
    since, of_one = _calls_and_command(followed.events, tournament, followed.about.auto)
    back = ["undo"] * (len(since) + len(of_one) or 1)  # of nothing: the desk says so
    lasting = {table.call.number for table in tournament.tables.values() if table.call}
    calls = [event for event in since if event.number in lasting]
    again = []
    if calls:
        trial = replayed(followed.about.first_line, followed.events)
        for line in back:
            trial.enter(line)
        for call in calls:
            with suppress(Refusal):  # it was there by what is undone
                trial.enter(call.line, tournament.minute)
                again.append(Because(call.line, "", AUTO))
    return [*back, *again]
