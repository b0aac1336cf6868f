"""What people at a table do with the keys, drawn at random with an eye on the match."""

import random

from tests.board.panel_reference import SHOWS_RAW, PanelReference
from tests.reference.reference import Quebec, Washers

OVER = "wait 8100"  # after this nothing that was said is on
SCROLLED = "wait 30100"  # after this no scroll is on either

# Small targets and few discs: rounds close, discs run out and matches end within a script.
GAMES = [
    "crokinole-official target=40 discs=3",
    "crokinole-official format=doubles target=60",
    "crokinole-traditional scoring=simple target=90 discs=3",
    "crokinole-traditional start=loser target=40 discs=4",
    "crokinole-traditional start=loser format=doubles scoring=simple target=150 discs=4",
    "crokinole-traditional start=loser format=two-on-one target=60",
    "crokinole-traditional sides=3 scoring=simple target=80 discs=3",
    "crokinole-championship rounds=3 discs=2",
    "crokinole-championship best_of=3 discs=3 format=doubles",
    "twenties-shootout discs=3",
    "twenties-shootout format=doubles discs=2",
    "twenties-shootout sides=3 discs=2",
    "pichenotte-southwest games=2 discs=3",
    "pichenotte-southwest target=60 discs=3",
    "pichenotte-southwest format=doubles games=1 discs=1",
    "pichenottes-quebec dames=3 target=12",
    "pichenottes-quebec format=doubles dames=2 counters=3,2 target=6",
    "washers-ritzenthaler",
    "washers-ritzenthaler target=5 format=doubles",
    "washers-ritzenthaler washers=2 target=4 holes=2,1,5",
]


def handling(rng: random.Random, key: str, at_once: bool = False) -> tuple[str, ...]:
    """A key pressed in one of the ways in which people press keys. `at_once`: it acts when it goes down, so that one
    that is let go while it bounces is no different."""
    way = rng.random()
    if way < 0.62:
        return (f"press {key}",)
    if way < 0.67:
        return (f"bounce {key}",)
    if way < 0.73:
        return (f"hold {key}",)
    lengths = rng.choice([(0 if at_once else 40, 450), (520, 780), (850, 1500)])
    return (f"down {key}", f"wait {rng.randint(*lengths)}", f"up {key}", "wait 60")


def counting(rng: random.Random, panel: PanelReference, side: str, number: int) -> tuple[str, ...]:
    key = f"{side}{number}"
    return handling(rng, key, at_once=panel.hold_words(side, number) is None)


def chord(rng: random.Random, key: str) -> tuple[str, ...]:
    """`UNDO` and a side key within 50 ms of each other, whichever first."""
    one, other = rng.sample(("UNDO", key), 2)
    apart = rng.choice(((), (f"wait {rng.randint(1, 25)}",)))
    first_up, then_up = rng.sample((one, other), 2)
    together = f"wait {rng.randint(60, 250)}"
    return (f"down {one}", *apart, f"down {other}", together, f"up {first_up}", "wait 60", f"up {then_up}", "wait 60")


def gesture(rng: random.Random, panel: PanelReference) -> tuple[str, ...]:
    """What somebody does next, with an eye on the match: rounds close, matches end and begin again, undos go far."""
    position, game = panel.position, panel.match.game
    side = rng.choice(position.sides)
    if position.finished:
        weights = {"next": 5, "undo": 4, "count": 1, "off": 0.5, "first": 0.5, "wait": 2, "view": 0.3}
    else:
        weights = {
            "count": 24,
            "off": 2,
            "first": 1,
            "undo": 4,
            "undos": 1,
            "wait": 4,
            "noise": 2,
            "two": 1,
            "view": 0.5,
        }
        weights["chord"] = 3 if game in SHOWS_RAW else 0
        weights["next"] = 3 if panel.next_needs_hold() else 8
        if position.events_in_round == 0:
            weights["first"] = 5
        if not panel.standing:
            weights["back"] = 4 if len(panel.matches) > 1 else 1
        if position.review:
            weights.update({"agree": 30, "handshake": 10})
        if isinstance(position, Quebec) and position.over:
            weights["wait"] = 12
    if len(panel.matches) > 1 and len(panel.standing) <= 12:
        weights["beginning"] = 1.5
    what = rng.choices(list(weights), list(weights.values()))[0]
    number = rng.randint(1, 4)
    if what == "count":
        if isinstance(position, Quebec):
            # Mostly the one whose turn it is, and mostly a dame.
            assert position.turn is not None
            side = position.turn if rng.random() < 0.8 else side
            number = 4 if position.over and rng.random() < 0.6 else rng.choice((1, 1, 1, 2, 3, 4, 5))
        elif isinstance(position, Washers):
            options = panel.match.options
            for at_target in position.sides:
                left: int = options["washers"] - position.entered(at_target)
                if position.totals[at_target] == options["target"] and left and rng.random() < 0.7:
                    return (f"press {at_target}4",) * left  # on the board: this is how a match is won
            number = rng.randint(1, 5)
            if rng.random() < 0.2:
                return (f"hold {side}{number}",)
        elif game == "pichenotte-southwest":
            number = rng.randint(1, 5)
        return counting(rng, panel, side, number)
    if what == "off":
        # From UNDO on, which goes back where a match has no event: the keys mean what they mean there.
        presses = [f"press {side}{number}"] * rng.choice((1, 1, 2))
        held = 900 if panel.standing and rng.random() < 0.3 else rng.randint(0, 300)
        return ("down UNDO", f"wait {held}", *presses, "up UNDO", "wait 60")
    if what == "chord":
        return chord(rng, f"{side}{rng.randint(1, 5) if game == 'pichenotte-southwest' else number}")
    if what == "first":
        return counting(rng, panel, side, 4) if rng.random() < 0.3 else (f"hold {side}4",)
    if what == "undo":
        return handling(rng, "UNDO")
    if what == "undos":
        return ("press UNDO",) * rng.randint(3, 9)
    if what == "beginning":  # and no further than a step before it
        return (*("press UNDO",) * len(panel.standing), "hold UNDO")
    if what == "back":
        return ("hold UNDO",) if rng.random() < 0.6 else handling(rng, "UNDO")
    if what == "next":
        if position.finished or panel.next_needs_hold():
            return ("hold NEXT",) if rng.random() < (0.7 if position.finished else 0.4) else handling(rng, "NEXT")
        return handling(rng, "NEXT", at_once=True)
    if what == "agree":
        return (f"hold {side}1",) if rng.random() < 0.8 else handling(rng, f"{side}1")
    if what == "handshake":
        return ("down A1", "wait 90", "down B1", "wait 750", "wait 150", "up A1", "wait 60", "up B1", "wait 60")
    if what == "two":
        # Two players at once. Not while a key of theirs has a meaning that the other's press can take away.
        if position.review or len(position.sides) != 2:
            return (OVER,)
        one, other = rng.sample((f"A{min(number, 3)}", f"B{rng.randint(1, 3)}"), 2)
        apart = f"wait {rng.choice((0, 20, 70))}"
        return (f"down {one}", apart, f"down {other}", "wait 70", f"up {one}", "wait 70", f"up {other}", "wait 60")
    if what == "view":
        return ("press MENU",)
    if what == "noise":
        return (rng.choice((f"press {side}5", "hold UNDO", f"bounce {side}1", f"hold {side}2")),)
    # Until everything is over, or before or after the end of something that is being said.
    near = [f"wait {rng.randint(*span)}" for span in ((250, 500), (1200, 2100), (1800, 2200), (2700, 3200))]
    return (rng.choice((OVER, OVER, SCROLLED, *near, f"wait {rng.randint(0, 2000)}")),)
