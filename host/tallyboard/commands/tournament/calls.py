"""The commands about tables: `tables`, `open`, `close`, `call`, `free`; and a round's clock, `clock`."""

from collections.abc import Sequence
from typing import Unpack

from tallyboard.commands.tournament.meant import (
    entrants_of,
    is_match_name,
    open_match,
    opened_words,
    table_of,
    tables_of,
)
from tallyboard.commands.tournament.opened import (
    AfterChange,
    Changing,
    Looking,
    change,
    done,
    is_watched,
    looked_at,
    show,
    who,
)
from tallyboard.commands.tournament.shapes import ClockObject, TablesObject
from tallyboard.desk import Tournament, as_object
from tallyboard.errors import TallyboardError
from tallyboard.shapes import AtTableObject
from tallyboard.store import Store, tournaments
from tallyboard.store.tournaments import Followed, StoredEvent
from tallyboard.store.tournaments.hall import RoundClock, begin_clock, clock_of, stop_clock
from tallyboard.terminal.tables import say
from tallyboard.terminal.tournament.schedule import print_tables
from tallyboard.text.language import _, here, ngettext
from tallyboard.text.quantities import duration, time_of_day, utc_of_ms
from tallyboard.text.tournament.matches import called_words, sides_words
from tallyboard.text.tournament.names import table_head


def tables(**how: Unpack[Looking]) -> None:
    with looked_at(how) as (sql, followed):
        told: list[AtTableObject] = [
            {"table": one.table, "boards": list(one.boards), "match": one.match, "key": one.key, "state": one.state}
            for one in tournaments.at_tables(sql, followed)
        ]
        computed = as_object(followed.tournament)
        auto, watched = followed.about.auto, is_watched(sql)
    found: TablesObject = {"auto": auto, "tables": told, "next": computed["next"]}
    show(found, lambda: print_tables(told, computed, auto, watched), how)


def open_tables(table: Sequence[str], **how: Unpack[Changing]) -> None:
    def said(after: AfterChange) -> list[str]:
        return opened_words(after.words[1:], after.before, sum(one["open"] for one in after.computed["tables"]))

    change(
        lambda tournament: [" ".join(["open", *tables_of(table, tournament)])],
        said,
        lambda tournament, lines: {one.name for one in tournament.tables.values() if one.open},
        **how,
    )


def close(table: str, free: bool = False, **how: Unpack[Changing]) -> None:
    def decide(tournament: Tournament) -> list[str]:
        word = table_of(table, tournament)
        called = word in tournament.tables and tournament.tables[word].call is not None
        return [*([f"free {word}"] if free and called else []), f"close {word}"]

    change(decide, lambda after: [_("%(table)s is closed.", table=table_head(after.words[-1]))], **how)


def call(words: Sequence[str] = (), auto: str | None = None, **how: Unpack[Changing]) -> None:
    if auto is not None:
        _set_auto(auto == "on", words, how)
        return

    def decide(tournament: Tournament) -> list[str]:
        if not words:
            return [f"call {match} {table}" for match, table in tournament.next_calls()]
        *who, table = words
        match = who[0] if len(who) == 1 and is_match_name(who[0]) else ""
        if not match:
            both = entrants_of(who, tournament.entrants)
            if len(both) != 2:
                raise TallyboardError(
                    "A call is for one match.", "Write it as `tallyboard tournament call Ann Bob 3`, the table last."
                )
            match = open_match(both[0], both[1], tournament)
        return [f"call {match} {table_of(table, tournament)}"]

    def said(after: AfterChange) -> list[str]:
        return [called_words(event.line, after.computed) for event in after.made] or [_("Nothing can be called now.")]

    change(decide, said, **how)


def free(table: str, **how: Unpack[Changing]) -> None:
    change(
        lambda tournament: [f"free {table_of(table, tournament)}"],
        lambda after: [_("%(table)s is free.", table=table_head(after.words[-1]))],
        **how,
    )


def clock(minutes: str | None = None, **how: Unpack[Changing]) -> None:
    if minutes is None:
        _show_clock(how)
        return
    if minutes != "off" and not (minutes.isascii() and minutes.isdecimal() and len(minutes) < 9):
        raise TallyboardError(
            "A clock cannot have %(minutes)s minutes.", "Give a whole number, or off to stop it.", minutes=minutes
        )
    said: list[str] = []

    def work(store: Store, followed: Followed) -> list[StoredEvent]:
        with store.writing() as sql:
            if minutes == "off":
                was_on = stop_clock(sql, followed.about.id, who(how))
                said.append(_("The clock is stopped.") if was_on else _("No clock was on."))
            else:
                begun = begin_clock(sql, followed, int(minutes), who(how))
                said.append(
                    ngettext(
                        "The clock goes: %(num)s minute, until %(time)s.",
                        "The clock goes: %(num)s minutes, until %(time)s.",
                        begun.minutes,
                        time=_until(followed, begun),
                    )
                )
        return []

    done(work, lambda after: said, how)


def _until(followed: Followed, clock: RoundClock) -> str:
    """`14:32`, in the tournament's time zone."""
    return time_of_day(here(), followed.local(clock.until))


def _show_clock(how: Looking) -> None:
    with looked_at(how) as (sql, followed):
        found, now, computed = clock_of(sql, followed.about.id), sql.now_ms(), as_object(followed.tournament)
    if found is not None and found.is_over(computed["phases"], now):
        found = None
    told: ClockObject | None = None
    said = _("No clock is on.")
    if found is not None:
        left = max(0, -(-(found.until - now) // 1000))
        matches = [match["match"] for match in found.still_on(computed["phases"])]
        begun, until = utc_of_ms(found.begun), utc_of_ms(found.until)
        told = {"minutes": found.minutes, "begun": begun, "until": until, "left": left, "still_on": matches}
        playing = _("; ").join(sides_words(name, computed) for name in matches)
        ends = _("The time is up.")
        if left:
            ends = _("%(left)s left, until %(time)s.", left=duration(left), time=_until(followed, found))
        still = _("Still on: %(matches)s.", matches=playing) if playing else _("All matches of the round are decided.")
        said = f"{ends} {still}"
    show({"clock": told}, lambda: say(said), how)


def _set_auto(on: bool, words: Sequence[str], how: Changing) -> None:
    if words:
        raise TallyboardError("--auto is for all calls.", "Leave the match and the table out.")
    said = [_("The hub calls matches by itself from now on.") if on else _("Matches are called by hand from now on.")]

    def work(store: Store, followed: Followed) -> list[StoredEvent]:
        tournaments.set_auto(store, followed.about.id, on)
        with store.reading() as sql:
            if on and not is_watched(sql):
                said.append(
                    _("No hub runs on this database: start `tallyboard serve` or `tallyboard watch`, or nobody calls.")
                )
        return []

    done(work, lambda after: said, how)
