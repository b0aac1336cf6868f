"""The virtual board and the reference reading of the panel side by side, compared after every command.

`random_script` plays a random script. When the two disagree, the exception has the script; saved to a file it is played
again by `python -m tests.board.side_by_side FILE`. A line of a script is one of

    game crokinole-official target=40 / sides 2 / storage fram      the first line
    press A1 ; press A2                     commands, given at once
    kill 1 2.5 ; press A1 ; press A2        commands, given at once; the board is killed 2.5 ms after the first is done
    on                                      power on again
    on 57                                   power on again, and off after 57 bytes stored
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from tests.board.board_process import Board, BoardDied
from tests.board.panel_reference import SHOWS_RAW, PanelReference
from tests.board.panel_status import LATE_MS

OVER = "wait 8100"  # after this nothing that was said is on
SCROLLED = "wait 30100"  # after this no scroll is on either


def disagreement(panel: PanelReference, lit: dict) -> str | None:
    """What of that which is lit the reference does not allow."""
    if panel.now >= panel.view_until + LATE_MS:
        for name, text in panel.displays().items():
            if lit.get(name) != text:
                return f"{name} shows {lit.get(name)!r} and not {text!r}"
    if not panel.allows(lit.get("S", "")):
        return f"S shows {lit.get('S')!r} and not {panel.expected()!r}"
    return None


class Disagreement(AssertionError):  # noqa: N818 - it is not always an error of the board
    """The board and the reference differ. The text has the script."""


class SideBySide:
    """A board and its reference, and the script so far.

    After a power cut it is open whether the press that was going on has counted: `panels` are the references that are
    possible. What is lit after the next power-on, or later, rules out the wrong ones.
    """

    def __init__(self, folder: Path, game: str, sides: int = 2, storage: str = "fram") -> None:
        self.script = [f"game {game} / sides {sides} / storage {storage}"]
        self.panels = [PanelReference(game, sides)]
        self.board = Board(folder, game, sides=sides, storage=storage)
        self.on = True
        self.compare(self.board.displays)

    @property
    def panel(self) -> PanelReference:
        return self.panels[0]

    def compare(self, lit: dict, command: str = "") -> None:
        wrong = [disagreement(panel, lit) for panel in self.panels]
        if all(wrong):
            self.fail(f"after {command or 'power-on'}: {', or '.join(sorted(set(wrong)))}", lit)
        self.panels = [panel for panel, what in zip(self.panels, wrong, strict=True) if what is None]

    def fail(self, what: str, lit: dict) -> None:
        matches = [" | ".join(played.standing) for played in self.panel.matches]
        text = [what, f"lit: {lit}", "standing:", *matches[-2:], "script:", *self.script]
        raise Disagreement("\n".join(text))

    def run(self, *commands: str) -> bool:
        """Gives commands at once and compares after each. False: the power has gone off meanwhile."""
        self.script.append(" ; ".join(commands))
        try:
            done = self.board.run(*commands)
        except BoardDied as died:
            self.went_off(commands, died.lit)
            return False
        self.follow(commands, done)
        return True

    def kill(self, dones: int, ms: float, *commands: str) -> None:
        """Gives commands at once and kills the board `ms` (wall) after `dones` of them are done."""
        self.script.append(f"kill {dones} {ms:.2f} ; " + " ; ".join(commands))
        done = []
        self.board.send(*commands)
        try:
            done += self.board.collect(dones)
            time.sleep(ms / 1000)
            self.board.kill()
            done += self.board.collect(len(commands) - dones)
            self.board.collect(1)  # there is none
        except BoardDied as died:
            done += died.lit
        self.went_off(commands, done)

    def follow(self, commands: tuple[str, ...], done: list[dict]) -> None:
        for command, lit in zip(commands, done, strict=True):
            for panel in self.panels:
                panel.command(command)
            self.compare(lit, command)

    def went_off(self, commands: tuple[str, ...], done: list[dict]) -> None:
        """The commands without a `done`: the first of them may have counted, one record of it or all; what was shown of
        it has."""
        self.on = False
        self.follow(commands[: len(done)], done)
        panels = []
        for panel in self.panels:
            possible = [panel]
            if len(done) < len(commands):
                possible = outcomes(panel, commands[len(done)])
            shown = [n for n, each in enumerate(possible) if each.displays().items() <= self.board.displays.items()]
            in_view = any(each.now < each.view_until + LATE_MS for each in possible)
            panels += possible[shown[0] :] if shown and not in_view else possible
        self.panels = different(panels)

    def switch_on(self, cut: int | None = None) -> bool:
        """Power on (off before, if need be), and off after `cut` bytes stored. False: that was while it booted."""
        if self.on:
            self.board.kill()
        for panel in self.panels:
            panel.power_cut()
        self.script.append("on" if cut is None else f"on {cut}")
        self.board.close()
        try:
            self.board.switch_on(cut=cut)
        except BoardDied:
            self.on = False
            return False
        self.on = True
        self.compare(self.board.displays)
        return True

    def close(self) -> None:
        self.board.close()


def outcomes(panel: PanelReference, command: str) -> list[PanelReference]:
    """What a command may have come to when the power went off: none of its records, some of them, all."""
    whole = panel.clone()
    whole.command(command)
    return [panel.interrupted(command, records) for records in range(whole.records - panel.records)] + [whole]


def different(panels: list[PanelReference]) -> list[PanelReference]:
    """Each of those that have written the same once."""
    written = {}
    for panel in panels:
        matches = [(played.words, played.starter, played.accepted) for played in panel.matches]
        written[str((matches, panel.one_back))] = panel
    return list(written.values())


# --- Random scripts ------------------------------------------------------------------------------------------------


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
        if game == "pichenottes-quebec" and position.over:
            weights["wait"] = 12
    if len(panel.matches) > 1 and len(panel.standing) <= 12:
        weights["beginning"] = 1.5
    what = rng.choices(list(weights), list(weights.values()))[0]
    number = rng.randint(1, 4)
    if what == "count":
        if game == "pichenottes-quebec":
            # Mostly the one whose turn it is, and mostly a dame.
            side = position.turn if rng.random() < 0.8 else side
            number = 4 if position.over and rng.random() < 0.6 else rng.choice((1, 1, 1, 2, 3, 4, 5))
        elif game == "washers-ritzenthaler":
            options = panel.match.options
            for at_target in position.sides:
                left = options["washers"] - position.entered(at_target)
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


def random_script(folder: Path, game: str, storage: str, seed: int, gestures: int, cuts: bool) -> None:
    """Plays it. `cuts`: with power cuts, at a byte that is stored or at any moment."""
    rng = random.Random(seed)
    sides = 3 if "sides=3" in game else 2
    both = SideBySide(folder, game, sides, storage)
    try:
        for _ in range(gestures):
            if cuts and (not both.on or rng.random() < 0.08):
                if both.on and rng.random() < 0.8:
                    commands = [command for _ in range(rng.randint(1, 3)) for command in gesture(rng, both.panel)]
                    both.kill(rng.randrange(len(commands)), rng.choice((0, rng.random() * 4)), *commands)
                while not both.switch_on(rng.choice((None, rng.randint(1, 12), rng.randint(1, 200)))):
                    pass
            both.run(*gesture(rng, both.panel))
        if both.on:
            both.run(OVER)
    finally:
        both.close()


# --- Playing a script again ----------------------------------------------------------------------------------------


def play_script(folder: Path, text: str) -> SideBySide:
    """Plays a script of a Disagreement; the caller closes what comes back."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    header = dict(part.strip().split(" ", 1) for part in lines[0].split("/"))
    both = SideBySide(folder, header["game"], int(header.get("sides", 2)), header.get("storage", "fram"))
    try:
        for line in lines[1:]:
            first, *commands = [part.strip() for part in line.split(";")]
            words = first.split()
            if words[0] == "on":
                both.switch_on(int(words[1]) if words[1:] else None)
            elif words[0] == "kill":
                both.kill(int(words[1]), float(words[2]), *commands)
            else:
                both.run(first, *commands)
    except BaseException:
        both.close()
        raise
    return both


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        try:
            both = play_script(Path(folder), Path(sys.argv[1]).read_text())
        except Disagreement as found:
            print(found)
            return 1
        both.close()
        print("no disagreement", both.board.displays)
        return 0


if __name__ == "__main__":
    sys.exit(main())
