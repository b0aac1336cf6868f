"""A tournament in the words of a language: what all papers say in the same way."""

from typing import Any

from shared_rules.games import catalogue
from shared_rules.games.options import OptionError, to_text
from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.errors import TallyboardError
from tallyboard.paper.shapes import Size, TournamentPaper
from tallyboard.paper.words import Words
from tallyboard.text.printable import printable

LEAGUES = ("round-robin", "swiss")
_SIZES: dict[Size, str] = {"a4": "a4", "letter": "us-letter"}
_LENGTHS = ("target", "rounds", "best_of", "games")
_DAY = 24 * 60


class View:
    """`paper`: what is printed; `words`: in these words; `size`: of a sheet."""

    def __init__(self, paper: TournamentPaper, words: Words, size: Size) -> None:
        self.paper = paper
        self.tournament = paper["tournament"]
        self.words = words
        self.size: Size = size
        self._entrants = {entrant["entrant"]: entrant for entrant in self.tournament["entrants"]}
        self._matches = {match["match"]: match for phase in self.tournament["phases"] for match in phase["matches"]}

    def page(self) -> dict[str, Any]:
        """What the template of every paper needs."""
        return {
            "paper": _SIZES[self.size],
            "language": self.words.language,
            "name": printable(self.paper["name"]),
            "printed": printable(self.paper["printed"]),
            "page": self.words.page,
            "nothing": self.words.nothing,
        }

    def name(self, entrant: int) -> str:
        """The full name of an entrant."""
        return printable(self._entrants[entrant]["name"])

    def names(self, entrants: list[int]) -> str:
        """Several names, one behind the other."""
        return ", ".join(map(self.name, entrants))

    def status(self, entrant: int) -> str:
        """`withdrawn` and the like; "" of who is in."""
        return self.words.statuses[self._entrants[entrant]["status"]]

    def side(self, entrant: int | None) -> str:
        """Who stands on a side of a match, where nothing is known of where they come from."""
        if entrant is None:
            return self.words.open_place
        return self.name(entrant) if entrant else self.words.nobody

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
        return [phase for phase in self.tournament["phases"] if (phase["format"] in LEAGUES) == leagues]

    def phase_title(self, phase: PhaseObject) -> str:
        """`Phase 2`, or the phase's own title."""
        titles = self.paper.get("titles", [])
        own = titles[phase["phase"] - 1] if phase["phase"] <= len(titles) else ""
        return printable(own) or self.words.phase.format(number=phase["phase"])

    def phase_about(self, phase: PhaseObject) -> str:
        """`Spring Open · Swiss system · Championship crokinole, 4 rounds`."""
        about = [
            self.paper["name"],
            self.words.formats[phase["format"]],
            self.game_line(self.phase_game(phase["phase"])),
        ]
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
        return _capital(self.words.group.format(group=letter))

    def round_title(self, turn: int) -> str:
        """`Round 2`, likewise."""
        return _capital(self.words.round.format(round=turn))

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
            parts.append(self.words.group.format(group=match["group"]))
        if phase["format"] in LEAGUES:
            parts.append(self.words.round.format(round=match["round"]))
        return ", ".join(parts)

    def time(self, minute: int) -> str:
        """`9:05`, from the second day on with the day."""
        clock = self.words.clock.format(hour=minute % _DAY // 60, minute=f"{minute % 60:02}")
        return clock if minute < _DAY else self.words.day.format(day=minute // _DAY + 1, time=clock)

    def game_line(self, line: str) -> str:
        """A game line in words, see `game_words`."""
        return game_words(line, self.words)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def game_words(line: str, words: Words) -> str:
    """A game line in words: `Championship crokinole, 4 rounds`; options that stand by default only where they say how
    long a match is. Raises TallyboardError."""
    game, options = parsed(line)
    defaults = dict(catalogue.by_id(game).OPTIONS)
    said = [_option(name, value, defaults[name], words) for name, value in catalogue.in_order(game, options)]
    return ", ".join([words.games.get(game, game), *filter(None, said)])


def _option(name: str, value: Any, default: Any, words: Words) -> str:
    text = to_text(value)
    exact = words.options.get(f"{name}={text}")
    if exact is not None:
        return exact
    if name in _LENGTHS or value != default:
        return words.options.get(name, "").format(value=text)
    return ""


def parsed(line: str) -> tuple[str, dict[str, Any]]:
    """(game id, options in force) of a game line; raises TallyboardError."""
    words = line.lower().split()
    try:
        return catalogue.parse(words[1:] if words[:1] == ["game"] else words)
    except OptionError as error:
        raise TallyboardError(
            f"The game line {printable(line)} is not valid: {error}.", "Write it as in a scoresheet."
        ) from None


def has_twenties(line: str) -> bool:
    """Whether twenties are counted in this game."""
    return bool(catalogue.by_id(parsed(line)[0]).TWENTIES)
