"""A tournament in the words of a language: what all papers say in the same way."""

from typing import Any

from tallyboard.desk.bracket_shape import LOSER, WINNER, Source
from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.errors import TallyboardError
from tallyboard.paper.shapes import Size, TournamentPaper
from tallyboard.text.game_words import game_line_words
from tallyboard.text.language import Language, later
from tallyboard.text.printable import printable
from tallyboard.text.quantities import clock
from tallyboard.text.tournament.bracket import KnockOut, short
from tallyboard.text.tournament.matches import is_league

_FORMATS = {
    "round-robin": later("round robin"),
    "swiss": later("Swiss system"),
    "single": later("single elimination"),
    "double": later("double elimination"),
}
_STATUSES = {
    "in": "",
    "absent": later("absent"),
    "withdrawn": later("withdrawn"),
    "disqualified": later("disqualified"),
}
_SIZES: dict[Size, str] = {"a4": "a4", "letter": "us-letter"}


class PaperView:
    """`paper`: what is printed; `language`: in which `_` says something; `size`: of a sheet."""

    def __init__(self, paper: TournamentPaper, language: Language, size: Size) -> None:
        self.paper = paper
        self.tournament = paper["tournament"]
        self._ = language
        self.size: Size = size
        self._entrants = {entrant["entrant"]: entrant for entrant in self.tournament["entrants"]}
        self._brackets: dict[int, KnockOut] = {}
        self._matches = {match["match"]: match for phase in self.tournament["phases"] for match in phase["matches"]}

    def page(self) -> dict[str, Any]:
        """What the template of every paper needs."""
        return {
            "paper": _SIZES[self.size],
            "language": self._.code,
            "name": printable(self.paper["name"]),
            "printed": printable(self.paper["printed"]),
            "page": self._("page %(page)s of %(pages)s", page="{page}", pages="{pages}"),
            "nothing": self._("Nothing to print yet."),
        }

    def name(self, entrant: int) -> str:
        """The full name of an entrant."""
        return printable(self._entrants[entrant]["name"])

    def names(self, entrants: list[int]) -> str:
        """Several names, one behind the other."""
        return ", ".join(map(self.name, entrants))

    def status(self, entrant: int) -> str:
        """`withdrawn` and the like; "" of who is in."""
        status = self._entrants[entrant]["status"]
        return self._(_STATUSES[status])

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

    def text(self, words: str) -> str:
        """Anybody's text, with nothing in it that would move the rest."""
        return printable(words)

    def has_match(self, name: str) -> bool:
        """Whether there is a match of this name; a call outlives one that is gone."""
        return name in self._matches

    def match(self, name: str) -> DeskMatchObject:
        """The match of this name; raises TallyboardError."""
        if name not in self._matches:
            raise TallyboardError(
                f"There is no match {printable(name)}.", "`tallyboard tournament schedule` lists the matches."
            )
        return self._matches[name]

    def phases(self, leagues: bool) -> list[PhaseObject]:
        """The leagues, or the knock-outs."""
        return [phase for phase in self.tournament["phases"] if is_league(phase) == leagues]

    def phase_title(self, phase: PhaseObject) -> str:
        """`Phase 2`, or the phase's own title."""
        titles = self.paper.get("titles", [])
        own = titles[phase["phase"] - 1] if phase["phase"] <= len(titles) else ""
        return printable(own) or self._("Phase %(number)s", number=phase["phase"])

    def phase_about(self, phase: PhaseObject) -> str:
        """`Spring Open · Swiss system · Championship crokinole, 4 rounds`."""
        form = phase["format"]
        about = [self.paper["name"], self._(_FORMATS[form]), self.game_line(self.phase_game(phase["phase"]))]
        return " · ".join(map(printable, about))

    def phase_game(self, number: int) -> str:
        """The game line of a phase."""
        return self.paper["games"][number - 1]

    def game_due(self, match: DeskMatchObject) -> str:
        """The game line of what is to be played next in a match."""
        due = self.paper.get("due", {}).get(match["match"])
        return due or self.phase_game(self.phase_of(match["match"])["phase"])

    def group_title(self, letter: str) -> str:
        """`Group A`, over what is of that group."""
        return _capital(self._("group %(group)s", group=letter))

    def round_title(self, turn: int) -> str:
        """`Round 2`, likewise."""
        return _capital(self._("round %(round)s", round=turn))

    def best_of(self, match: DeskMatchObject) -> int:
        """Of how many games a match is, those that decide a level one aside."""
        best = self.paper.get("best", [])
        phase = self.phase_of(match["match"])["phase"]
        return best[phase - 1] if phase <= len(best) else 1

    def table_of(self, match: str) -> str | None:
        """The table to which a match is called."""
        return next((table["table"] for table in self.tournament["tables"] if table["match"] == match), None)

    def phase_of(self, match: str) -> PhaseObject:
        """The phase of the match of this name."""
        return self.tournament["phases"][int(match.partition(":")[0]) - 1]

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

    def game_line(self, line: str) -> str:
        """A game line in words, see `game_line_words`."""
        return game_line_words(self._, line)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
