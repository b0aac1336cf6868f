"""Where in the tournament in use the matches at tables belong."""

from collections.abc import Mapping
from typing import NamedTuple

from tallyboard.desk import TournamentObject
from tallyboard.pages.public.rounds import round_words
from tallyboard.pages.tournaments import Look
from tallyboard.store.tournaments.calls import prefix_of
from tallyboard.text.language import Language
from tallyboard.text.printable import printable


class Where(NamedTuple):
    """The place of a match: its name, its round, its group where there are several, the format of its phase, and how
    many entrants that has."""

    match: str
    round: int
    group: str | None
    format: str
    entrants: int

    def words(self, language: Language) -> str:
        """`Round of 16`; `Group A · Round 2`."""
        said = str(round_words(language, self.match, self.round, self.format, self.entrants))
        return said if self.group is None else f"{language('Group %(group)s', group=self.group)} · {said}"


class Called(NamedTuple):
    """The tournament in use: its name, how it stands, and by the key of each call, without the game's number, where its
    match belongs."""

    name: str
    computed: TournamentObject
    by_key: Mapping[str, Where]

    def of_key(self, key: str | None) -> Where | None:
        """Of the match that has this key; None outside of the tournament."""
        return self.by_key.get((key or "").rpartition(".")[0])


def places_of(computed: TournamentObject) -> dict[str, Where]:
    """By match where it belongs."""
    return {
        match["match"]: Where(match["match"], match["round"], match["group"], phase["format"], len(phase["order"]))
        for phase in computed["phases"]
        for match in phase["matches"]
    }


def called(look: Look) -> Called:
    """What is known of all calls, also of those that are over: their matches still stand at the tables."""
    places, tournament = places_of(look.seen.computed), look.tournament
    prefix = prefix_of(look.seen.about.id)
    calls = ((event.number, tournament.call_of_event(event.number)) for event in tournament.events)
    by_key = {f"{prefix}-{number}": places[call.match] for number, call in calls if call and call.match in places}
    return Called(printable(look.seen.about.name), look.seen.computed, by_key)
