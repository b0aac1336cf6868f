"""Matches that boards recorded: as lists have them, and which game of a tournament one is."""

from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.errors import TallyboardError
from tallyboard.pages.public.facts import Known
from tallyboard.pages.public.view import Asked, Page, Speaker, View
from tallyboard.shapes import MatchObject
from tallyboard.store import Reader
from tallyboard.store.matches import kept
from tallyboard.store.reader import MatchObjects
from tallyboard.store.tables.sql import Sql, among
from tallyboard.store.tournaments.calls import prefix_of, read_key
from tallyboard.store.tournaments.rows import in_use, listed
from tallyboard.text.game_words import game_words
from tallyboard.text.match_words import options_line, short_id

PAGE = 50  # matches
_AT_ONCE = 200  # ids in a statement


def results(asked: Asked) -> Page:
    """All matches, the newest first, so many on a page (`page=2`)."""
    speaker = Speaker(asked.language, asked.links)
    ids = [one for one in _newest_first(asked.store, asked.known) if asked.only is None or one in asked.only]
    pages = max(1, -(-len(ids) // PAGE))
    number = min(max(1, asked.number("page", 1)), pages)
    wanted = ids[(number - 1) * PAGE : number * PAGE]
    found = {match["match"]: match for match in matches_of(asked.store, wanted)}
    with asked.store.reading() as sql:
        known = listed(sql)
    return Page(
        "public/results.html",
        {
            "matches": [found[one] for one in wanted if one in found],
            "number": number,
            "pages": pages,
            "count": len(ids),
            "in_use": "" if asked.is_file or not known else prefix_of(in_use(known).id),
            "tournaments": {prefix_of(about.id): about.name for about in known},
            "read_key": read_key,
            "short_id": short_id,
            "table": speaker.table,
            "link": speaker.link,
            "game_of": partial(game_of, speaker),
            "status_said": partial(status_said, speaker),
        },
    )


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
    for missing in set(wanted) - found.keys():
        try:  # one that a disk has damaged is computed from its records
            found[missing] = store.match(missing)
        except TallyboardError:
            continue
    return sorted(found.values(), key=lambda match: (match["board"], match["epoch"], match["first_seq"]))


def _newest_first(store: Reader, known: Known) -> list[str]:
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


def game_of(speaker: Speaker, match: MatchObject) -> str:
    """The game with its options, in words."""
    return game_words(speaker.language, f"{match['game']} {options_line(match)}")


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
    key = read_key(match["key"])
    for tournament in wanted:
        try:
            view = asked.view(tournament)
        except TallyboardError:  # a disk has damaged it
            continue
        for (name, number), board in view.facts.recorded.items():
            if board.id == match["match"]:
                return TournamentGame(view, view.matches.get(name), name, number, board.sides)
        if key and prefix_of(tournament) == key.tournament:
            call = asked.find(view, partial(Tournament.call_of_event, number=key.number))
            if call is not None:
                return TournamentGame(view, view.matches.get(call.match), call.match, key.game, call.entrants)
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
