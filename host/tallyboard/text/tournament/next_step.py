"""What an organiser does next, in a sentence; what is flagged in a tournament, and what can be done about it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from tallyboard.desk.options import IN_ROUNDS
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.quantities import duration
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
        which = (
            tables_words(tables) if len(tables) <= _TABLES else ngettext("%(num)s table", "%(num)s tables", len(tables))
        )
        said = ngettext(
            "the results of %(tables)s; on paper `tallyboard tournament result X SCORE Y SCORE`.",
            "the results of %(tables)s; on paper `tallyboard tournament result X SCORE Y SCORE`.",
            len(tables),
            tables=which,
        )
    elif coming.kind == "draw":
        draw = f"`tallyboard tournament draw {coming.phase}`"
        said = _("%(draw)s draws the next round.", draw=draw) if coming.drawn else f"{draw}."
    else:
        said = _(_SAID[coming.kind]) if coming.kind in _SAID else _after_the_last(coming, computed)
    return _("Next: %(step)s", step=said)


def flagged_words(computed: "TournamentObject") -> str:
    """How much is flagged, to stand behind the next step; empty where nothing is."""
    if not computed["flags"]:
        return ""
    said = ngettext(
        "%(num)s flag says what is not as it should be: `tallyboard tournament flags`.",
        "%(num)s flags say what is not as it should be: `tallyboard tournament flags`.",
        len(computed["flags"]),
    )
    return f" {said}"


def set_back_words(ms: int) -> str:
    """That the database's clock was set back, by so much or more, and what the desk makes of it."""
    return _(
        "The clock was set back by %(time)s or more. The desk's time goes on from what was entered last, so that "
        "nobody waits for it; look whether the clock is right now.",
        time=duration(ms / 1000),
    )


_SAID = {
    "add": later("`tallyboard tournament add NAME` for each entrant, or `tallyboard tournament import FILE`."),
    "phase": later(
        "`tallyboard tournament phase 1 FORMAT game GAME`, say `tallyboard tournament phase 1 round-robin game "
        "crokinole-championship`."
    ),
    "open": later("`tallyboard tournament open 1 2 3` says which tables there are."),
    "wait": later("matches wait for players who are away, rest or play; `tallyboard tournament schedule` shows them."),
    "left": later("`tallyboard tournament schedule` shows what is left."),
    "nobody": later("there is no champion; `tallyboard tournament bracket` shows why."),
}


def _to_call(computed: "TournamentObject", are_calls_automatic: bool, is_watched: bool) -> str:
    to = later("%(sides)s to %(table)s")
    calls = [
        _(to, sides=sides_words(one["match"], computed), table=table_words(one["table"])) for one in computed["next"]
    ]
    said = later("`tallyboard tournament call` calls %(calls)s.")
    if are_calls_automatic:
        said = later("the hub calls %(calls)s by itself.")
    if are_calls_automatic and not is_watched:
        said = later("no hub runs on this database: start `tallyboard serve` (or `watch`), which calls %(calls)s.")
    return _(said, calls=listed_first(calls, _SHOWN))


def _after_the_last(coming: Step, computed: "TournamentObject") -> str:
    """What comes when all that was declared is drawn and played."""
    number = coming.phase
    champion = "" if computed["champion"] is None else Names(computed["entrants"])[computed["champion"]]
    if coming.kind == "champion":
        return with_verb(
            champion,
            later("%(name)s is champion. `tallyboard tournament print bracket` makes paper for the wall."),
            later("%(name)s are champions. `tallyboard tournament print bracket` makes paper for the wall."),
        )
    further = _(
        "`tallyboard tournament phase FORMAT of=%(phase)s game GAME` declares what comes after phase %(phase)s",
        phase=number,
    )
    if coming.kind == "groups":
        return _("%(further)s; `tallyboard tournament standings` shows the groups.", further=further)
    if coming.kind == "shared":
        said = later("the first place is shared, see `tallyboard tournament standings`; %(further)s.")
        return _(said, further=further)
    return with_verb(
        champion,
        later("%(name)s is first. `tallyboard tournament print standings` makes paper for the wall; %(further)s."),
        later("%(name)s are first. `tallyboard tournament print standings` makes paper for the wall; %(further)s."),
        further=further,
    )


class Dispute(NamedTuple):
    """A game of which hand and board say different things: each one's words, and the id of what the board recorded."""

    game: int
    hand: str
    board: str
    recorded: str


Disputes = Mapping[str, Sequence[Dispute]]  # by match

_FLAGGED = {
    "misfit": later(
        "%(match)s has a result of %(one)s and %(other)s, who are not its players now. Play what is to be played now, "
        "or correct the match before it; the result counts again when they are. "
        '`tallyboard tournament clear %(match)s "%(one)s" "%(other)s"` takes it away.'
    ),
    "surplus": later("%(match)s, %(games)s: a result beyond what decides the match. It counts for nothing; leave it."),
    "differs": later(
        "%(match)s, %(told)s: the result by hand is not what the board recorded. The one by hand counts; %(either)s"
    ),
    "wrong-call": later(
        "%(where)s was called for %(match)s, which has other players now. `tallyboard tournament free %(table)s`, "
        "then `tallyboard tournament call`."
    ),
    "draw-differs": later(
        "Phase %(phase)s would be drawn otherwise now: what it was drawn from has changed. "
        "`tallyboard tournament redraw %(phase)s`, or leave it as it is."
    ),
    "not-drawn": later(
        "%(name)s is in, but not drawn. Where rounds are drawn one by one the next takes %(name)s in; else "
        '`tallyboard tournament redraw` does, or `tallyboard tournament absent "%(name)s"`.'
    ),
    "tied": later(
        "%(names)s share a place in phase %(phase)s. A shootout parts them: "
        "`tallyboard tournament shootout %(phase)s %(twenties)s`."
    ),
}


def flag_words(flag: "FlagObject", names: Names, disputes: Disputes) -> str:
    """A flag in two sentences or three."""
    entrants, numbers = flag.get("entrants", []), [*map(str, flag.get("games", ()))]
    one, other = ([names[x] for x in entrants] + ["", ""])[:2]
    games = ngettext("game %(numbers)s", "games %(numbers)s", len(numbers), numbers=listed(numbers))
    found = disputes.get(flag.get("match", ""), ())
    by_both = later("game %(game)s is %(hand)s by hand, %(board)s by the board")
    told = _("; ").join(_(by_both, game=one.game, hand=one.hand, board=one.board) for one in found)
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
    return _(_FLAGGED[flag["kind"]], **{**flag, **values})


def _either(found: Sequence[Dispute]) -> str:
    """What ends a dispute, either way."""
    if not found:
        return _("if the board is right, enter its figures.")
    show, correct = (
        listed(f"`tallyboard {command} {one.recorded[:8]}`" for one in found) for command in ("show", "correct")
    )
    return ngettext(
        "%(show)s has the presses. If the board is right, enter its figures by hand; if the hand is right, "
        "%(correct)s puts those of the hand beside the presses. Either ends this flag.",
        "%(show)s have the presses. If the board is right, enter its figures by hand; if the hand is right, "
        "%(correct)s puts those of the hand beside the presses. Either ends this flag.",
        len(found),
        show=show,
        correct=correct,
    )


def doubted_words(match: str, sides: str, figures: str, why: Sequence[str]) -> str:
    """A result that its game cannot have given; `why`: the sentences that say so."""
    return _(
        "%(match)s, %(sides)s %(figures)s. %(why)s If it is right, `tallyboard tournament confirm %(match)s`; if not, "
        "`tallyboard tournament result %(match)s X SCORE Y SCORE`.",
        match=match,
        sides=sides,
        figures=figures,
        why=" ".join(why),
    )
