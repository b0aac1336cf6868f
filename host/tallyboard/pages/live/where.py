"""Where in the tournament in use the matches at tables belong."""

from collections.abc import Mapping
from typing import NamedTuple

from tallyboard.desk import TournamentObject
from tallyboard.pages.public.rounds import place_words
from tallyboard.pages.tournaments import Look
from tallyboard.store.tournaments.calls import ASLEEP_MS, as_compared, next_games, prefix_of
from tallyboard.text.language import Language
from tallyboard.text.printable import printable
from tallyboard.text.tournament.matches import LEVEL_WORDS, decider, tally


class Where(NamedTuple):
    """The place of a match: its name, its round, its group where there are several, the format of its phase, and how
    many entrants that has. `scores`: what each side has of it, empty before the first game; `decider`: what is to
    decide a level one, see `matches.decider`."""

    match: str
    round: int
    group: str | None
    format: str
    entrants: int
    scores: tuple[int, ...] = ()
    decider: str = ""

    def words(self, language: Language) -> str:
        """`Round of 16`; `Group A · Round 2`."""
        return " · ".join(place_words(language, self.match, self.round, self.group, self.format, self.entrants))

    def level_words(self, language: Language) -> str:
        """`level, shootout to come`; empty where nothing is to decide a level one."""
        return language(LEVEL_WORDS[self.decider]) if self.decider else ""


class CalledMatch(NamedTuple):
    """A match that is called and to be played: the names of its sides, and the key of its call without the game's
    number."""

    where: Where
    sides: tuple[str, ...]
    call: str


class Called(NamedTuple):
    """The tournament in use: its name, how it stands, where its matches belong, by match and by the key of each call
    without the game's number, and by table, as names are compared, what is called there now."""

    name: str
    computed: TournamentObject
    places: Mapping[str, Where]
    by_key: Mapping[str, Where]
    at: Mapping[str, CalledMatch]

    def of_key(self, key: str | None) -> Where | None:
        """Of the match that has this key; None outside of the tournament."""
        return self.by_key.get(call_of(key))

    def is_on(self, where: Where) -> bool:
        """Whether this match is called, to whatever table."""
        return any(one.where.match == where.match for one in self.at.values())


def call_of(key: str | None) -> str:
    """The key of the call, without the game's number."""
    return (key or "").rpartition(".")[0]


def _places(look: Look) -> dict[str, Where]:
    return {
        match["match"]: Where(
            match["match"],
            match["round"],
            match["group"],
            phase["format"],
            len(phase["order"]),
            tuple(tally(match, its.options.best)),
            decider(match, its.options.best, its.options.level),
        )
        for phase, its in zip(look.seen.computed["phases"], look.tournament.phases, strict=True)
        for match in phase["matches"]
    }


def called(look: Look) -> Called:
    """What is known of all calls, also of those that are over: their matches still stand at the tables."""
    places, tournament = _places(look), look.tournament
    prefix = prefix_of(look.seen.about.id)
    calls = ((event.number, tournament.call_of_event(event.number)) for event in tournament.events)
    by_key = {f"{prefix}-{number}": places[call.match] for number, call in calls if call and call.match in places}
    is_awake = look.sql.now_ms() - look.seen.about.active <= ASLEEP_MS  # else no board is told
    at = {
        as_compared(game.table): CalledMatch(places[game.match], tuple(map(printable, game.names)), call_of(game.key))
        for game in (next_games(look.followed) if is_awake else ())
        if game.match in places
    }
    return Called(printable(look.seen.about.name), look.seen.computed, places, by_key, at)
