"""What the public pages say of a tournament beside its computed object."""

import threading
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from tallyboard.desk import Tournament
from tallyboard.desk.draw_order import last_taken
from tallyboard.desk.explaining import Ranked, ranking_rows
from tallyboard.desk.league import League
from tallyboard.desk.matches import BoardMatch
from tallyboard.desk.options import SHOOTOUT
from tallyboard.desk.phase import Phase
from tallyboard.pages.tournaments import Seen, SeenTournaments
from tallyboard.store import Reader
from tallyboard.store.tournaments.statistics import BoardGame

_Given = TypeVar("_Given")


class PhaseFacts(NamedTuple):
    """`game`: the game line. `best`: of how many games a match is; `has_shootouts`: whether a shootout decides one that
    is level after them. `rounds`: how many a Swiss phase has. `of`, `take`: the phase and the places of its ranking
    that it takes; `lost`: instead of places who lost first there; `across`: that ranking goes by figures alone.
    `last_taken`: who is on the last of the places, None where all are taken or nobody is known. `points`: of a league,
    for a win, a level match and a defeat, None where the score itself counts; `bye`: for a bye and for a walkover.
    `ranking`: over several groups, empty before the league is finished; `by_figures`: the same by figures alone, empty
    where no phase takes from that."""

    game: str
    best: int
    has_shootouts: bool
    rounds: int | None
    of: int
    take: tuple[int, int] | None
    lost: bool
    across: bool
    last_taken: int | None
    points: tuple[int, int, int] | None
    bye: int
    ranking: tuple[Ranked, ...]
    by_figures: tuple[Ranked, ...]


class Facts(NamedTuple):
    """A tournament as it stood at a moment. `recorded`: by match and game the board's match that counts or is in
    dispute. `tables`: by match the table to which its present players were called last. `main`: the phase that makes
    the champion, 0 where there is none."""

    seen: Seen
    phases: tuple[PhaseFacts, ...]
    recorded: dict[tuple[str, int], BoardMatch]
    tables: dict[str, str]
    main: int

    @property
    def version(self) -> str:
        """Another one where anything of the tournament is another."""
        return self.seen.version


class Known:
    """The facts of tournaments that somebody has looked at, gathered once for each version."""

    def __init__(self, tournaments: SeenTournaments) -> None:
        self._tournaments = tournaments
        self.board_games: dict[str, tuple[object, BoardGame | None]] = {}  # see figures.py
        self.listed: tuple[object, list[str]] = ((), [])  # see recorded.py
        self._facts: dict[str, Facts] = {}
        self._lock = threading.Lock()

    def seen(self, store: Reader, word: str) -> Seen:
        """How the tournament stands; see SeenTournaments.see."""
        return self._tournaments.see(store, word)

    def facts(self, store: Reader, word: str) -> Facts:
        """The same with what pages say besides. Raises TallyboardError."""
        return self._tournaments.asked(store, word, self._facts_of)

    def asked(self, store: Reader, word: str, question: Callable[[Seen, Tournament], _Given]) -> _Given:
        """What `question` finds in the tournament as it stands now."""
        return self._tournaments.asked(store, word, question)

    def _facts_of(self, seen: Seen, tournament: Tournament) -> Facts:
        with self._lock:
            kept = self._facts.get(seen.about.id)
        if kept is None or kept.version != seen.version:
            kept = gathered(seen, tournament)
            with self._lock:
                self._facts[seen.about.id] = kept
        return kept


def gathered(seen: Seen, tournament: Tournament) -> Facts:
    """The facts of a tournament as it stands."""
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
    facts = tuple(_phase(phase, tournament.phases) for phase in tournament.phases)
    return Facts(seen, facts, recorded, tables, main.number if main else 0)


def _phase(phase: Phase, phases: list[Phase]) -> PhaseFacts:
    options = phase.options
    source = phases[options.of - 1] if options.of else None
    last = last_taken(phase, source) if source is not None and source.finished and options.take else None
    has_ranking = isinstance(phase, League) and phase.finished and len(phase.groups) > 1
    ranking = tuple(ranking_rows(phase)) if isinstance(phase, League) and has_ranking else ()
    is_taken = any(one.options.of == phase.number and one.options.across for one in phases)
    by_figures = (
        tuple(ranking_rows(phase, by_figures=True)) if isinstance(phase, League) and ranking and is_taken else ()
    )
    rounds = options.rounds if phase.format == "swiss" else None
    best = 1 if phase.is_league else options.best
    return PhaseFacts(
        phase.game,
        best,
        not phase.is_league and options.level == SHOOTOUT,
        rounds,
        options.of,
        options.take,
        options.lost,
        options.across,
        last,
        options.points,
        options.bye,
        ranking,
        by_figures,
    )
