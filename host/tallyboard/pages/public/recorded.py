"""Matches that boards recorded: as lists have them, and which game of a tournament one is."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject
from tallyboard.errors import TallyboardError
from tallyboard.pages.public.facts import Known
from tallyboard.pages.public.view import Asked, Page, Speaker, View, name_markup
from tallyboard.shapes import MatchObject
from tallyboard.store import Reader
from tallyboard.store.matches import kept
from tallyboard.store.reader import MatchObjects
from tallyboard.store.tables.sql import Sql, among
from tallyboard.store.tournaments.calls import prefix_of, read_key
from tallyboard.store.tournaments.rows import in_use, listed
from tallyboard.text import match_words

_AT_ONCE = 200  # ids in a statement


def matches_of(store: Reader, wanted: Collection[str]) -> list[MatchObject]:
    """Those of these matches that are there, journal by journal in the order of their records."""
    found: dict[str, MatchObject] = {}
    ids = sorted(wanted)
    with store.reading() as sql:
        objects = MatchObjects(sql, ())
        for start in range(0, len(ids), _AT_ONCE):
            of_them, values = among(ids[start : start + _AT_ONCE])
            for row in sql.rows(f"{kept.SELECT} WHERE id {of_them}", **values):
                match = kept.object_of(row)
                if match is not None:
                    found[match["match"]] = objects.of(match)
    for missing in wanted - found.keys() if isinstance(wanted, set) else set(wanted) - found.keys():
        try:  # one that a disk has damaged is computed from its records
            found[missing] = store.match(missing)
        except TallyboardError:
            continue
    return sorted(found.values(), key=lambda match: (match["board"], match["epoch"], match["first_seq"]))


def newest_first(store: Reader, known: Known) -> list[str]:
    """The ids of all matches in which something was entered, the newest first; behind them those of unknown time."""
    with store.reading() as sql:
        stamp = _stamp(sql)
    if known.listed[0] != stamp:
        dated = [(match["started"] or "", match["match"]) for match in store.each_match()]
        dated.sort(key=lambda one: one[0], reverse=True)
        known.listed = stamp, [match for _, match in dated]
    return known.listed[1]


def _stamp(sql: Sql) -> tuple[object, ...]:
    """Another one where there is another match, or another thing is said of one."""
    made: list[object] = []
    for table, what in (("journals", "SUM(changes), SUM(matches_sum)"), ("corrections", "COUNT(*), SUM(crc)")):
        if sql.has(table):
            made += next(sql.rows(f"SELECT {what} FROM {table}"))
    return tuple(made)


PAGE = 50  # matches


class RecordedSide(NamedTuple):
    """A side: its letter, its name, its total ("" where there is none), and whether it has won."""

    letter: str
    who: Markup
    total: str
    won: bool


class RecordedRow(NamedTuple):
    """A match in a list. `tournament`: its name as a link, empty outside of tournaments."""

    address: str
    id: str
    started: str
    table: Markup
    game: str
    sides: list[RecordedSide]
    said: Markup
    marks: list[Markup]
    tournament: Markup


def results(asked: Asked) -> Page:
    """All matches, the newest first, so many on a page (`page=2`)."""
    speaker = Speaker(asked.language, asked.links)
    ids = [one for one in newest_first(asked.store, asked.known) if asked.only is None or one in asked.only]
    pages = max(1, -(-len(ids) // PAGE))
    number = min(max(1, asked.number("page", 1)), pages)
    wanted = ids[(number - 1) * PAGE : number * PAGE]
    found = {match["match"]: match for match in matches_of(asked.store, wanted)}
    names = tournament_links(asked, speaker)
    return Page(
        "public/results.html",
        {
            "rows": [recorded_row(speaker, found[one], names) for one in wanted if one in found],
            "number": number,
            "pages": pages,
            "count": len(ids),
            "schedule": "" if asked.is_file else _schedule_in_use(asked),
        },
    )


def _schedule_in_use(asked: Asked) -> str:
    """The address of the schedule of the tournament in use, "" where there is none."""
    with asked.store.reading() as sql:
        known = listed(sql)
    if not known:
        return ""
    return asked.links.url("schedule", t=prefix_of(in_use(known).id))


def tournament_links(asked: Asked, speaker: Speaker) -> dict[str, Markup]:
    """By what the keys of its calls begin with each tournament's name, as a link."""
    with asked.store.reading() as sql:
        return {
            prefix_of(about.id): speaker.link(
                asked.links.url("tournament", t=prefix_of(about.id)), name_markup(about.name)
            )
            for about in listed(sql)
        }


def recorded_row(speaker: Speaker, match: MatchObject, tournaments: dict[str, Markup]) -> RecordedRow:
    """The row of this match."""
    key = read_key(match["key"])
    return RecordedRow(
        speaker.links.url("match", match=match["match"]),
        match_words.short_id(match),
        local_time(match["started"]),
        speaker.table(match["table"]) if match["table"] else Markup(""),
        game_of(speaker, match),
        sides_of(match),
        status_said(speaker, match),
        marks(speaker, match),
        tournaments.get(key.tournament, Markup("")) if key else Markup(""),
    )


def sides_of(match: MatchObject) -> list[RecordedSide]:
    """The sides with their totals."""
    return [
        RecordedSide(
            side,
            name_markup(match["names"].get(side) or side),
            str(match["totals"][side]) if side in match["totals"] else "",
            match["winners"] == [side],
        )
        for side in match["sides"]
    ]


def game_of(speaker: Speaker, match: MatchObject) -> str:
    """The game with its options, in words."""
    return speaker.game(f"{match['game']} {match_words.options_line(match)}")


def status_said(speaker: Speaker, match: MatchObject) -> Markup:
    """How the match stands, where it is not simply won."""
    if match.get("newer"):
        return speaker._("of a newer Tallyboard: update this one")
    if match["status"] == "finished":
        return speaker._("draw") if len(match["winners"]) != 1 else Markup("")
    return {
        "playing": speaker._("being played"),
        "abandoned": speaker._("abandoned"),
        "incomplete": speaker._("incomplete: records are missing, so there is no score"),
        "aside": speaker._("set aside: no result"),
    }[match["status"]]


def marks(speaker: Speaker, match: MatchObject) -> list[Markup]:
    """What is to be said of a match besides its result."""
    made = []
    if match["correction"] is not None and match["correction"]["kind"] != "aside":
        made.append(speaker._("corrected"))
    if "conflicts" in match:
        made.append(speaker._("two histories: see the doctor"))
    return made


def local_time(moment: str | None, seconds: bool = False) -> str:
    """`2026-11-21 17:05` in this laptop's time zone; empty where it is not known."""
    if moment is None:
        return ""
    return f"{datetime.fromisoformat(moment).astimezone():{'%H:%M:%S' if seconds else '%Y-%m-%d %H:%M'}}"


class TournamentGame(NamedTuple):
    """The tournament; the match there, None where it was drawn again without it, and its name; which of its games; the
    entrants on the sides A and B."""

    view: View
    match: DeskMatchObject | None
    name: str
    number: int
    players: tuple[int, int]


def tournament_game(asked: Asked, match: MatchObject) -> TournamentGame | None:
    """That of the result that has the match, else that of the call whose key it has; None outside of tournaments."""
    with asked.store.reading() as sql:
        wanted = _candidates(sql, match)
    for tournament in wanted:
        try:
            view = View(asked.known.facts(asked.store, tournament), asked.language, asked.links)
        except TallyboardError:  # a disk has damaged it
            continue
        for (name, number), board in view.facts.recorded.items():
            if board.id == match["match"]:
                return TournamentGame(view, view.matches.get(name), name, number, board.sides)
        called = _called(asked, view, match)
        if called is not None:
            return called
    return None


def _candidates(sql: Sql, match: MatchObject) -> list[str]:
    """The ids of the tournaments that have the match as a result, then of the one that called it."""
    key = read_key(match["key"])
    known = [about.id for about in listed(sql)]
    if not sql.has("tournament_events"):
        return []
    rows = sql.rows(
        "SELECT DISTINCT tournament FROM tournament_events WHERE line LIKE :like",
        like=f"result % board {match['match']}",
    )
    with_result = {row[0] for row in rows}
    calling = [one for one in known if key and prefix_of(one) == key.tournament]
    return [*(one for one in known if one in with_result), *(one for one in calling if one not in with_result)]


def _called(asked: Asked, view: View, match: MatchObject) -> TournamentGame | None:
    key = read_key(match["key"])
    if key is None or prefix_of(view.seen.about.id) != key.tournament:
        return None
    call = asked.known.asked(
        asked.store, view.seen.about.id, lambda _, tournament: tournament.call_of_event(key.number)
    )
    if call is None:
        return None
    return TournamentGame(view, view.matches.get(call.match), call.match, key.game, call.entrants)
