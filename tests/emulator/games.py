"""A short match of every game: the keys that are pressed, and beside each the event that it is to be.

The events are lines of a scoresheet, for the rules; what must be lit for them is said here once more, in words.
"""

from typing import NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.games.match import Match
from shared_rules.games.scoresheet import from_words

# The games that show the running raw while something is counted in a round.
_SHOW_RAW = ("crokinole", "twenties", "pichenotte-southwest")


class ShortMatch(NamedTuple):
    """`keys`: pairs of a command ("off A1": A1 with UNDO down) and the event it enters, "" for none."""

    game: str
    keys: tuple[tuple[str, str], ...]
    sides: int = 2


SHORT_MATCHES = (
    ShortMatch(
        "crokinole-official target=40",
        (
            ("hold B4", "first B"),
            ("press A1", "A 20"),
            ("press B4", "B 5"),
            ("press A3", "A 10"),
            ("off A3", "A off 10"),
            ("press UNDO", "undo"),
            ("press NEXT", "next"),
            ("press A2", "A 15"),
            ("press NEXT", ""),
            ("hold NEXT", "next"),
        ),
    ),
    ShortMatch(
        "crokinole-traditional sides=3 scoring=simple target=45",
        (
            ("press A1", "A 20"),
            ("press B2", "B 15"),
            ("press C3", "C 10"),
            ("press C4", "C 5"),
            ("press NEXT", "next"),
            ("press C1", "C 20"),
            ("press C3", "C 10"),
            ("hold NEXT", "next"),
        ),
        sides=3,
    ),
    ShortMatch(
        "crokinole-championship rounds=2",
        (("press B2", "B 15"), ("press A3", "A 10"), ("press NEXT", "next"), ("press NEXT", ""), ("hold NEXT", "next")),
    ),
    ShortMatch(
        "twenties-shootout",
        (("press A1", "A 20"), ("press B1", "B 20"), ("press B1", "B 20"), ("press A2", ""), ("press NEXT", "next")),
    ),
    ShortMatch(
        "pichenotte-southwest games=1",
        (
            ("press A1", "A 20"),
            ("press A5", "A 25"),
            ("hold B5", "B 50"),
            ("press NEXT", "next"),
            ("hold A1", "A agree"),
            ("press B1", "B 20"),
            ("press NEXT", "next"),
            ("hold B1", "B agree"),
            ("hold A1", "A agree"),
        ),
    ),
    ShortMatch(
        "pichenottes-quebec dames=3 target=6",
        (
            ("press B1", ""),
            ("hold A1", "A colour green"),
            ("press A1", "A dame"),
            ("press A4", "A stop"),
            ("press B1", "B dame"),
            ("press B3", "B counter 10"),
            ("press A1", "A dame"),
            ("press B1", "B dame"),
            ("press A4", ""),
            ("press B4", "B stop"),
            ("press A2", "A counter 5"),
            ("press A1", "A dame"),
            ("press NEXT", "next"),
        ),
    ),
    ShortMatch(
        "washers-ritzenthaler target=5",
        (
            ("press A1", "A 3"),
            ("press A4", "A board"),
            ("press B3", "B 1"),
            ("press B4", "B board"),
            ("hold B5", "B knocked"),
            ("hold A2", "A sunk 2"),
            ("press NEXT", ""),
            ("press A4", "A board"),
            ("press NEXT", "next"),
        ),
    ),
)


def commands(key: str) -> tuple[str, ...]:
    """What is done to the board for a key of a ShortMatch."""
    verb, _, name = key.partition(" ")
    return ("down UNDO", "wait 60", f"press {name}", "up UNDO", "wait 60") if verb == "off" else (key,)


class Rules:
    """The match by the rules that board and laptop share, and what the displays must show for it."""

    def __init__(self, game: str) -> None:
        self.match: Match = catalogue.new(game)

    def play(self, line: str) -> None:
        """Enter the event that a line of a scoresheet says; raises RefusedError."""
        self.match.play(from_words(line.lower().split()))

    def digits(self) -> dict[str, str]:
        """What A, B (and C) must show."""
        match = self.match
        raw = match.ID.startswith(_SHOW_RAW) and match.counted()
        shown = {}
        for side in range(match.sides):
            text = f"{match.running(side) if raw else match.totals[side]:4}"
            if not match.finished and match.seats[match.first] == side and text[0] == " ":
                text = "°" + text[1:]
            shown[SIDES[side]] = text + "." * raw
        return shown
