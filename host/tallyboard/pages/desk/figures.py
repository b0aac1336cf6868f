"""The figures of a game are entered by hand, from totals or from a scoresheet."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from markupsafe import Markup

from shared_rules.games import catalogue
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.matches import Game, Standing
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import After, Desk, Entry
from tallyboard.pages.desk.entered import doubts_said, result_said
from tallyboard.pages.desk.matches import game_figures, is_shootout
from tallyboard.pages.desk.once import Notice
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Look
from tallyboard.store import Store
from tallyboard.store.tournaments.doubts import Doubted, NotInDoubtError
from tallyboard.text.doubts import doubts_of_line

_MOST_TWENTIES = 999  # that a line can have


def with_twenties(look: Look, figures: "Figures") -> "Figures":
    """The same; in a shootout the twenties are the score, and stand in one field."""
    try:
        phase, _ = look.tournament.state.match(figures.match)
    except Refusal:
        return figures
    is_one = is_shootout(phase.line_of(figures.game)) and not any(figures.twenties) and min(figures.scores) >= 0
    return figures._replace(twenties=figures.scores) if is_one and max(figures.scores) <= _MOST_TWENTIES else figures


def asked_about(look: Look, figures: "Figures", typed_twenties: bool, words: Words) -> list[Markup]:
    """What is asked before these are entered: twenties that were left out where they rank, figures that the game
    cannot have given."""
    try:
        phase, _ = look.tournament.state.match(figures.match)
    except Refusal:
        return []
    asked = []
    line = phase.line_of(figures.game)
    ranks = phase.is_league and "twenties" in phase.options.chain
    if ranks and not typed_twenties and not is_shootout(line) and catalogue.by_id(line.split()[0]).TWENTIES:
        asked.append(words._("Twenties are empty; they break ties here. Enter them, or confirm that there were none."))
    return [*asked, *doubts_said(doubts_of_line(line, figures.scores, figures.twenties), words)]


class Figures(NamedTuple):
    """Of A and B in a game. `won`: `a` or `b`, where the game itself decided a level one, else empty."""

    match: str
    game: int
    scores: tuple[int, int]
    twenties: tuple[int, int]
    won: str
    reason: str

    def line(self, players: Sequence[int]) -> str:
        """The line that enters them."""
        a, b = players
        named = self.match + (f"/{self.game}" if self.game > 1 else "")
        words = [f"result {named} {a} {self.scores[0]} {b} {self.scores[1]}"]
        words += [f"twenties {self.twenties[0]} {self.twenties[1]}"] if any(self.twenties) else []
        words += [f"won {players['ab'.index(self.won)]}"] if self.won else []
        return " ".join(words)


async def enter_figures(desk: Desk, form: Posted, figures: Figures, are_sure: bool = False) -> str:
    """Enter them; a correction of what was entered before needs a reason. What stands already is not entered again: a
    form whose answer was lost is sent twice. `are_sure`: whoever entered them was asked, so that they are in doubt no
    more. Raises FieldError, StaleError, Refusal."""
    before = Markup("")
    if desk.site.once.notice(form.once) is None and await desk.look(lambda look: _stands_by_hand(look, figures)):
        return desk.site.once.keep(Notice("good", [desk.words()._("That stands already; it is not entered twice.")]))

    def decide(tournament: Tournament) -> Sequence[str]:
        nonlocal before
        _, found = tournament.match(figures.match)
        if found.players is None:
            raise FieldError({"": desk.words()._("Who plays this match is not known now.")})
        before = _before(tournament, found, figures, desk.words())
        if before and not figures.reason:
            cause = desk.words()._("Say why: %(figures)s stands for this game already.", figures=before)
            raise FieldError({"reason": cause})
        return [figures.line(found.players)]

    def said(after: After, words: Words) -> list[Markup]:
        return result_said(after, words, figures.match, figures.game, before)

    entry = Entry(decide, said, subjects.match(figures.match), figures.reason)
    note = await desk.enter(form, entry)
    if are_sure:
        await desk.site.do(lambda store: _confirm(desk, store, figures))
    return note


def _confirm(desk: Desk, store: Store, figures: Figures) -> None:
    """Note that these are right, where they are in doubt; they may stand behind something that decides otherwise."""

    def is_chosen(one: Doubted) -> bool:
        own = (one.match, one.game, one.scores, one.twenties)
        return own == (figures.match, figures.game, figures.scores, figures.twenties)

    with suppress(NotInDoubtError):
        desk.site.tournaments.confirm(store, desk.word, is_chosen, desk.who)


def _stands_by_hand(look: Look, figures: Figures) -> bool:
    """Whether these are what was entered by hand last for this game."""
    try:
        _, found = look.tournament.match(figures.match)
    except Refusal:
        return False
    if found.pair is None or found.players is None:
        return False
    record = look.tournament.state.field.records.of(figures.match, found.pair)
    game = record.hand.get(figures.game)
    if game is None or record.forfeit:
        return False
    a, b = figures.scores
    side = ("a" if a > b else "b") if a != b else figures.won
    winner = found.players["ab".index(side)] if side else None
    return found.a_first(game) == Game(figures.scores, figures.twenties, winner)


def _before(tournament: Tournament, found: Standing, figures: Figures, words: Words) -> Markup:
    """What stands for the game; empty for nothing."""
    if found.pair is None:
        return Markup("")
    game = tournament.state.field.records.of(figures.match, found.pair).game(figures.game)
    own = Words(
        words.language,
        [{"entrant": one.number, "name": one.name, "players": [], "status": "in"} for one in tournament.entrants],
    )
    return game_figures(None if game is None else found.a_first(game), own)
