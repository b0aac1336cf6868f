"""The course of the tournament, from the first entrant to the champion."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.desk.options import IN_ROUNDS
from tallyboard.errors import TallyboardError
from tallyboard.rehearsal.board_table import BoardTable, Upset
from tallyboard.rehearsal.organiser import Commands, Organiser, RehearsalStory
from tallyboard.rehearsal.plan import RehearsalPlan, RehearsalSettings
from tallyboard.rehearsal.processes import HubCommand, Router, free_port
from tallyboard.shapes import RehearsedMishap
from tallyboard.store.tournaments.calls import next_games
from tallyboard.text.language import _, ngettext

if TYPE_CHECKING:
    from tallyboard.store.tournaments import AtTable

_LOOK_S = 0.2
_STANDSTILL_S = 180  # in which nothing happens: then something is wrong
_SETTLED_S = 30  # until what was corrected has arrived at the desk


class Mishap(NamedTuple):
    """`share`: of all matches, from which on it happens. `happen(day)`: what was done, in a sentence; None: it cannot
    be done just now."""

    kind: str
    share: float
    happen: "Callable[[RehearsalDay], str | None]"


class StandstillError(TallyboardError):
    """Nothing happens any more, and there is no champion."""


class RehearsalDay:
    """A rehearsal in this folder, from `prepare` on. `to_come`: what is still to go wrong. `mishaps`: what did, and
    when. `corrected`: matches whose figures are no longer those that their players counted."""

    def __init__(
        self,
        settings: RehearsalSettings,
        plan: RehearsalPlan,
        folder: Path,
        commands: Commands,
        story: RehearsalStory,
        to_come: "list[Mishap]",
    ) -> None:
        self.settings = settings
        self.story = story
        self.plan = plan
        self.organiser = Organiser(folder, commands)
        self.router = Router(free_port()) if settings.phones else None
        self.hub = HubCommand(folder, self.organiser.db, self.router.laptop if self.router else None)
        self.tables: list[BoardTable] = []
        self.mishaps: list[RehearsedMishap] = []
        self.corrected: set[str] = set()
        self.began = time.monotonic()
        self._folder = folder
        self.to_come = to_come
        self._comes_back: tuple[float, Callable[[], None], tuple[str, str]] | None = None  # what is away: when, how
        self._upset: Upset | None = None  # what is to befall a table, and has perhaps: nobody was told yet
        self._moved_at = self.began

    # ---- before the first match

    def prepare(self) -> None:
        """Boards, hub, entrants, the first draw."""
        settings = self.settings
        names = [str(number) for number in range(1, settings.tables + 1)]
        if self.router is None:
            self._set_up_boxes(names)
        self.hub.start()
        self.story.tell(_("Hub"), _("%(name)s collects from all boards", name=self.hub.name))
        if self.router is not None:
            self._set_up_phones(names, self.router)
        self.organiser.desk("new", settings.name, "--seed", str(settings.seed))
        players = self._folder / "players.csv"
        players.write_text("\n".join(["name", *self.plan.names, ""]), encoding="utf-8")
        self._enter("import", str(players))
        self._enter("absent", str(settings.players))
        for number, phase in enumerate(self.plan.phases, 1):
            self._enter("phase", str(number), *phase.split())
        self._enter("draw", "1")
        self._enter("open", *(table.name for table in self.tables))
        self._look()
        self._do_mishaps()
        self._enter("call", "--auto", "on")

    def _set_up_boxes(self, names: Sequence[str]) -> None:
        self._switch_on(dict.fromkeys(names, ""))
        for table in self.tables:
            self.organiser.do("setup", "--port", str(table.port), "--name", table.name)
        said = ngettext("%(num)s virtual board is switched on", "%(num)s virtual boards are switched on", len(names))
        self.story.tell(_("Tables"), said)

    def _set_up_phones(self, names: Sequence[str], router: Router) -> None:
        """Each is let in by the card of its table."""
        router.start()
        self.hub.wait_until_it_serves()
        self._switch_on(dict(zip(names, self.organiser.cards(names, router.port), strict=True)))
        said = ngettext(
            "%(num)s phone has scanned the card of a table",
            "%(num)s phones have scanned the card of a table",
            len(names),
        )
        self.story.tell(_("Tables"), said)

    def _switch_on(self, cards: dict[str, str]) -> None:
        """A board for each table, by its card."""
        # Beside this thread, which a signal may interrupt while it begins others: those it would not wait for. At the
        # end all boards are there, also where somebody ends the rehearsal meanwhile.
        with ThreadPoolExecutor(1) as beside:
            beside.submit(self._switch_on_all, cards).result()
        self.tables.sort(key=lambda table: int(table.name))

    def _switch_on_all(self, cards: dict[str, str]) -> None:
        with ThreadPoolExecutor() as pool:
            for one in [pool.submit(self._switch_on_one, *table) for table in cards.items()]:
                one.result()

    def _switch_on_one(self, name: str, card: str) -> None:
        """Have a board of this table; from then on it is one of those that are closed."""
        seed, speed = self.settings.seed, self.settings.speed
        self.tables.append(BoardTable(name, self._folder / f"table{name}", seed, speed, card))

    def _enter(self, *words: str) -> None:
        self.story.tell(_("Desk"), self.organiser.desk(*words))

    # ---- the matches

    def play(self) -> None:
        """Until there is a champion, and everything that was corrected has arrived at the desk. Raises TallyboardError
        where something fails, StandstillError where nothing happens any more."""
        while self.organiser.computed["champion"] is None or self.playing:
            self._step()
        self._bring_back()

    def settle(self, is_settled: Callable[[], bool]) -> None:
        """Wait a while until this is so, for the hub to bring what is on its way."""
        until = time.monotonic() + _SETTLED_S
        while not is_settled() and time.monotonic() < until:
            time.sleep(_LOOK_S)
            self._look()

    def _step(self) -> None:
        if self._comes_back is not None and self._comes_back[0] <= time.monotonic():
            self._bring_back()
        self._look()
        for table in self.tables:
            if table.failure is not None:
                raise table.failure
        if self.hub.kills == 0 and not self.hub.is_running:
            raise TallyboardError("%(name)s ended by itself.", "Please report this.", name=self.hub.name)
        if self._upset is not None:
            self.organiser.agree()
        self._do_mishaps()
        self._go_on_drawing()
        self._sit_down()
        if self.playing:
            self._moved_at = time.monotonic()
        elif time.monotonic() > self._moved_at + _STANDSTILL_S:
            raise StandstillError(
                "Nothing has happened for %(seconds)s s, and there is no champion.",
                "Please report this.",
                seconds=_STANDSTILL_S,
            )
        time.sleep(_LOOK_S)

    def _look(self) -> None:
        new = self.organiser.look()
        if new:
            self._moved_at = time.monotonic()
            self.story.tell_events(new, self.organiser.computed)

    def _sit_down(self) -> None:
        """Whoever is called starts, as soon as the box offers the match."""
        for at in self.organiser.at_tables:
            if at.state == "waits" and self.is_free(at):
                game = next(game for game in next_games(self.organiser.followed) if game.key == at.key)
                self.table(at.table).play(game.key, game.match, game.line)

    def is_free(self, at: "AtTable") -> bool:
        """Whether nobody plays there, and this match has not been played there just now."""
        table = self.table(at.table)
        return not table.is_playing and at.key not in table.begun

    @property
    def playing(self) -> list[BoardTable]:
        """The tables where a match is on."""
        return [table for table in self.tables if table.is_playing]

    def table(self, name: str) -> BoardTable:
        return next(table for table in self.tables if table.name == name)

    def _go_on_drawing(self) -> None:
        """The next round of a Swiss phase, the next phase."""
        phases = self.organiser.computed["phases"]
        for number, phase in enumerate(phases, 1):
            if phase["finished"]:
                continue
            undecided = [match for match in phase["matches"] if match["state"] not in ("decided", "void", "cancelled")]
            if not phase["drawn"] or (phase["format"] in IN_ROUNDS and not undecided):
                self._enter("draw", str(number))
                self._look()
            return

    # ---- what goes wrong

    def upset(self, do: Callable[[BoardTable], None]) -> BoardTable | None:
        """Do this to the first table that is in the middle of a round: None, until it is done, and then that table."""
        if self._upset is None:
            self._upset = Upset(do)
            for table in self.tables:
                table.upset = self._upset
            return None
        upset, self._upset = self._upset, None
        return upset.table

    def is_away(self, seconds: float, bring_back: Callable[[], None], who: str, said: str) -> None:
        """Something is away for so long, at speed 2 for half of it; what brings it back, and how that is told."""
        self._comes_back = time.monotonic() + seconds / self.settings.speed, bring_back, (who, said)

    def _bring_back(self) -> None:
        if self._comes_back is not None:
            (_at, bring_back, told), self._comes_back = self._comes_back, None
            bring_back()
            self.story.tell(*told)

    def _do_mishaps(self) -> None:
        """Those whose time has come."""
        if self._comes_back is not None or (self._upset is not None and self._upset.table is None):
            return  # one after the other
        decided = sum(match["state"] == "decided" and match["how"] != "bye" for match in self.organiser.matches)
        for mishap in list(self.to_come):
            if mishap.share * self.plan.matches > decided:
                continue
            said = mishap.happen(self)
            if said is None and self._upset is not None:
                return
            if said is not None:
                self.to_come.remove(mishap)
                seconds = round(time.monotonic() - self.began)
                self.mishaps.append({"seconds": seconds, "kind": str(mishap.kind), "said": said})
                self.story.tell(_("Mishap"), f"{said}.")
                self._look()
                return

    def close(self) -> None:
        """Nothing of it runs any more."""
        self.hub.kill()
        for table in self.tables:
            table.close()
        if self.router is not None:
            self.router.close()
