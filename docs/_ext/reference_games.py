"""The end of a game's page, as Markdown: its options and keys from the code, and a scoresheet as it is scored."""

import os
import subprocess
import sys
from pathlib import Path

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, event
from shared_rules.games.match import Match
from shared_rules.games.options import CHOICE, LIST, OPTIONS, to_text
from shared_rules.games.scoresheet import to_text as line_of

_SHEETS = Path(__file__).parents[2] / "tests" / "shared_rules" / "sheets"

# Of each game one of the scoresheets that the tests hold against the book.
SHEETS = {
    "crokinole-official": "002-scoring-a-game-of-110-to-60",
    "crokinole-traditional": "003-7-differential-scoring",
    "crokinole-championship": "003-7-championship-two-points-or-one",
    "twenties-shootout": "000-S-1-a-contest-of-twenties",
    "pichenotte-southwest": "000-R-1-B-tie-goes-to-a-shootout",
    "pichenottes-quebec": "001-13-four-dames-left-keep-the-counters",
    "washers-ritzenthaler": "004-7-above-21-is-subtracted",
}
MEANS = {
    "format": "how many share a side: one, two, or one against two",
    "scoring": "whether the lower count is subtracted",
    "start": "who starts the next round: the next one clockwise, or as the side with less says",
    "sides": "how many play against each other",
    "target": "points at which the match ends; of washers exactly these",
    "discs": "discs of a side in a round; in traditional crokinole 8 for three sides where nothing is said",
    "rounds": "rounds of a match; not with `best_of`",
    "best_of": "ends when a side has won more than half of these rounds; not with `rounds`",
    "games": "games of a match; in doubles 4 where nothing is said; not with `target`",
    "dames": "dames of a side",
    "counters": "what the two compteuses are worth",
    "washers": "washers of a side in a round",
    "holes": "what the holes are worth, from the far one to the near one",
}


def made(game_id: str) -> str:
    """The sections of the page of this game that are made."""
    game = catalogue.by_id(game_id)
    return "\n\n".join(
        [
            "## Options",
            f"Written behind the game's name, as in `{game_id} {_as_given(game)}`. "
            "One that is left out has its default.",
            "\n".join(["| option | values | default | what it says |", "|---|---|---|---|", *_options(game)]),
            "## Keys",
            "The keys of a side from the top, at the beginning of a round. Before the first press key 4, held, says "
            '"we start". [At the table](../table.md#keys) has the three keys that belong to everybody.',
            "\n".join(["| key | pressed | held |", "|---|---|---|", *_keys(catalogue.new(game_id))]),
            "## A scoresheet, and its result",
            "What a paper scoresheet, or a bug report, has a line for; behind `#` which paragraph it is about:",
            f"```text\n{_sheet(game_id).read_text('utf-8').strip()}\n```",
            f"`tallyboard score` says of it:\n\n```text\n{_scored(_sheet(game_id))}\n```",
        ]
    )


def _sheet(game_id: str) -> Path:
    return _SHEETS / f"{SHEETS[game_id]}.txt"


def _as_given(game: type[Match]) -> str:
    """One of its options with the value that it has anyway."""
    name, value = next((name, value) for name, value in game.OPTIONS[1:] if value is not None)
    return f"{name}={to_text(value)}"


def _options(game: type[Match]) -> list[str]:
    limits = {name: (kind, limit) for name, kind, limit in OPTIONS}
    rows = []
    for name, default in game.OPTIONS:
        kind, limit = limits[name]
        if kind == CHOICE:
            values = ", ".join(f"`{word}`" for word in (game.FORMATS if name == "format" else limit))
        else:
            values = f"{limit} numbers from 1 to 99, all different" if kind == LIST else f"{limit[0]} to {limit[1]}"
        usual = f"`{to_text(default)}`" if default else "not in force"
        rows.append(f"| `{name}` | {values} | {usual} | {MEANS[name]} |")
    return rows


def _keys(match: Match) -> list[str]:
    """Tap and hold of each key, as a scoresheet has what they enter, without the side."""
    said = [[_said(act, match) for act in key] for key in match.key_map()]
    return [f"| {row} | {tap} | {hold} |" for row, (tap, hold) in enumerate(said, 1)]


def _said(act: "tuple[int, int] | None", match: Match) -> str:
    zones = getattr(match, "zones", None)
    if act is None or (zones and act[0] == COUNT and act[1] not in zones):  # which the game refuses
        return "nothing"
    return f"`{line_of(event(act[0], 0, act[1]), match).removeprefix('A ')}`"


def _scored(sheet: Path) -> str:
    words = [sys.executable, "-m", "tallyboard", "score", str(sheet)]
    english = {**os.environ, "TALLYBOARD_LANGUAGE": "en"}
    return subprocess.run(words, env=english, capture_output=True, text=True, check=True).stdout.rstrip()
