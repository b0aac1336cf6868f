"""A rehearsal from its folder to its report; whatever happens, nothing of it is left running."""

import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tallyboard.errors import TallyboardError
from tallyboard.rehearsal import checks
from tallyboard.rehearsal.day import RehearsalDay, StandstillError
from tallyboard.rehearsal.mishaps import all_of_them
from tallyboard.rehearsal.organiser import Commands, RehearsalStory
from tallyboard.rehearsal.plan import RehearsalSettings, planned
from tallyboard.rehearsal.processes import ends_as_by_ctrl_c
from tallyboard.shapes import RehearsalObject, RehearsedCheck, RehearsedPlace
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.quantities import duration
from tallyboard.text.tournament.names import Names, listed
from tallyboard.virtual.power import on_signals

if TYPE_CHECKING:
    from tallyboard.desk.objects import TournamentObject

TO_THE_END = later("the tournament came to its champion")


def rehearse(
    settings: RehearsalSettings, keep: Path | None, commands: Commands, write: Callable[[str], None]
) -> RehearsalObject:
    """Run it all; `keep`: a folder that is not there yet or empty, where everything stays, else a temporary one.

    `commands` does what the organiser types, `write` is given the lines that tell what happens. Raises TallyboardError
    where something fails that is no check.
    """
    with folder_of(keep) as folder, ends_as_by_ctrl_c():
        plan = planned(settings)
        day = RehearsalDay(
            settings, plan, folder, commands, RehearsalStory(write), all_of_them(plan.joins_at, settings.phones)
        )
        try:
            return _rehearsed(day)
        finally:
            # A second Ctrl-C is not to leave anything running.
            with on_signals(signal.SIG_IGN, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                day.close()


def _rehearsed(day: RehearsalDay) -> RehearsalObject:
    day.prepare()
    wrong: list[str] = []
    try:
        day.play()
        day.settle(lambda: checks.is_settled(day))
    except StandstillError as standstill:
        wrong = [standstill.cause]
    return _result_of(day, [checks.check(TO_THE_END, wrong), *checks.checked(day, day.hub.end())])


@contextmanager
def folder_of(keep: Path | None) -> Iterator[Path]:
    """This folder, which is not there yet or empty; None: a temporary one. Raises TallyboardError."""
    if keep is None:
        with tempfile.TemporaryDirectory(prefix="tallyboard-rehearsal-") as folder:
            yield Path(folder)
        return
    try:
        keep.mkdir(parents=True, exist_ok=True)
        is_empty = not any(keep.iterdir())
    except OSError as error:
        raise TallyboardError(
            "The folder %(keep)s cannot be made: %(reason)s.",
            "Choose another --keep folder.",
            keep=keep,
            reason=error.strerror or error,
        ) from None
    if not is_empty:
        raise TallyboardError("The folder %(keep)s is not empty.", "Choose another --keep folder.", keep=keep)
    yield keep.absolute()


_SHOWN = 8  # places
_TOLD = 3  # sentences of what is wrong with one thing


def _result_of(day: RehearsalDay, checks: Sequence[RehearsedCheck]) -> RehearsalObject:
    """The object of a rehearsal that has come to its end."""
    settings, computed = day.settings, day.organiser.computed
    names = Names(computed["entrants"])
    champion = computed["champion"]
    return {
        "format": settings.format,
        "game": settings.game,
        "players": settings.players,
        "tables": settings.tables,
        "phones": settings.phones,
        "seed": settings.seed,
        "seconds": round(time.monotonic() - day.began),
        "holds": all(check["holds"] for check in checks),
        "champion": None if champion is None else names[champion],
        "places": _places(computed, names),
        "matches": sum(match["how"] == "played" for match in day.organiser.matches),
        "presses": sum(len(table.entered) for table in day.tables),
        "calls": sum(event.line.startswith("call ") for event in day.organiser.events),
        "mishaps": day.mishaps,
        "spared": [str(mishap.kind) for mishap in day.to_come],
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
    yield _("%(name)s is champion.", name=made["champion"]) if made["champion"] else _("There is no champion.")
    shown = [f"{one['place']}. {one['entrant']}" for one in made["places"][:_SHOWN]]
    more = len(made["places"]) - len(shown)
    places = ", ".join(shown)
    if more > 0:
        places = ngettext("%(said)s and %(num)s more", "%(said)s and %(num)s more", more, said=places)
    yield _("Places: %(places)s.", places=places)
    what = (
        ngettext("%(num)s match", "%(num)s matches", made["matches"]),
        ngettext("%(num)s press", "%(num)s presses", made["presses"]),
        ngettext("%(num)s call", "%(num)s calls", made["calls"]),
    )
    took = later("%(what)s in %(time)s; the seed was %(seed)s.")
    yield _(took, what=listed(what), time=duration(made["seconds"]), seed=made["seed"])
    yield ""
    yield _("What went wrong on purpose:")
    for mishap in made["mishaps"]:
        yield "  " + _("%(kind)s: %(said)s", kind=_(mishap["kind"]), said=mishap["said"])
    if made["spared"]:
        yield "  " + _("There was no occasion for: %(kinds)s.", kinds=", ".join(map(_, made["spared"])))
    yield ""
    yield from report(made["checks"])


def report(made: Sequence[RehearsedCheck]) -> Iterator[str]:
    """What was checked, a line each."""
    yield _("What was checked:")
    for check in made:
        yield f"  {'✓' if check['holds'] else '✗'} {check['what']}"
        yield from (f"      {wrong}" for wrong in check["wrong"][:_TOLD])
        if len(check["wrong"]) > _TOLD:
            yield "      " + _("and %(num)s more", num=len(check["wrong"]) - _TOLD)
