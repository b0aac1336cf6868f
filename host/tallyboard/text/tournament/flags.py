"""What is flagged in a tournament, and what the organiser can do about it."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.text.tournament.names import Names, listed, table_words

if TYPE_CHECKING:
    from tallyboard.desk.objects import FlagObject


class Dispute(NamedTuple):
    """A game of which hand and board say different things: each one's words, and the id of what the board recorded."""

    game: int
    hand: str
    board: str
    recorded: str


Disputes = Mapping[str, Sequence[Dispute]]  # by match


def flag_words(flag: "FlagObject", names: Names, disputes: Disputes) -> str:
    """A flag in two sentences or three."""
    return _WORDS[flag["kind"]](flag, names, disputes)


def doubted_words(match: str, sides: str, figures: str, why: Sequence[str]) -> str:
    """A result that its game cannot have given; `why`: the sentences that say so."""
    command = "`tallyboard tournament"
    return (
        f"{match}, {sides} {figures}. {' '.join(why)} If it is right, {command} confirm {match}`; if not, "
        f"{command} result {match} X SCORE Y SCORE`."
    )


def _misfit(flag: "FlagObject", names: Names, _: Disputes) -> str:
    one, other = (names[entrant] for entrant in flag["entrants"])
    return (
        f"{flag['match']} has a result of {one} and {other}, who are not its players now. Play what is to be played "
        f"now, or correct the match before it; the result counts again when they are. `tallyboard tournament clear "
        f'{flag["match"]} "{one}" "{other}"` takes it away.'
    )


def _surplus(flag: "FlagObject", _: Names, __: Disputes) -> str:
    return f"{flag['match']}, {_games(flag)}: a result beyond what decides the match. It counts for nothing; leave it."


def _differs(flag: "FlagObject", _: Names, disputes: Disputes) -> str:
    found = disputes.get(flag["match"], ())
    told = "; ".join(f"game {one.game} is {one.hand} by hand, {one.board} by the board" for one in found)
    said = (
        f"{flag['match']}, {told or _games(flag)}: the result by hand is not what the board recorded. The one by hand "
        "counts; "
    )
    if not found:
        return f"{said}if the board is right, enter its figures."
    shown, corrected = (
        listed(f"`tallyboard {command} {one.recorded[:8]}`" for one in found) for command in ("show", "correct")
    )
    have = "has" if len(found) == 1 else "have"
    return (
        f"{said}{shown} {have} the presses. If the board is right, enter its figures by hand; if the hand is right, "
        f"{corrected} puts those of the hand beside the presses. Either ends this flag."
    )


def _wrong_call(flag: "FlagObject", _: Names, __: Disputes) -> str:
    table = flag["table"]
    where = table_words(table)
    return (
        f"{where[0].upper()}{where[1:]} was called for {flag['match']}, which has other players now. "
        f"`tallyboard tournament free {table}`, then `tallyboard tournament call`."
    )


def _draw_differs(flag: "FlagObject", _: Names, __: Disputes) -> str:
    return (
        f"Phase {flag['phase']} would be drawn otherwise now: what it was drawn from has changed. "
        f"`tallyboard tournament redraw {flag['phase']}`, or leave it as it is."
    )


def _not_drawn(flag: "FlagObject", names: Names, _: Disputes) -> str:
    name = names[flag["entrant"]]
    return (
        f"{name} is in, but not drawn. `tallyboard tournament redraw` takes {name} in, and so does the draw of the "
        f'next Swiss round; else `tallyboard tournament absent "{name}"`.'
    )


def _tied(flag: "FlagObject", names: Names, _: Disputes) -> str:
    words = " ".join(f'"{names[entrant]}" N' for entrant in flag["entrants"])
    return (
        f"{names.listed(flag['entrants'])} share a place in phase {flag['phase']}. A shootout parts them: "
        f"`tallyboard tournament shootout {flag['phase']} {words}`."
    )


def _games(flag: "FlagObject") -> str:
    numbers = list(map(str, flag["games"]))
    return ("game " if len(numbers) == 1 else "games ") + listed(numbers)


_WORDS: dict[str, Callable[["FlagObject", Names, Disputes], str]] = {
    "misfit": _misfit,
    "surplus": _surplus,
    "differs": _differs,
    "wrong-call": _wrong_call,
    "draw-differs": _draw_differs,
    "not-drawn": _not_drawn,
    "tied": _tied,
}
