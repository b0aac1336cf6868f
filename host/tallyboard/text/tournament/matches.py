"""What a match of a tournament is called and what it has come to, in words."""

import re
from typing import TYPE_CHECKING, TypeVar

from tallyboard.text.language import _, later
from tallyboard.text.tournament.names import NOBODY, Names, table_head, table_words, with_verb

if TYPE_CHECKING:
    from collections.abc import Callable

    from tallyboard.desk.objects import DeskMatchObject, GameObject, PhaseObject, TournamentObject

_Said = TypeVar("_Said")

FORMATS = {
    "round-robin": later("round robin"),
    "swiss": later("Swiss"),
    "partners": later("partners that change"),
    "single": later("single elimination"),
    "double": later("double elimination"),
}
LEAGUES = ("round-robin", "swiss", "partners")
# What is said of a level match of a knock-out, by what is to decide it; see `decider`.
LEVEL_WORDS = {"shootout": later("level, shootout to come"), "replay": later("level, another game to come")}

BRACKET_PLACE = re.compile(r"\d+:([WLTF])(\d*)(?:\.\d+)?")  # of a match of a bracket
_LAST_ROUNDS = (
    later("Final"),
    later("Semi-finals"),
    later("Quarter-finals"),
    later("Round of 16"),
    later("Round of 32"),
    later("Round of 64"),
)


def is_league(phase: "PhaseObject") -> bool:
    """Whether the phase has standings; else it has a bracket."""
    return phase["format"] in LEAGUES


def phase_title(phase: "PhaseObject") -> str:
    """`Phase 1, round robin`, and whether it is drawn and over."""
    state = _("not drawn yet") if not phase["drawn"] else _("finished") if phase["finished"] else ""
    said = _("Phase %(phase)s, %(format)s", phase=phase["phase"], format=_(FORMATS[phase["format"]]))
    return f"{said}, {state}" if state else said


def round_title(match: "DeskMatchObject", phase: "PhaseObject") -> str:
    """`Round 3` of a league; `Semi-finals`, `Losers' round 2`, `Final` of a bracket."""
    found = BRACKET_PLACE.fullmatch(match["match"])
    if found is None:
        return _("Round %(round)s", round=match["round"])
    kind, number = found[1], int(found[2] or 0)
    if kind == "T":
        return _("Third place")
    if kind == "F":
        return _("Final") if number == 1 else _("Second final")
    if kind == "L":
        return _("Losers' round %(round)s", round=number)
    if phase["format"] == "double":
        return _("Main round %(round)s", round=number)
    return round_to_go(_, (len(phase["order"]) - 1).bit_length() - number)


def round_to_go(_: "Callable[..., _Said]", to_go: int) -> "_Said":
    """`Final` where no round follows, `Semi-finals`, `Round of 16`, as who says it by `_` does."""
    if to_go < len(_LAST_ROUNDS):
        return _(_LAST_ROUNDS[to_go])
    return _("Round of %(entrants)s", entrants=2 << to_go)


def round_head() -> str:
    """What stands above rounds of a tournament, which are not those of a game."""
    return _("Round %(round)s", round="").strip()


def score(match: "DeskMatchObject") -> str:
    """`8 : 4`; of several games `2 : 1 (8 : 4, 3 : 5, 6 : 2)`; `4 : 4, 7 : 9` where all before the last were level.
    Empty before the first."""
    games = [f"{one['scores'][0]} : {one['scores'][1]}" for one in match["games"]]
    if all(one["winner"] is None for one in match["games"][:-1]):
        return ", ".join(games)
    won = [sum(one["winner"] == side for one in match["games"]) for side in match["sides"]]
    return f"{won[0]} : {won[1]} ({', '.join(games)})"


def tally(match: "DeskMatchObject", best: int) -> list[int]:
    """What each side has of a match: how many of its games it has won; where it is one game (`best` is 1) its score,
    also of a level one that another game or a shootout decided. Empty before the first."""
    games = match["games"]
    if best == 1 or not games:
        return [*games[0]["scores"]] if games else []
    return [sum(game["winner"] == side for game in games) for side in match["sides"]]


def decider(match: "DeskMatchObject", best: int, level: str) -> str:
    """What is to decide a level match that waits for it: `level` of its phase, `shootout` or `replay`; empty for any
    other match. `best`: of how many games it is."""
    waits = match["state"] in ("ready", "called") and match["games"] and (match["due"] or 0) > best
    return level if waits else ""


def game_score(game: "GameObject", at: int) -> str:
    """The score of one of its sides, with a star where it is a level one; see is_starred."""
    return f"{game['scores'][at]}{'*' if is_starred(game) else ''}"


def is_starred(game: "GameObject") -> bool:
    """Whether the game itself decided for a side though the scores are level."""
    return game["scores"][0] == game["scores"][1] and game["winner"] is not None


def figures(scores: tuple[int, int], twenties: tuple[int, int] = (0, 0)) -> str:
    """`8 : 4`, `8 : 4 with twenties 5 : 2`."""
    said = f"{scores[0]} : {scores[1]}"
    of_both = f"{twenties[0]} : {twenties[1]}"
    return _("%(scores)s with twenties %(twenties)s", scores=said, twenties=of_both) if any(twenties) else said


def standing(match: "DeskMatchObject", names: Names, table: str | None = None) -> str:
    """What a match has come to: `Ann wins`, `level`, `walkover for Ann`, `at table 3`, `ready`."""
    state, winner = match["state"], match["winner"]
    if state == "void":
        return _("void: an entrant has left")
    if state == "cancelled":
        return _("not played")
    if state == "called":
        return _("at %(table)s", table=table_words(table)) if table else _("called")
    if state != "decided":
        return _("ready") if state == "ready" else ""
    if match["how"] == "double forfeit":
        return _("both forfeit")
    if match["how"] == "bye":
        goes_on = with_verb(names[winner], later("%(name)s goes on, bye"), later("%(name)s go on, bye"))
        return goes_on if winner else _("nobody")
    if winner in (None, NOBODY):
        return _("level")
    if match["how"] == "walkover":
        return _("walkover for %(name)s", name=names[winner])
    return with_verb(names[winner], later("%(name)s wins"), later("%(name)s win"))


def find_match(computed: "TournamentObject", name: str | None) -> "DeskMatchObject | None":
    """The match of this name, None where there is none."""
    return next((one for phase in computed["phases"] for one in phase["matches"] if one["match"] == name), None)


def called_words(line: str, computed: "TournamentObject") -> str:
    """`Table 3: Ann : Bob (1:1-2).` of the line `call 1:1-2 3`."""
    match, table = line.split()[1:]
    sides = sides_words(match, computed)
    return _("%(table)s: %(sides)s (%(match)s).", table=table_head(table), sides=sides, match=match)


def sides_words(match: str | None, computed: "TournamentObject") -> str:
    """`Ann : Bob` of a match by its name; empty for none, or one that is gone."""
    names, found = Names(computed["entrants"]), find_match(computed, match)
    return " : ".join(names[side] for side in found["sides"]) if found else ""


def outcome(match: "DeskMatchObject", names: Names) -> str:
    """`1:1-2, Ann : Bob 8 : 4: Ann wins.`, `1:W1.1, Ann : Bob 1 : 1 (…): game 3 is next.`"""
    sides = " : ".join(names[side] for side in match["sides"])
    result = score(match)
    told = f"{match['match']}, {sides}" + (f" {result}" if result else "")
    if match["state"] in ("ready", "called"):
        if match["games"]:
            return _("%(match)s: game %(game)s is next.", match=told, game=match["due"])
        return _("%(match)s: to be played.", match=told)
    what = standing(match, names)
    return _("%(match)s: %(outcome)s.", match=told, outcome=what) if what else f"{told}."


def day_time(minute: int | None) -> str:
    """Minutes of the tournament as `H:MM`; those of the second day go on from 24:00. Empty for None."""
    return "" if minute is None else f"{minute // 60}:{minute % 60:02}"
