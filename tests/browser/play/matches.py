"""Matches as people press them at a table, drawn at random and short enough to be played in real time."""

import random
from dataclasses import dataclass

from tests.board.panel_reference import PanelReference
from tests.browser.play.box import Act
from tests.harness.gestures import gesture

# A press is over for most of what it says, and what is said at rest is seen.
LONGEST_WAIT_MS = 1700
# Not nearer to each other than that: the virtual board takes that long for an edge.
BETWEEN_EDGES_MS = 10
# A little more than in board time, for a browser is not always in time.
_UP_MS = 75
# A switch that bounces is no browser's matter.
_INSTEAD = {"bounce": "press"}


@dataclass
class Match:
    """What is pressed, and what it meets: `result`, `rematch`, `undo`, `hold`, `chord`, `refused`, `round`."""

    game: str
    sides: int
    acts: list[Act]
    met: set[str]


def match(game: str, seed: int, ms: int) -> Match:
    """What is pressed in about so many ms of this game."""
    rng = random.Random(f"{game} {seed}")
    sides = 3 if "sides=3" in game else 2
    panel = PanelReference(game, sides)
    drawn = Match(game, sides, [], set())
    now = 0
    while now < ms:
        for given in gesture(rng, panel):
            verb, what = given.split()
            verb = _INSTEAD.get(verb, verb)
            if verb == "wait":
                what = str(min(int(what), LONGEST_WAIT_MS))
            panel.command(f"{verb} {what}")
            _meet(drawn.met, panel, verb)
            now = _acts(drawn.acts, now, verb, what)
    now = _acts(drawn.acts, now + LONGEST_WAIT_MS, "press", "MENU")  # its going down is the end of what is compared
    return drawn


def _acts(acts: list[Act], now: int, verb: str, what: str) -> int:
    """Add what this command does; when it is over."""
    if verb == "wait":
        return now + int(what)
    if verb in ("down", "up"):
        acts.append(Act(now, f"{verb} {what}"))
        return now + BETWEEN_EDGES_MS
    held = 1000 if verb == "hold" else 60
    acts += [Act(now, f"down {what}"), Act(now + held, f"up {what}")]
    return now + held + _UP_MS


def _meet(met: set[str], panel: PanelReference, verb: str) -> None:
    said = {text for each in panel.status_line.said if each.until > panel.now for text in each.texts or ()}
    what = {
        "hold": verb == "hold",
        "result": panel.position.finished,
        "rematch": len(panel.matches) > 1,
        "round": bool(panel.position.closed),
        "undo": "UNDO" in said,
        "refused": bool(said & {"DISC", "NONE", "TURN", "DONE", "HOLD"}),
        "chord": any(text.startswith("-") for text in said),
    }
    met |= {name for name, is_so in what.items() if is_so}
