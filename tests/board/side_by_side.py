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
from tests.board.panel_reference import PanelReference, squeezed

OVER = "wait 3100"  # after this no refusal and no happening is on


def disagreement(panel: PanelReference, lit: dict, command: str = "") -> str | None:
    """What of that which is lit after `command` the reference does not allow."""
    if panel.now >= panel.view_until:
        for name, text in panel.displays().items():
            if lit.get(name) != text:
                return f"{name} shows {lit.get(name)!r} and not {text!r}"
    status = squeezed(lit.get("S", ""))
    if not panel.saying:
        if not panel.status().fullmatch(status):
            return f"S shows {lit.get('S')!r} and not {panel.status().pattern!r}"
        return None
    fresh = panel.said and command.split()[0] in ("press", "hold", "bounce")
    if fresh and not any(said.allows(status) for said in panel.saying):
        texts = sorted(text for said in panel.saying for text in said.texts or ())
        return f"S shows {lit.get('S')!r} and not one of {texts}"
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
        wrong = [disagreement(panel, lit, command) for panel in self.panels]
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
        """The commands without a `done`: the first of them may have counted; if it was shown, it has."""
        self.on = False
        self.follow(commands[: len(done)], done)
        panels = []
        for panel in self.panels:
            later = panel.clone()
            if len(done) < len(commands):
                later.command(commands[len(done)])
            lit = self.board.displays
            if not panel.displays().items() <= lit.items() and later.displays().items() <= lit.items():
                panels += [later]
            else:
                panels += [panel, later]
        self.panels = panels

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


# --- Random scripts ------------------------------------------------------------------------------------------------


def handling(rng: random.Random, key: str) -> tuple[str, ...]:
    """A key pressed in one of the ways in which people press keys."""
    way = rng.random()
    if way < 0.8:
        return (f"press {key}",)
    if way < 0.86:
        return (f"bounce {key}",)
    if way < 0.92:
        return (f"hold {key}",)
    return (f"down {key}", f"wait {rng.randint(50, 700)}", f"up {key}", "wait 60")


def gesture(rng: random.Random, panel: PanelReference) -> tuple[str, ...]:
    """What somebody does next, with an eye on the match: rounds close, matches end and begin again, undos go far."""
    position = panel.position
    side = rng.choice(position.sides)
    if position.finished:
        weights = {"next": 4, "undo": 4, "count": 1, "off": 0.5, "first": 0.5, "wait": 2}
    else:
        weights = {"count": 24, "off": 3, "first": 1, "undo": 4, "undos": 1, "wait": 3, "noise": 2, "two": 1}
        weights["next"] = 2 if not panel.has_count() else 8
        if position.events_in_round == 0:
            weights["first"] = 5
        if position.review:
            weights.update({"agree": 30, "handshake": 10})
    what = rng.choices(list(weights), list(weights.values()))[0]
    number = rng.randint(1, 4)
    if what == "count":
        if panel.match.game == "pichenottes-quebec":
            # Mostly the one whose turn it is, and mostly a dame.
            side = position.turn if rng.random() < 0.8 else side
            number = rng.choice((1, 1, 1, 2, 3, 4, 5))
            return handling(rng, f"{side}{number}")
        if panel.match.game == "washers-ritzenthaler":
            options = panel.match.options
            for at_target in position.sides:
                left = options["washers"] - position.entered(at_target)
                if position.totals[at_target] == options["target"] and left and rng.random() < 0.7:
                    return (f"press {at_target}4",) * left  # on the board: this is how a match is won
            verb = rng.choice(("press", "press", "press", "hold"))
            return (f"{verb} {side}{rng.randint(1, 5)}",)
        if panel.match.game == "pichenotte-southwest" and rng.random() < 0.3:
            return (f"{rng.choice(('press', 'hold'))} {side}5",)
        return handling(rng, f"{side}{number}")
    if what == "off":
        presses = [f"press {side}{number}"] * rng.choice((1, 1, 2))
        return ("down UNDO", f"wait {rng.choice((60, 900))}", *presses, "up UNDO", "wait 60")
    if what == "first":
        return handling(rng, f"{side}4") if rng.random() < 0.2 else (f"hold {side}4",)
    if what == "undo":
        return handling(rng, "UNDO")
    if what == "undos":
        return ("press UNDO",) * rng.randint(3, 9)
    if what == "next":
        return handling(rng, "NEXT") if rng.random() < 0.5 else ("hold NEXT",)
    if what == "agree":
        return (f"hold {side}1",)
    if what == "handshake":
        # Cut in two so that no command enters two events: after a power cut only one of a command's may be missing.
        return ("down A1", "wait 90", "down B1", "wait 750", "wait 150", "up A1", "wait 60", "up B1", "wait 60")
    if what == "two":
        # Two players at once. Not while a key of theirs has a meaning that the other's press can take away.
        if position.review or len(position.sides) != 2:
            return (OVER,)
        one, other = rng.sample((f"A{min(number, 3)}", f"B{rng.randint(1, 3)}"), 2)
        return (f"down {one}", "wait 70", f"down {other}", "wait 70", f"up {one}", "wait 70", f"up {other}", "wait 60")
    if what == "noise":
        return (rng.choice((f"press {side}5", "hold UNDO", f"bounce {side}1", f"hold {side}2")),)
    return (OVER,) if rng.random() < 0.7 else (f"wait {rng.randint(0, 2000)}",)


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
