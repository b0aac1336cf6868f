"""What came of a rehearsal, as an object and in words."""

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tallyboard.shapes import RehearsalObject, RehearsedCheck, RehearsedPlace
from tallyboard.text.quantities import counted, duration
from tallyboard.text.tournament.names import Names, listed

if TYPE_CHECKING:
    from tallyboard.desk.objects import TournamentObject
    from tallyboard.rehearsal.day import RehearsalDay

_SHOWN = 8  # places
_TOLD = 3  # sentences of what is wrong with one thing


def result_of(day: "RehearsalDay", checks: Sequence[RehearsedCheck]) -> RehearsalObject:
    """The object of a rehearsal that has come to its end."""
    settings, computed = day.settings, day.organiser.computed
    names = Names(computed["entrants"])
    champion = computed["champion"]
    return {
        "format": settings.format,
        "game": settings.game,
        "players": settings.players,
        "tables": settings.tables,
        "seed": settings.seed,
        "seconds": round(time.monotonic() - day.began),
        "holds": all(check["holds"] for check in checks),
        "champion": None if champion is None else names[champion],
        "places": _places(computed, names),
        "matches": sum(match["how"] == "played" for phase in computed["phases"] for match in phase["matches"]),
        "presses": sum(len(table.entered) for table in day.tables),
        "calls": sum(event.line.startswith("call ") for event in day.organiser.events),
        "mishaps": day.mishaps,
        "spared": day.spared(),
        "checks": list(checks),
    }


def _places(computed: "TournamentObject", names: Names) -> list[RehearsedPlace]:
    """Of the last phase; those level share one."""
    places: list[RehearsedPlace] = []
    for level in computed["phases"][-1]["ranking"]:
        place = len(places) + 1
        places += [{"place": place, "entrant": names[entrant]} for entrant in level]
    return places


def words(made: RehearsalObject) -> Iterator[str]:
    """The report, a line each."""
    yield f"{made['champion']} is champion." if made["champion"] else "There is no champion."
    shown = [f"{one['place']}. {one['entrant']}" for one in made["places"][:_SHOWN]]
    more = len(made["places"]) - len(shown)
    yield "Places: " + ", ".join(shown) + (f" and {more} more." if more > 0 else ".")
    what = (
        counted(made["matches"], "match", "matches"),
        counted(made["presses"], "press", "presses"),
        counted(made["calls"], "call", "calls"),
    )
    yield f"{listed(what)} in {duration(made['seconds'])}; the seed was {made['seed']}."
    yield ""
    yield "What went wrong on purpose:"
    for mishap in made["mishaps"]:
        yield f"  {mishap['kind']}: {mishap['said']}"
    if made["spared"]:
        yield f"  There was no occasion for: {', '.join(made['spared'])}."
    yield ""
    yield "What was checked:"
    for check in made["checks"]:
        yield f"  {'✓' if check['holds'] else '✗'} {check['what']}"
        yield from (f"      {wrong}" for wrong in check["wrong"][:_TOLD])
        if len(check["wrong"]) > _TOLD:
            yield f"      and {len(check['wrong']) - _TOLD} more"
