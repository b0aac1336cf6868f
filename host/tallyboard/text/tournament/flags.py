"""What is flagged in a tournament, and what the organiser can do about it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.text.tournament.names import Names, listed, table_head

if TYPE_CHECKING:
    from tallyboard.desk.flags import FlagObject


class Dispute(NamedTuple):
    """A game of which hand and board say different things: each one's words, and the id of what the board recorded."""

    game: int
    hand: str
    board: str
    recorded: str


Disputes = Mapping[str, Sequence[Dispute]]  # by match

_COMMAND = "`tallyboard tournament"
_SAID = {
    "misfit": "{match} has a result of {one} and {other}, who are not its players now. Play what is to be played now, "
    "or correct the match before it; the result counts again when they are. "
    f'{_COMMAND} clear {{match}} "{{one}}" "{{other}}"` takes it away.',
    "surplus": "{match}, {games}: a result beyond what decides the match. It counts for nothing; leave it.",
    "differs": "{match}, {told}: the result by hand is not what the board recorded. The one by hand counts; {either}",
    "wrong-call": "{where} was called for {match}, which has other players now. "
    f"{_COMMAND} free {{table}}`, then {_COMMAND} call`.",
    "draw-differs": "Phase {phase} would be drawn otherwise now: what it was drawn from has changed. "
    f"{_COMMAND} redraw {{phase}}`, or leave it as it is.",
    "not-drawn": f"{{name}} is in, but not drawn. {_COMMAND} redraw` takes {{name}} in, and so does the draw of the "
    f'next Swiss round; else {_COMMAND} absent "{{name}}"`.',
    "tied": "{names} share a place in phase {phase}. A shootout parts them: "
    f"{_COMMAND} shootout {{phase}} {{twenties}}`.",
}


def flag_words(flag: "FlagObject", names: Names, disputes: Disputes) -> str:
    """A flag in two sentences or three."""
    entrants, numbers = flag.get("entrants", []), [*map(str, flag.get("games", ()))]
    one, other = ([names[x] for x in entrants] + ["", ""])[:2]
    games = ("game " if len(numbers) == 1 else "games ") + listed(numbers)
    found = disputes.get(flag.get("match", ""), ())
    told = "; ".join(f"game {one.game} is {one.hand} by hand, {one.board} by the board" for one in found)
    values = {
        "one": one,
        "other": other,
        "games": games,
        "told": told or games,
        "either": _either(found),
        "where": table_head(flag.get("table", "?")),
        "name": names[flag.get("entrant")],
        "names": names.listed(entrants),
        "twenties": " ".join(f'"{names[x]}" N' for x in entrants),
    }
    return _SAID[flag["kind"]].format_map({**flag, **values})


def _either(found: Sequence[Dispute]) -> str:
    """What ends a dispute, either way."""
    if not found:
        return "if the board is right, enter its figures."
    show, correct = (
        listed(f"`tallyboard {command} {one.recorded[:8]}`" for one in found) for command in ("show", "correct")
    )
    have = "has" if len(found) == 1 else "have"
    return (
        f"{show} {have} the presses. If the board is right, enter its figures by hand; if the hand is right, {correct} "
        "puts those of the hand beside the presses. Either ends this flag."
    )


def doubted_words(match: str, sides: str, figures: str, why: Sequence[str]) -> str:
    """A result that its game cannot have given; `why`: the sentences that say so."""
    return (
        f"{match}, {sides} {figures}. {' '.join(why)} If it is right, {_COMMAND} confirm {match}`; if not, "
        f"{_COMMAND} result {match} X SCORE Y SCORE`."
    )
