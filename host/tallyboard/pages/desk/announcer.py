"""What is to be read out in the hall, in order, each in one sentence; who has read it says so, for it is read once."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.pages.desk.asked import Desk, page_of, shows, takes
from tallyboard.pages.desk.posted import Notice, Posted
from tallyboard.pages.desk.words import text
from tallyboard.pages.live.hall import Noted
from tallyboard.pages.public.facts import gathered
from tallyboard.pages.public.turn import without_match
from tallyboard.pages.public.view import View
from tallyboard.pages.render import name_markup
from tallyboard.pages.tournaments import Look
from tallyboard.store import Store
from tallyboard.store.tournaments import at_tables, hall
from tallyboard.store.tournaments.notices import TournamentNotice
from tallyboard.text.language import later
from tallyboard.text.quantities import time_of_day
from tallyboard.text.tournament.matches import is_league

_TO_CALL = ("paper", "several", "untold", "waits", "other", "hand", "shared")  # of a table: its players are to come
_LAST_ROUNDS = 3  # of a knock-out, whose results are read out: from the quarter-finals on
_IN_FRONT = 3  # places of a league that are read out
_LONGEST = 100  # characters of a name of what is read, more than any has


class Announcement(NamedTuple):
    """`name`: by which a notice says that it was read; `kind`: what it is; `said`: the sentence. `read`: who read it
    and when, empty as long as nobody has."""

    name: str
    kind: Markup
    said: Markup
    read: Markup = Markup("")


def announcements(look: Look, view: View) -> list[Announcement]:
    """All that is of now, whether it was read or not, in the order in which it is to be read."""
    known = hall.read_out(look.sql, look.seen.about.id)
    found = [
        *_time_up(look, view),
        *_rounds(view, of_leagues=True),  # with who sits out, before the calls of it
        *_calls(look, view),
        *_results(view),
        *_said_by_desk(look, view),
        *_rounds(view, of_leagues=False),
    ]
    return [one._replace(read=_read(look, view, known[one.name])) if one.name in known else one for one in found]


def _read(look: Look, view: View, notice: TournamentNotice) -> Markup:
    return Markup("{}, {}").format(text(notice.given_by), time_of_day(view.language, look.followed.local(notice.given)))


def _spoken(view: View, side: int | None) -> Markup:
    """`Ann`; of two `Ann and Bob`."""
    return view.listed([name_markup(player) for player in view.entrants[side or 0]["players"]])


def _against(view: View, match: DeskMatchObject) -> Markup:
    one, other = (_spoken(view, side) for side in match["sides"])
    return view._("%(one)s against %(other)s", one=one, other=other)


def _time_up(look: Look, view: View) -> Iterator[Announcement]:
    """The clock that has ended, while somebody still plays."""
    clock = hall.clock_of(look.sql, look.seen.about.id)
    now = look.sql.now_ms()
    if clock is None or clock.is_over(view.computed["phases"], now):
        return
    if now >= clock.until:
        late = [
            Markup(", ").join(filter(None, [view.table_said(at) if at else "", _against(view, match)]))
            for match in clock.still_on(view.computed["phases"])
            for at in [view.calls.get(match["match"], "")]
        ]
        said = view._("Time is up. Still on: %(late)s.", late=Markup(view._("; ")).join(late))
        yield Announcement(f"time {clock.begun}", view._("Time is up"), said)
    else:
        ends = time_of_day(view.language, look.followed.local(clock.until))
        told = view.language.ngettext(
            "The clock goes: %(num)s minute, until %(time)s.",
            "The clock goes: %(num)s minutes, until %(time)s.",
            clock.minutes,
            time=ends,
        )
        yield Announcement(f"clock {clock.begun}", view._("Round's clock"), Markup(told))


def _calls(look: Look, view: View) -> Iterator[Announcement]:
    """Who is called and has not begun, as far as the tables tell, the longest first."""
    tournament = look.tournament
    times = Counter((call.match, call.pair) for call in tournament.calls)
    calls = [(tournament.tables[one.table].call, one) for one in at_tables(look.sql, look.followed)]
    for call, one in sorted(((call, one) for call, one in calls if call), key=lambda both: both[0].number):
        match = view.matches.get(one.match or "")
        if match is None or one.state not in _TO_CALL or match["games"] or None in match["sides"]:
            continue
        table, both, where = view.table_said(one.table), _against(view, match), view.place(match)
        is_last = times[call.match, call.pair] > 1
        pattern = (
            later("Last call. %(table)s: %(players)s. %(where)s.")
            if is_last
            else later("%(table)s: %(players)s. %(where)s.")
        )
        kind = view._("Last call") if is_last else view._("Called")
        yield Announcement(
            f"call {tournament.made_first(call)}", kind, view._(pattern, table=table, players=both, where=where)
        )


def _results(view: View) -> Iterator[Announcement]:
    """What decides something: the last rounds of knock-outs, the end of a league, the champion."""
    for phase in view.computed["phases"]:
        yield from _of_league(view, phase) if is_league(phase) else _of_knock_out(view, phase)
    champion = view.computed["champion"]
    if champion:
        are_two = len(view.entrants[champion]["players"]) > 1
        pattern = later("The champions are %(name)s.") if are_two else later("The champion is %(name)s.")
        yield Announcement(f"champion {champion}", view._("Champion"), view._(pattern, name=_spoken(view, champion)))


_VICTORY = {
    "level": later("%(round)s: victory for %(winner)s against %(loser)s, by a shootout."),
    "walkover": later("%(round)s: victory for %(winner)s without playing, against %(loser)s."),
    "played": later("%(round)s: victory for %(winner)s against %(loser)s, %(more)s to %(less)s."),
}


def _of_knock_out(view: View, phase: PhaseObject) -> Iterator[Announcement]:
    last = max((match["round"] for match in phase["matches"]), default=0)
    for match in phase["matches"]:
        winner = match["winner"]
        if (
            match["state"] != "decided"
            or not winner
            or not all(match["sides"])
            or match["round"] <= last - _LAST_ROUNDS
        ):
            continue
        loser = next(side for side in match["sides"] if side != winner)
        figures = sorted(view.figures(match), reverse=True) or [0, 0]
        how = "walkover" if match["how"] != "played" else "level" if figures[0] == figures[1] else "played"
        said = view._(
            _VICTORY[how],
            round=view.round(match),
            winner=_spoken(view, winner),
            loser=_spoken(view, loser),
            **({"more": figures[0], "less": figures[1]} if how == "played" else {}),
        )
        yield Announcement(f"result {match['match']} {winner}", view._("Result"), said)


def _of_league(view: View, phase: PhaseObject) -> Iterator[Announcement]:
    if not phase["finished"]:
        return
    for group in phase["standings"]:
        first = [row for row in group["rows"] if row["place"] is not None][:_IN_FRONT]
        if not first:
            continue
        parts = [view.title(phase)] + ([view.group(group["group"])] if group["group"] is not None else [])
        names = Markup(", ").join(Markup(f"{row['place']}. ") + _spoken(view, row["entrant"]) for row in first)
        said = view._("%(where)s is played. In front: %(names)s.", where=Markup(", ").join(parts), names=names)
        which = " ".join(str(row["entrant"]) for row in first)
        yield Announcement(f"over {phase['phase']} {group['group'] or ''} {which}", view._("Result"), said)


def _said_by_desk(look: Look, view: View) -> Iterator[Announcement]:
    message = hall.message_notice(look.sql, look.seen.about.id)
    if message is not None and message.content:
        yield Announcement(f"message {message.given}", view._("Message"), text(message.content))


def _rounds(view: View, of_leagues: bool) -> Iterator[Announcement]:
    """The round that begins, as long as nothing of it is decided; who has no match in it."""
    for number, at in hall.rounds_on(view.computed["phases"]):
        phase = view.computed["phases"][number - 1]
        its = [match for match in phase["matches"] if match["round"] == at and match["how"] != "bye"]
        if is_league(phase) != of_leagues or any(match["state"] not in ("ready", "called", "waiting") for match in its):
            continue
        title = [view.title(phase)] if len(view.computed["phases"]) > 1 else []
        where = Markup(", ").join([*title, view.round(its[0])])
        count = view.language.ngettext(
            "%(where)s: %(num)s match.", "%(where)s: %(num)s matches.", len(its), where=where
        )
        said = Markup(count)
        out = without_match(view, phase, at, partial(_spoken, view))
        said = Markup(" ").join([said, out]) if out else said
        yield Announcement(f"round {number}/{at}", view._("Next round"), said)


# ---- the page


async def announcer(desk: Desk) -> Response:
    def found(look: Look) -> dict[str, object]:
        those = announcements(look, View(gathered(look), desk.language, desk.links))
        return {
            "to_read": [one for one in those if not one.read],
            "was_read": [one for one in those if one.read],
            "noted": Noted(hall.count(look.sql)),
        }

    return await page_of(desk, "desk/announcer.html", "desk_announcer", found)


async def read(desk: Desk, form: Posted) -> str:
    """Note that something was read out."""
    names = [name for name in form.form.getlist("name") if isinstance(name, str) and len(name) <= _LONGEST]

    def work(store: Store) -> Notice:
        before: list[TournamentNotice] = []
        desk.site.tournaments.note(
            store, desk.word, lambda sql, of: before.extend(hall.mark_read(sql, of.about.id, names, desk.who))
        )
        words = desk.words()
        others = [one for one in before if one.given_by != desk.who]
        if others:
            return Notice("warn", [words._("%(who)s has read this already.", who=text(others[0].given_by))])
        return Notice("good", [words._("It is marked as read.")])

    return await desk.do(form, work)


ROUTES = [
    shows("/desk/{t}/announcer", announcer, "desk_announcer"),
    takes("/desk/{t}/announcer/read", read, "desk_read", "desk_announcer"),
]
