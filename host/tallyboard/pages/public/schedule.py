"""What is played now, what comes, and what has been; a match of a tournament as lists have it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, GameObject
from tallyboard.pages.public import words
from tallyboard.pages.public.view import Asked, Page, View
from tallyboard.text.board_names import natural
from tallyboard.text.tournament.matches import tally
from tallyboard.text.tournament.names import NOBODY


class SideRow(NamedTuple):
    """Who stands on a side, whether they have won, and what of a league or bracket they have in the match so far."""

    who: Markup
    won: bool
    score: str
    twenties: str


class GameRow(NamedTuple):
    """A game of a match: its number, score and twenties, and the page of the match that a board recorded; "" where
    none did. `is_shootout`: it decides a level match."""

    number: int
    score: str
    twenties: str
    address: str
    is_shootout: bool


class MatchRow(NamedTuple):
    """`where`: phase, group and round. `note`: how it was decided where figures do not say it, or
    who is not here to play it. `table`: where it is or
    was called to. `time`: since when, or when it is expected; "" where that is not known."""

    match: DeskMatchObject
    where: Markup
    sides: tuple[SideRow, SideRow]
    games: list[GameRow]
    note: Markup
    table: Markup
    time: str = ""

    @property
    def name(self) -> str:
        """As it is called at the desk: `1:2-5`."""
        return self.match["match"]

    @property
    def is_over(self) -> bool:
        """Whether nothing is to come of it any more."""
        return self.match["state"] in words.OVER


def match_row(view: View, match: DeskMatchObject, time: str = "") -> MatchRow:
    """The row of this match."""
    whos = view.sides(match)
    best = view.facts_of(view.phase_of(match["match"])).best
    figures = [str(number) for number in tally(match, best)] or ["", ""]
    sides = [
        SideRow(whos[at], _has_won(match, at), figures[at], str(sum(game["twenties"][at] for game in match["games"])))
        for at in (0, 1)
    ]
    table = view.calls.get(match["match"]) or view.facts.tables.get(match["match"], "")
    return MatchRow(
        match,
        words.where(view, match),
        (sides[0], sides[1]),
        [_game(view, match, number, game) for number, game in enumerate(match["games"], 1)],
        words.outcome(view, match) or words.absent(view, match),
        view.table(table) if table else Markup(""),
        time,
    )


def match_rows(view: View, matches: Iterable[DeskMatchObject]) -> list[MatchRow]:
    """The rows of these matches, in this order."""
    return [match_row(view, match) for match in matches]


def _has_won(match: DeskMatchObject, at: int) -> bool:
    return match["winner"] not in (None, NOBODY) and match["winner"] == match["sides"][at]


def _game(view: View, match: DeskMatchObject, number: int, game: GameObject) -> GameRow:
    recorded = view.facts.recorded.get((match["match"], number))
    address = view.links.url("match", match=recorded.id) if recorded else ""
    twenties = _pair(game["twenties"]) if any(game["twenties"]) else ""
    return GameRow(number, _pair(game["scores"]), twenties, address, words.is_shootout(view, match, number - 1))


def _pair(figures: list[int]) -> str:
    return f"{figures[0]} : {figures[1]}"


_FEW = 40  # matches that nobody has to scroll for long to see all


class RoundPart(NamedTuple):
    """Matches that stand under one title, and who has a bye there. `is_open`: whether they are shown without asking."""

    title: Markup
    rows: list[MatchRow]
    byes: list[Markup]
    is_open: bool = True


class Agenda(NamedTuple):
    """What is not decided: called, by table; about to be called (the rows have the tables), and what comes later, both
    by time; `coming`: these two together."""

    now: list[MatchRow]
    next: list[MatchRow]
    later: list[MatchRow]
    coming: list[MatchRow]


def schedule(asked: Asked) -> Page:
    """The schedule, of one player where one is asked for (`player=3`)."""
    view = asked.view()
    player = asked.number("player")
    if player and player not in view.entrants:
        raise view.no_such_player()
    listed = agenda(view, player)
    later, over = by_round(view, listed.later), rounds(view, player)
    is_short = bool(player) or len(listed.later) + sum(len(part.rows) for part in over) <= _FEW
    return Page(
        "public/schedule.html",
        {
            "view": view,
            "seen": view.seen,
            "agenda": listed,
            "later": _folded(later, is_short),
            "rounds": _folded(over, is_short),
            "player": player,
            "are_drawn": any(phase["drawn"] for phase in view.computed["phases"]),
        },
    )


def agenda(view: View, player: int = 0) -> Agenda:
    """What is to be played; `player`: what this one plays only."""
    known = {one["match"]: one for one in view.computed["schedule"]}
    tables = {one["match"]: one["table"] for one in view.computed["next"]}
    of_player = [one for one in known.values() if not player or player in view.matches[one["match"]]["sides"]]
    now = [one for one in of_player if one["table"] is not None]
    now.sort(key=lambda one: natural(one["table"] or ""))
    in_order = {match: place for place, match in enumerate(tables)}
    coming = [one for one in of_player if one["table"] is None]
    coming.sort(key=lambda one: (one["start"] is None, one["start"] or 0, in_order.get(one["match"], len(in_order))))

    def row(match: str, start: int | None) -> MatchRow:
        made = match_row(view, view.matches[match], "" if start is None else view.time(start))
        return made._replace(table=view.table(tables[match])) if match in tables else made

    rows = [row(one["match"], one["start"]) for one in coming]
    return Agenda(
        [row(one["match"], one["start"]) for one in now],
        [one for one in rows if one.name in tables],
        [one for one in rows if one.name not in tables],
        rows,
    )


def by_round(view: View, rows: Sequence[MatchRow]) -> list[RoundPart]:
    """The rows under the titles of their rounds, the round of the first of them first."""
    found: dict[Markup, list[MatchRow]] = {}
    for row in rows:
        found.setdefault(_title(view, row.match), []).append(row)
    return [RoundPart(title, those, []) for title, those in found.items()]


def _folded(parts: list[RoundPart], is_short: bool) -> list[RoundPart]:
    """Of many matches only the first round is open."""
    return [part._replace(is_open=is_short or part is parts[0]) for part in parts]


def rounds(view: View, player: int = 0) -> list[RoundPart]:
    """The rounds with their decided matches, the latest first."""
    parts = []
    for phase in view.computed["phases"]:
        by_round: dict[Markup, list[DeskMatchObject]] = {}
        for match in words.played(phase):
            if match["state"] in words.OVER and (not player or player in match["sides"]):
                by_round.setdefault(_title(view, match), []).append(match)
        byes: dict[Markup, list[Markup]] = {}
        if phase["format"] == "swiss":
            for entrant, at in phase["byes"]:
                if player in (0, entrant):
                    byes.setdefault(_of_phase(view, phase["phase"], view._("Round %(round)s", round=at)), []).append(
                        view.player(entrant)
                    )
        titles = [*by_round, *(title for title in byes if title not in by_round)]
        parts += [RoundPart(title, _rows(view, by_round.get(title, ())), byes.get(title, [])) for title in titles]
    return parts[::-1]


def _rows(view: View, matches: Sequence[DeskMatchObject]) -> list[MatchRow]:
    return [match_row(view, match) for match in matches]


def _title(view: View, match: DeskMatchObject) -> Markup:
    phase = view.phase_of(match["match"])
    return _of_phase(view, phase["phase"], words.round_title(view, match, phase))


def _of_phase(view: View, phase: int, title: Markup) -> Markup:
    if len(view.computed["phases"]) < 2:
        return title
    return Markup(" · ").join([view._("Phase %(number)s", number=phase), title])
