"""What an organiser does next, in a sentence."""

from typing import TYPE_CHECKING

from tallyboard.text.quantities import counted
from tallyboard.text.tournament.floor import table_words, tables_words
from tallyboard.text.tournament.matches import is_league
from tallyboard.text.tournament.names import Names, listed_first, with_verb

if TYPE_CHECKING:
    from tallyboard.desk.shapes import TournamentObject

_COMMAND = "`tallyboard tournament"
_OPEN = ("ready", "called")
_SHOWN = 5  # calls that are named
_TABLES = 12  # that are named


def next_step(computed: "TournamentObject", are_calls_automatic: bool, is_watched: bool) -> str:
    """`Next: …`. `is_watched`: a hub that stays is on the tournament's database, to make automatic calls."""
    return f"Next: {_next(computed, are_calls_automatic, is_watched)}"


def flagged_words(computed: "TournamentObject") -> str:
    """How much is flagged, to stand behind the next step; empty where nothing is."""
    if not computed["flags"]:
        return ""
    flags = counted(len(computed["flags"]), "flag says", "flags say")
    return f" {flags} what is not as it should be: {_COMMAND} flags`."


def _next(computed: "TournamentObject", are_calls_automatic: bool, is_watched: bool) -> str:
    if not computed["entrants"]:
        return f"{_COMMAND} add NAME` for each entrant, or {_COMMAND} import FILE`."
    phases = computed["phases"]
    if not phases:
        return f"{_COMMAND} phase 1 FORMAT game GAME`, say {_COMMAND} phase 1 round-robin game crokinole-championship`."
    matches = [match for phase in phases for match in phase["matches"]]
    if computed["next"]:
        return _to_call(computed, are_calls_automatic, is_watched)
    if any(match["state"] == "called" for match in matches):
        return _being_played(computed)
    if any(match["state"] == "ready" for match in matches):
        return _not_callable(computed)
    return _to_draw(computed)


def _to_call(computed: "TournamentObject", are_calls_automatic: bool, is_watched: bool) -> str:
    names = Names(computed["entrants"])
    sides = {match["match"]: match["sides"] for phase in computed["phases"] for match in phase["matches"]}
    calls = [
        f"{names[sides[call['match']][0]]} : {names[sides[call['match']][1]]} to {table_words(call['table'])}"
        for call in computed["next"]
    ]
    said = listed_first(calls, _SHOWN)
    if are_calls_automatic and not is_watched:
        return f"no hub runs on this database: start `tallyboard serve` (or `watch`), which calls {said}."
    if are_calls_automatic:
        return f"the hub calls {said} by itself."
    return f"{_COMMAND} call` calls {said}."


def _being_played(computed: "TournamentObject") -> str:
    tables = [one["table"] for one in computed["tables"] if one["match"] is not None]
    which = tables_words(tables) if len(tables) <= _TABLES else f"{len(tables)} tables"
    return f"the results of {which}; on paper {_COMMAND} result X SCORE Y SCORE`."


def _not_callable(computed: "TournamentObject") -> str:
    if not any(one["open"] for one in computed["tables"]):
        return f"{_COMMAND} open 1 2 3` says which tables there are."
    return f"matches wait for players who are away, rest or play; {_COMMAND} schedule` shows them."


def _to_draw(computed: "TournamentObject") -> str:
    phases = computed["phases"]
    to_draw = [phase for phase in phases if not phase["drawn"]]
    swiss = [phase for phase in phases if phase["format"] == "swiss" and phase["drawn"] and not phase["finished"]]
    if swiss:
        return f"{_COMMAND} draw {swiss[0]['phase']}` draws the next round."
    if to_draw:
        return f"{_COMMAND} draw {to_draw[0]['phase']}`."
    return _after_the_last(computed)


def _after_the_last(computed: "TournamentObject") -> str:
    """What comes when all that was declared is drawn and played."""
    last = computed["phases"][-1]
    if not last["finished"]:
        return f"{_COMMAND} schedule` shows what is left."
    champion = None if computed["champion"] is None else Names(computed["entrants"])[computed["champion"]]
    if not is_league(last):
        if champion is None:
            return f"there is no champion; {_COMMAND} bracket` shows why."
        are = with_verb(champion, "is champion", "are champions")
        return f"{are}. {_COMMAND} print bracket` makes paper for the wall."
    further = f"{_COMMAND} phase FORMAT of={last['phase']} game GAME` declares what comes after phase {last['phase']}"
    if len(last["groups"]) > 1:
        return f"{further}; {_COMMAND} standings` shows the groups."
    if champion is None:
        return f"the first place is shared, see {_COMMAND} standings`; {further}."
    return f"{with_verb(champion, 'is', 'are')} first. {_COMMAND} print standings` makes paper for the wall; {further}."
