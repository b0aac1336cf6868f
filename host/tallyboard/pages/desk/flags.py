"""What is not as it should be, one by one, with what each choice does as a button."""

from collections.abc import Collection
from typing import Any

from markupsafe import Markup

from tallyboard.desk.flags import FlagObject
from tallyboard.desk.matches import Game
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.desk.swiss import Swiss
from tallyboard.errors import later
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import Desk, form_about, takes
from tallyboard.pages.desk.figures import doubts_said, game_figures
from tallyboard.pages.desk.matches import match_of
from tallyboard.pages.desk.posted import Notice, Posted
from tallyboard.pages.desk.redraws import can_be_redrawn, if_redrawn, is_begun
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tournaments import Look
from tallyboard.store import Store
from tallyboard.store.tournaments.notices import Doubted, NotInDoubtError, confirm_in
from tallyboard.text.tournament.bracket import bracket_name
from tallyboard.text.tournament.matches import find_match

_SAID = {
    "misfit": later("%(match)s has a result of %(who)s, who are not its players now. It counts again when they are."),
    "surplus": later("%(match)s has a result beyond what decides the match (game %(games)s). It counts for nothing."),
    "differs": later("%(match)s: the result by hand is not what the table recorded. The one by hand counts."),
    "wrong-call": later("%(table)s was called for %(match)s, which has other players now."),
    "draw-differs": later("Phase %(phase)s would be drawn otherwise now: what it was drawn from has changed."),
    "not-drawn": later("%(who)s is in, but not drawn."),
    "tied": later("These share a place in phase %(phase)s: %(who)s. A shootout parts them."),
}


def flagged(desk: Desk, look: Look, words: Words) -> dict[str, Any]:
    """What of the day is not as it should be: the flags, and the results in doubt."""
    is_late = any(flag["kind"] == "not-drawn" for flag in look.seen.computed["flags"])
    late = _late(desk, look, words) if is_late else {"waits": [], "if_drawn": {}}
    again = [flag["phase"] for flag in look.seen.computed["flags"] if flag["kind"] == "draw-differs"]
    return {
        **late,
        "if_drawn_again": if_redrawn(desk, look, again, words),
        "cards": [_card(look, flag, words, late["if_drawn"]) for flag in look.seen.computed["flags"]],
        "doubts": [_doubt(look, one, words) for one in look.seen.doubts],
    }


def _late(desk: Desk, look: Look, words: Words) -> dict[str, Any]:
    """`waits`: of the phases that take all who are in, the sentences of those whose next round takes in who came late;
    `if_drawn`: of the others that can be drawn again, by number what would come of that now."""
    waits, others = [], []
    for phase, computed in zip(look.tournament.phases, look.seen.computed["phases"], strict=True):
        if phase.options.of or not can_be_redrawn(phase, look.tournament.phases):
            continue
        if phase.format in IN_ROUNDS and is_begun(computed):
            is_last = isinstance(phase, Swiss) and phase.is_complete
            waits.append(words._(_NO_ROUND if is_last else _NEXT_ROUND, phase=words.phase(phase.number)))
        else:
            others.append(phase.number)
    return {"waits": waits, "if_drawn": if_redrawn(desk, look, others, words)}


_NEXT_ROUND = later("The next round of phase %(phase)s takes them in by itself; what is played stays as it is.")
_NO_ROUND = later("All rounds of phase %(phase)s are drawn: who comes now is in none of their matches.")


def _doubt(look: Look, one: Doubted, words: Words) -> dict[str, Any]:
    """A result in doubt: what it is, and why."""
    figures = game_figures(Game(one.scores, one.twenties, None), words)
    said = Markup("{}: {}").format(_match_said(look, one.match, words), figures)
    return {"doubted": one, "said": said, "why": doubts_said(one.why, words)}


def _card(look: Look, flag: FlagObject, words: Words, if_drawn: Collection[int]) -> dict[str, Any]:
    """A flag: what it says, and what its buttons need. `phases`: those that could be drawn again,
    `if_drawn` of who came late."""
    kind, subject, phases = flag["kind"], None, []
    if kind in ("misfit", "surplus", "differs"):
        subject = subjects.match(flag["match"])
    elif kind == "wrong-call":
        subject = subjects.table(flag["table"])
    elif kind == "draw-differs":
        phases = [flag["phase"]]
    elif kind == "not-drawn":
        subject = subjects.entrant(flag["entrant"])
        phases = [*if_drawn]
    return {
        "flag": flag,
        "said": _said(look, flag, words),
        "form": subject and form_about(look, subject),
        "disputes": _disputes(look, flag, words) if kind == "differs" else [],
        "phases": [(number, form_about(look, subjects.phase(number))) for number in phases],
    }


def _said(look: Look, flag: FlagObject, words: Words) -> Markup:
    table, match = flag.get("table", ""), _match_said(look, flag.get("match", ""), words)
    call = look.tournament.tables[table].call if table else None
    if table:  # of those who were called
        name = bracket_name(flag["match"])
        match = text(flag["match"]) if call is None else words.pair(call.entrants)
        match += Markup(" ({})").format(name) if call is not None and name else ""
    return words._(
        _SAID[flag["kind"]],
        match=match,
        table=words.table(table),
        phase=words.phase(flag.get("phase", 0)),
        games=", ".join(map(str, flag.get("games", ()))),
        who=words.names(flag.get("entrants") or [flag.get("entrant", 0)]),
    )


def _match_said(look: Look, name: str, words: Words) -> Markup:
    """`Ann : Bob (round 2)`; the name alone of a match that is gone."""
    match = find_match(look.seen.computed, name)
    return text(name) if match is None else words.match(match)


def _disputes(look: Look, flag: FlagObject, words: Words) -> list[dict[str, Any]]:
    """The games of which hand and board say different things. `won`: `a` or `b`, for whom the box says that the game
    itself decided a level one, else empty."""
    try:
        shown = match_of(look, flag["match"], None, words)
    except NotFound:
        return []
    found = []
    for one in shown.games:
        if one.number in flag["games"] and one.hand and one.board:
            (first, second), winner = one.board.scores, one.board.winner
            won = "ab"[shown.sides.index(winner)] if first == second and winner is not None else ""
            hand, board = game_figures(one.hand, words), game_figures(one.board, words)
            found.append({"game": one, "hand": hand, "board": board, "won": won})
    return found


async def confirm(desk: Desk, form: Posted) -> str:
    """Say that a result which is in doubt is right."""
    content = form.raw("doubt")

    def work(store: Store) -> Notice:
        desk.site.tournaments.note(
            store, desk.word, lambda sql, of: confirm_in(sql, of, lambda one: one.content == content, desk.who)
        )
        return Notice("good", [desk.words()._("The result is confirmed.")])

    try:
        return await desk.do(form, work)
    except NotInDoubtError:
        said = desk.words()._("This result is in doubt no more: it was confirmed, or is another now.")
        return desk.site.once.keep(Notice("warn", [said]))


ROUTES = [
    takes("/desk/{t}/confirm", confirm, "desk_confirm", "desk_day"),
]
