"""What is printed of a tournament, and the words of a language for it: what all papers say in the same way."""

from typing import Any, Literal, NotRequired, TypedDict

from tallyboard.desk import Tournament, as_object
from tallyboard.desk.bracket import LOSER, WINNER, Source
from tallyboard.desk.objects import ByNumber, DeskMatchObject, PhaseObject, TournamentObject
from tallyboard.errors import TallyboardError
from tallyboard.text.game_words import game_line_words
from tallyboard.text.language import Language, later
from tallyboard.text.printable import printable
from tallyboard.text.quantities import clock
from tallyboard.text.tournament.bracket import KnockOut, short
from tallyboard.text.tournament.matches import is_league
from tallyboard.text.tournament.names import PhaseName, phase_names

Size = Literal["a4", "letter"]
LanguageCode = Literal["en", "fr"]
Kind = Literal["standings", "bracket", "schedule", "calls", "scorecards", "scoresheets"]


class TournamentPaper(TypedDict):
    """A tournament to be printed.

    `printed`: when and in which time zone that is, as people read it. `games`: the game line of each phase, without
    the word `game`, phase 1 first. `due`: by the name of a match the game line of the game that is due, where that is
    not the phase's. `best`: of how many games a match is, by phase. `titles`: of the phases, phase 1 first, "" for
    `names`, what players call them. `new`: who has a place by the phase that was finished last.
    """

    name: str
    printed: str
    tournament: TournamentObject
    games: list[str]
    due: NotRequired[dict[str, str]]
    best: NotRequired[list[int]]
    titles: NotRequired[list[str]]
    names: NotRequired[list[PhaseName]]
    new: NotRequired[frozenset[int]]


def paper_of(name: str, printed: str, tournament: Tournament) -> TournamentPaper:
    """The tournament of this name to be printed; `printed`: when, as people read it."""
    made = as_object(tournament)
    due = {
        match["match"]: phase.line_of(match["due"])
        for phase, its in zip(tournament.phases, made["phases"], strict=True)
        for match in its["matches"]
        if not phase.is_league and match["due"] and match["due"] > phase.options.best
    }
    games = [phase.game for phase in tournament.phases]
    best = [1 if phase.is_league else phase.options.best for phase in tournament.phases]
    new = tournament.newly_placed
    names = phase_names(tournament.phases)
    return {
        "name": name,
        "printed": printed,
        "tournament": made,
        "games": games,
        "due": due,
        "best": best,
        "names": names,
        "new": new,
    }


FORMATS = {
    "round-robin": later("round robin"),
    "swiss": later("Swiss system"),
    "partners": later("partners that change"),
    "single": later("single elimination"),
    "double": later("double elimination"),
}
_SIZES: dict[Size, str] = {"a4": "a4", "letter": "us-letter"}


def sheet_name(size: Size) -> str:
    """What the typesetter calls a sheet of this size."""
    return _SIZES[size]


class PaperView:
    """`paper`: what is printed; `language`: in which `_` says something; `size`: of a sheet. `matches`, `entrants`: by
    what names them."""

    def __init__(self, paper: TournamentPaper, language: Language, size: Size) -> None:
        self.paper = paper
        self.tournament = paper["tournament"]
        self._ = language
        self.size: Size = size
        self.entrants = ByNumber(self.tournament["entrants"])
        self.matches = {match["match"]: match for phase in self.tournament["phases"] for match in phase["matches"]}
        self._brackets: dict[int, KnockOut] = {}

    def page(self) -> dict[str, Any]:
        """What the template of every paper needs."""
        return {
            "paper": sheet_name(self.size),
            "language": self._.code,
            "name": printable(self.paper["name"]),
            "printed": printable(self.paper["printed"]),
            "page": self._("page %(page)s of %(pages)s", page="{page}", pages="{pages}"),
            "nothing": self._("Nothing to print yet."),
        }

    def name(self, entrant: int) -> str:
        return printable(self.entrants[entrant]["name"])

    def side(self, entrant: int | None) -> str:
        """Who stands on a side of a match, where nothing is known of where they come from."""
        if entrant is None:
            return self._("not known yet")
        return self.name(entrant) if entrant else self._("nobody")

    def bracket(self, phase: PhaseObject) -> KnockOut:
        """The knock-out of a phase, made once."""
        if phase["phase"] not in self._brackets:
            self._brackets[phase["phase"]] = KnockOut(phase)
        return self._brackets[phase["phase"]]

    def sides(self, match: DeskMatchObject) -> list[str]:
        """The two of a match, A first; of who is not known, where they come from: `winner of W2.1`."""
        phase = self.phase_of(match["match"])
        if is_league(phase):
            return [self.side(side) for side in match["sides"]]
        fed = self.bracket(phase).nodes[short(match["match"])].sources
        return [
            self.origin(source) if side is None else self.side(side)
            for source, side in zip(fed, match["sides"], strict=True)
        ]

    def origin(self, source: Source) -> str:
        """`winner of W2.1`, `loser of W1.3`."""
        if source.kind == WINNER:
            return self._("winner of %(match)s", match=source.name)
        if source.kind == LOSER:
            return self._("loser of %(match)s", match=source.name)
        return self._("not known yet")

    def match(self, name: str) -> DeskMatchObject:
        """The match of this name; raises TallyboardError."""
        if name not in self.matches:
            raise TallyboardError(
                f"There is no match {printable(name)}.", "`tallyboard tournament schedule` lists the matches."
            )
        return self.matches[name]

    def phase_of(self, match: str) -> PhaseObject:
        return self.tournament["phases"][int(match.partition(":")[0]) - 1]

    def phase_title(self, phase: PhaseObject) -> str:
        """`Phase 2`, `Power pool A`, or the phase's own title."""
        own = dict(enumerate(self.paper.get("titles", []), 1)).get(phase["phase"], "")
        named = dict(enumerate(self.paper.get("names", []), 1)).get(phase["phase"], PhaseName())
        usual = named.said(self._) if named.pattern else self._("Phase %(number)s", number=phase["phase"])
        return printable(own) or usual

    def phase_about(self, phase: PhaseObject) -> str:
        """`Spring Open · Swiss system · Championship crokinole, 4 rounds`."""
        game = game_line_words(self._, self.phase_game(phase))
        return " · ".join(map(printable, [self.paper["name"], self._(FORMATS[phase["format"]]), game]))

    def phase_game(self, phase: PhaseObject) -> str:
        return self.paper["games"][phase["phase"] - 1]

    def where(self, match: DeskMatchObject) -> str:
        """Where a match belongs: `Phase 1, group A, round 2`."""
        phase = self.phase_of(match["match"])
        parts = [self.phase_title(phase)]
        if match["group"] is not None:
            parts.append(self._("group %(group)s", group=match["group"]))
        if is_league(phase):
            parts.append(self._("round %(round)s", round=match["round"]))
        return ", ".join(parts)

    def time(self, minute: int) -> str:
        """`9:05`, from the second day on with the day."""
        return clock(self._, minute)


def capital(words: str) -> str:
    """With a capital, over what it is about."""
    return words[:1].upper() + words[1:]
