"""What the public pages say of a tournament beside its computed object."""

import threading
from typing import NamedTuple

from tallyboard.desk.drawing import last_taken
from tallyboard.desk.explaining import Ranked, ranking_rows
from tallyboard.desk.league import League
from tallyboard.desk.matches import BoardMatch
from tallyboard.desk.options import Options
from tallyboard.desk.phase import Phase
from tallyboard.pages.tournaments import Look, Seen, SeenSeasons, SeenTournaments
from tallyboard.store import Reader
from tallyboard.store.tournaments.statistics import BoardGame


class PhaseFacts(NamedTuple):
    """`options`: in force. `last_taken`: who is on the last of the places that it takes from another phase, None where
    all are taken or nobody is known. `ranking`: over several groups, empty before the league is finished; `by_figures`:
    the same by figures alone, empty where no phase takes from that."""

    options: Options
    last_taken: int | None
    ranking: list[Ranked]
    by_figures: list[Ranked]


class Facts(NamedTuple):
    """A tournament as it stood at a moment. `recorded`: by match and game the board's match that counts or is in
    dispute. `tables`: by match the table to which its present players were called last. `main`: the phase that makes
    the champion, 0 where there is none; `new`: who has a place by the phase that was finished last."""

    seen: Seen
    phases: list[PhaseFacts]
    recorded: dict[tuple[str, int], BoardMatch]
    tables: dict[str, str]
    main: int
    new: frozenset[int] = frozenset()


class Known:
    """The facts of tournaments that somebody has looked at, gathered once for each version."""

    def __init__(self, tournaments: SeenTournaments, seasons: SeenSeasons) -> None:
        self.tournaments = tournaments
        self.seasons = seasons
        self.board_games: dict[str, tuple[object, BoardGame | None]] = {}  # see figures.py
        self.listed: tuple[object, list[str]] = ((), [])  # see recorded.py
        self._facts: dict[str, Facts] = {}
        self._lock = threading.Lock()

    def facts(self, store: Reader, word: str) -> Facts:
        """How the tournament stands, see SeenTournaments.see, with what pages say besides. Raises TallyboardError."""
        return self.tournaments.asked(store, word, self._facts_of)

    def _facts_of(self, look: Look) -> Facts:
        which = look.seen.about.id
        with self._lock:
            kept = self._facts.get(which)
        if kept is None or kept.seen.version != look.seen.version:
            kept = gathered(look)
            with self._lock:
                self._facts[which] = kept
        return kept


def gathered(look: Look) -> Facts:
    """The facts of a tournament as it stands."""
    tournament = look.tournament
    recorded: dict[tuple[str, int], BoardMatch] = {}
    called = {(call.match, call.pair): call.table for call in tournament.calls}
    tables: dict[str, str] = {}
    records = tournament.state.field.records
    for phase in tournament.phases:
        for match in phase.matches():
            players = phase.standing(match).pair
            if players is None:
                continue
            for game, board in records.of(match.name, players).played.items():
                recorded[match.name, game] = board
            if (match.name, players) in called:
                tables[match.name] = called[match.name, players]
    main = tournament.main_phase
    facts = [_phase(phase, tournament.phases) for phase in tournament.phases]
    return Facts(look.seen, facts, recorded, tables, main.number if main else 0, tournament.newly_placed)


def _phase(phase: Phase, phases: list[Phase]) -> PhaseFacts:
    options = phase.options
    source = phases[options.of - 1] if options.of else None
    last = last_taken(phase, source) if source is not None and source.finished and options.take else None
    if not isinstance(phase, League) or not phase.finished or len(phase.groups) < 2:
        return PhaseFacts(options, last, [], [])
    is_taken = any(one.options.of == phase.number and one.options.across for one in phases)
    return PhaseFacts(options, last, ranking_rows(phase), ranking_rows(phase, by_figures=True) if is_taken else [])
