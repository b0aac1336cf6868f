"""What an organiser does next, in a sentence; what is flagged in a tournament, and what can be done about it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from tallyboard.desk.options import IN_ROUNDS
from tallyboard.text.quantities import counted, duration
from tallyboard.text.tournament.matches import is_league, sides_words
from tallyboard.text.tournament.names import (
    Names,
    listed,
    listed_first,
    table_head,
    table_words,
    tables_words,
    with_verb,
)

if TYPE_CHECKING:
    from tallyboard.desk.flags import FlagObject
    from tallyboard.desk.objects import TournamentObject

_COMMAND = "`tallyboard tournament"
_SHOWN = 5  # calls that are named
_TABLES = 12  # that are named


Kind = Literal[
    "add", "phase", "call", "played", "open", "wait", "draw", "left", "nobody", "champion", "groups", "shared", "first"
]


class Step(NamedTuple):
    """What comes next. `kind`: `add` entrants; declare a `phase`; `call`; results of what is being `played`; `open`
    tables; `wait` for players; `draw` the `phase`, or its next round where it is `drawn`; something is `left`; the
    phase that makes the champion has none (`nobody`), or a `champion`; it is a league of `groups`, of which the first
    place is `shared`, or one is `first`: then another phase may follow."""

    kind: Kind
    phase: int = 0
    drawn: bool = False


def step(computed: "TournamentObject", main: int) -> Step:
    """What an organiser does next. `main`: the phase that makes the champion; 0 where there is no phase."""
    if not computed["entrants"]:
        return Step("add")
    if not computed["phases"]:
        return Step("phase", 1)
    phases = computed["phases"]
    states = {match["state"] for phase in phases for match in phase["matches"]}
    if computed["next"]:
        return Step("call")
    if "called" in states:
        return Step("played")
    if "ready" in states:
        return Step("wait" if any(one["open"] for one in computed["tables"]) else "open")
    swiss = [phase for phase in phases if phase["format"] in IN_ROUNDS and phase["drawn"] and not phase["finished"]]
    to_draw = swiss or [phase for phase in phases if not phase["drawn"]]
    if to_draw:
        return Step("draw", to_draw[0]["phase"], to_draw[0]["drawn"])
    left = [phase for phase in phases if not phase["finished"]]
    if left:
        return Step("left", left[-1]["phase"])
    last = phases[main - 1]
    if not is_league(last):
        return Step("nobody" if computed["champion"] is None else "champion", last["phase"])
    if len(last["groups"]) > 1:
        return Step("groups", last["phase"])
    return Step("shared" if computed["champion"] is None else "first", last["phase"])


def next_step(computed: "TournamentObject", main: int, are_calls_automatic: bool, is_watched: bool) -> str:
    """`Next: …`. `main` as in `step`; `is_watched`: a hub that stays is on the tournament's database, to make automatic
    calls."""
    coming = step(computed, main)
    if coming.kind == "call":
        said = _to_call(computed, are_calls_automatic, is_watched)
    elif coming.kind == "played":
        tables = [one["table"] for one in computed["tables"] if one["match"] is not None]
        which = tables_words(tables) if len(tables) <= _TABLES else f"{len(tables)} tables"
        said = f"the results of {which}; on paper {_COMMAND} result X SCORE Y SCORE`."
    elif coming.kind == "draw":
        said = f"{_COMMAND} draw {coming.phase}`" + (" draws the next round." if coming.drawn else ".")
    else:
        said = _SAID.get(coming.kind) or _after_the_last(coming, computed)
    return f"Next: {said}"


def flagged_words(computed: "TournamentObject") -> str:
    """How much is flagged, to stand behind the next step; empty where nothing is."""
    if not computed["flags"]:
        return ""
    flags = counted(len(computed["flags"]), "flag says", "flags say")
    return f" {flags} what is not as it should be: {_COMMAND} flags`."


def set_back_words(ms: int) -> str:
    """That the database's clock was set back, by so much or more, and what the desk makes of it."""
    return (
        f"The clock was set back by {duration(ms / 1000)} or more. The desk's time goes on from what was entered last, "
        "so that nobody waits for it; look whether the clock is right now."
    )


_SAID = {
    "add": f"{_COMMAND} add NAME` for each entrant, or {_COMMAND} import FILE`.",
    "phase": f"{_COMMAND} phase 1 FORMAT game GAME`, say {_COMMAND} phase 1 round-robin game crokinole-championship`.",
    "open": f"{_COMMAND} open 1 2 3` says which tables there are.",
    "wait": f"matches wait for players who are away, rest or play; {_COMMAND} schedule` shows them.",
    "left": f"{_COMMAND} schedule` shows what is left.",
    "nobody": f"there is no champion; {_COMMAND} bracket` shows why.",
}


def _to_call(computed: "TournamentObject", are_calls_automatic: bool, is_watched: bool) -> str:
    calls = [f"{sides_words(one['match'], computed)} to {table_words(one['table'])}" for one in computed["next"]]
    said = listed_first(calls, _SHOWN)
    if are_calls_automatic and not is_watched:
        return f"no hub runs on this database: start `tallyboard serve` (or `watch`), which calls {said}."
    if are_calls_automatic:
        return f"the hub calls {said} by itself."
    return f"{_COMMAND} call` calls {said}."


def _after_the_last(coming: Step, computed: "TournamentObject") -> str:
    """What comes when all that was declared is drawn and played."""
    number = coming.phase
    champion = "" if computed["champion"] is None else Names(computed["entrants"])[computed["champion"]]
    if coming.kind == "champion":
        are = with_verb(champion, "is champion", "are champions")
        return f"{are}. {_COMMAND} print bracket` makes paper for the wall."
    further = f"{_COMMAND} phase FORMAT of={number} game GAME` declares what comes after phase {number}"
    if coming.kind == "groups":
        return f"{further}; {_COMMAND} standings` shows the groups."
    if coming.kind == "shared":
        return f"the first place is shared, see {_COMMAND} standings`; {further}."
    return f"{with_verb(champion, 'is', 'are')} first. {_COMMAND} print standings` makes paper for the wall; {further}."


class Dispute(NamedTuple):
    """A game of which hand and board say different things: each one's words, and the id of what the board recorded."""

    game: int
    hand: str
    board: str
    recorded: str


Disputes = Mapping[str, Sequence[Dispute]]  # by match

_FLAGGED = {
    "misfit": "{match} has a result of {one} and {other}, who are not its players now. Play what is to be played now, "
    "or correct the match before it; the result counts again when they are. "
    f'{_COMMAND} clear {{match}} "{{one}}" "{{other}}"` takes it away.',
    "surplus": "{match}, {games}: a result beyond what decides the match. It counts for nothing; leave it.",
    "differs": "{match}, {told}: the result by hand is not what the board recorded. The one by hand counts; {either}",
    "wrong-call": "{where} was called for {match}, which has other players now. "
    f"{_COMMAND} free {{table}}`, then {_COMMAND} call`.",
    "draw-differs": "Phase {phase} would be drawn otherwise now: what it was drawn from has changed. "
    f"{_COMMAND} redraw {{phase}}`, or leave it as it is.",
    "not-drawn": f"{{name}} is in, but not drawn. Where rounds are drawn one by one the next takes {{name}} in; else "
    f'{_COMMAND} redraw` does, or {_COMMAND} absent "{{name}}"`.',
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
    return _FLAGGED[flag["kind"]].format_map({**flag, **values})


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
