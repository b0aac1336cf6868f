"""The commands about one entrant, or two: `entrant`, `why`."""

from collections.abc import Sequence
from typing import Unpack

from tallyboard.commands.tournament.names import entrant_of, entrants_of
from tallyboard.commands.tournament.opened import Looking, looked_at
from tallyboard.commands.tournament.shapes import OneEntrantObject, PlaceInPhase, StandingRow, StepObject, WhyAnswer
from tallyboard.desk import Tournament, TournamentObject, as_object
from tallyboard.desk.explaining import ChainStep, explained
from tallyboard.desk.league import League
from tallyboard.errors import TallyboardError
from tallyboard.terminal.tables import print_json, say
from tallyboard.terminal.tournament.entrants import print_entrant, print_entrants
from tallyboard.text.tournament.explained import sentences


def entrant(who: Sequence[str] = (), **how: Unpack[Looking]) -> None:
    """Show all about an entrant: status, places, matches; without a name, list all entrants."""
    with looked_at(how.get("tournament"), how.get("db")) as (_, followed):
        computed = as_object(followed.tournament)
        number = entrant_of(" ".join(who), followed.tournament.entrants) if who else None
    if number is None:
        if how.get("as_json"):
            print_json({"entrants": computed["entrants"], "contest": computed["contest"]})
        else:
            print_entrants(computed)
    elif how.get("as_json"):
        print_json(_object(number, computed))
    else:
        print_entrant(number, computed)


def why(who: Sequence[str], phase: str | None = None, **how: Unpack[Looking]) -> None:
    """Tell why one entrant stands above another: the chain with its numbers, up to where they part."""
    with looked_at(how.get("tournament"), how.get("db")) as (_, followed):
        tournament = followed.tournament
        both = entrants_of(who, tournament.entrants)
        if len(both) != 2 or both[0] == both[1]:
            raise TallyboardError("Two entrants are compared.", "Write it as `tallyboard tournament why Ann Bob`.")
        league = _league(tournament, both, phase)
        number = league.number
        found = explained(league, both[0], both[1])
    if how.get("as_json"):
        answer: WhyAnswer = {"phase": number, "entrants": both, "steps": [_step(one) for one in found]}
        print_json(answer)
        return
    for sentence in sentences(found, both, [one.name for one in tournament.entrants]):
        say(sentence)


def _league(tournament: Tournament, both: Sequence[int], given: str | None) -> League:
    """The last league in which both are, or the one of the given number; raises TallyboardError."""
    found = [
        phase
        for phase in tournament.phases
        if isinstance(phase, League) and set(both) <= {row.entrant for rows in phase.tables() for row in rows}
    ]
    if given is not None:
        found = [league for league in found if str(league.number) == given]
    if not found:
        names = " and ".join(tournament.entrants[number - 1].name for number in both)
        raise TallyboardError(
            f"{names} are in no league together{f' of the number {given}' if given else ''}.",
            "`tallyboard tournament standings` shows the leagues and their groups.",
        )
    return found[-1]


def _step(step: ChainStep) -> StepObject:
    """An item of the chain for --json."""
    return {
        "by": step.by,
        "values": list(step.values) if step.values else None,
        "among": list(step.among),
        "better": step.better,
        "matches": list(step.matches) if step.matches else None,
    }


def _object(number: int, computed: TournamentObject) -> OneEntrantObject:
    """All about an entrant for --json: the entrant's own keys, rows of standings, places, matches."""
    rows: list[StandingRow] = [
        {"phase": phase["phase"], "group": group["group"], "row": row}
        for phase in computed["phases"]
        for group in phase["standings"]
        for row in group["rows"]
        if row["entrant"] == number
    ]
    places: list[PlaceInPhase] = [
        {"phase": phase["phase"], "place": one["place"]}
        for phase in computed["phases"]
        for one in phase["places"]
        if one["entrant"] == number
    ]
    matches = [match for phase in computed["phases"] for match in phase["matches"] if number in match["sides"]]
    return {**computed["entrants"][number - 1], "standings": rows, "places": places, "matches": matches}
