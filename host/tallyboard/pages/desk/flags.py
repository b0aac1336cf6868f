"""What is not as it should be, one by one, with what each choice does as a button."""

from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk.matches import Game
from tallyboard.desk.objects import FlagObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import Desk, Form, form_about
from tallyboard.pages.desk.entered import doubts_said, find_match
from tallyboard.pages.desk.handlers import framed, shows, takes
from tallyboard.pages.desk.matches import GameOfMatch, game_figures, match_of
from tallyboard.pages.desk.posted import Notice
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Look, Seen
from tallyboard.store import Store
from tallyboard.store.tournaments.notices import Doubted, NotInDoubtError


class DisputedGame(NamedTuple):
    """A game of which hand and board say different things. `won`: `a` or `b`, for whom the box says that the game
    itself decided a level one, else empty."""

    game: GameOfMatch
    hand: Markup
    board: Markup
    won: str


class FlagCard(NamedTuple):
    """A flag: what it says, and what its buttons need. `phases`: those that could be drawn again."""

    flag: FlagObject
    said: Markup
    form: Form | None
    disputes: list[DisputedGame]
    phases: list[tuple[int, Form]]


class DoubtCard(NamedTuple):
    """A result in doubt: what it is, and why."""

    doubted: Doubted
    said: Markup
    why: list[Markup]


async def flags(desk: Desk) -> Response:
    """The page of all flags."""

    def shown(look: Look) -> tuple[Seen, list[FlagCard], list[DoubtCard]]:
        words = desk.words(look.seen)
        cards = [_card(look, flag, words) for flag in look.seen.computed["flags"]]
        return look.seen, cards, [_doubt(look, one, words) for one in look.seen.doubts]

    seen, cards, doubts = await desk.look(shown)
    return framed(desk, seen, "desk/flags.html", "desk_flags", cards=cards, doubts=doubts)


def _doubt(look: Look, one: Doubted, words: Words) -> DoubtCard:
    figures = game_figures(Game(one.scores, one.twenties, None), words)
    said = Markup("{}: {}").format(_match_said(look, one.match, words), figures)
    return DoubtCard(one, said, doubts_said(one.why, words))


async def confirm(desk: Desk) -> Response:
    """Say that a result which is in doubt is right."""
    form = await desk.posted()
    content = form.raw("doubt")

    def work(store: Store) -> Notice:
        desk.site.tournaments.confirm(store, desk.word, lambda one: one.content == content, desk.who)
        return Notice("good", [desk.words()._("The result is confirmed.")])

    try:
        note = await desk.do(form, work)
    except NotInDoubtError:
        said = desk.words()._("This result is in doubt no more: it was confirmed, or is another now.")
        note = desk.site.once.keep(Notice("warn", [said]))
    return desk.back(form, note, desk.url("desk_flags"))


def _card(look: Look, flag: FlagObject, words: Words) -> FlagCard:
    kind = flag["kind"]
    form: Form | None = None
    disputes: list[DisputedGame] = []
    phases: list[tuple[int, Form]] = []
    if kind in ("misfit", "surplus", "differs"):
        form = form_about(look, subjects.match(flag["match"]))
    if kind == "differs":
        disputes = _disputes(look, flag, words)
    elif kind == "wrong-call":
        form = form_about(look, subjects.table(flag["table"]))
    elif kind == "draw-differs":
        phases = [(flag["phase"], form_about(look, subjects.phase(flag["phase"])))]
    elif kind == "not-drawn":
        form = form_about(look, subjects.entrant(flag["entrant"]))
        phases = [
            (one.number, form_about(look, subjects.phase(one.number)))
            for one in look.tournament.phases
            if one.drawn
            and not one.options.of
            and not getattr(one, "ended", False)
            and not _is_source(look, one.number)
        ]
    return FlagCard(flag, _said(look, flag, words), form, disputes, phases)


def _is_source(look: Look, number: int) -> bool:
    return any(one.drawn and one.options.of == number for one in look.tournament.phases)


def _disputes(look: Look, flag: FlagObject, words: Words) -> list[DisputedGame]:
    try:
        shown = match_of(look, flag["match"], None, words)
    except NotFound:
        return []
    return [
        DisputedGame(one, game_figures(one.hand, words), game_figures(one.board, words), _won(one.board, shown.sides))
        for one in shown.games
        if one.number in flag["games"] and one.hand and one.board
    ]


def _won(game: Game, sides: tuple[int, int]) -> str:
    is_level = game.scores[0] == game.scores[1]
    return "ab"[sides.index(game.winner)] if is_level and game.winner is not None else ""


def _said(look: Look, flag: FlagObject, words: Words) -> Markup:
    """What is not as it should be."""
    _ = words._
    kind = flag["kind"]
    if kind == "misfit":
        return _(
            "%(match)s has a result of %(who)s, who are not its players now. It counts again when they are.",
            match=_match_said(look, flag["match"], words),
            who=words.names(flag["entrants"]),
        )
    if kind == "surplus":
        return _(
            "%(match)s has a result beyond what decides the match (game %(games)s). It counts for nothing.",
            match=_match_said(look, flag["match"], words),
            games=", ".join(map(str, flag["games"])),
        )
    if kind == "differs":
        return _(
            "%(match)s: the result by hand is not what the box recorded. The one by hand counts.",
            match=_match_said(look, flag["match"], words),
        )
    if kind == "wrong-call":
        return _(
            "%(table)s was called for %(match)s, which has other players now.",
            table=words.table(flag["table"]),
            match=_called_said(look, flag["table"], flag["match"], words),
        )
    if kind == "draw-differs":
        return _(
            "Phase %(phase)s would be drawn otherwise now: what it was drawn from has changed.", phase=flag["phase"]
        )
    if kind == "not-drawn":
        return _("%(who)s is in, but not drawn.", who=words.name(flag["entrant"]))
    return _(
        "These share a place in phase %(phase)s: %(who)s. A shootout parts them.",
        phase=flag["phase"],
        who=words.names(flag["entrants"]),
    )


def _match_said(look: Look, name: str, words: Words) -> Markup:
    """`Ann : Bob (1:1-2)`; the name alone of a match that is gone."""
    match = find_match(look.seen, name)
    return text(name) if match is None else words.match(match)


def _called_said(look: Look, table: str, name: str, words: Words) -> Markup:
    """The same of those who were called."""
    call = look.tournament.tables[table].call
    return text(name) if call is None else Markup("{} ({})").format(words.pair(call.entrants), name)


ROUTES = [
    shows("/desk/{t}/flags", flags, "desk_flags"),
    takes("/desk/{t}/confirm", confirm, "desk_confirm", "desk_flags"),
]
