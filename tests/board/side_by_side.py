"""The virtual board and the reference reading of the panel side by side, compared after every command.

`random_script` plays a random script. When the two disagree, the exception has the script; saved to a file it is played
again by `python -m tests.board.side_by_side FILE`. A line of a script is one of

    game crokinole-official target=40 / sides 2 / storage fram      the first line
    press A1 ; press A2                     commands, given at once
    kill 1 2.5 ; press A1 ; press A2        commands, given at once; the board is killed 2.5 ms after the first is done
    roll / toss                             a toss in the menu, until shortly before the ring is lit, or until it is
    on                                      power on again
    on 57                                   power on again, and off after 57 bytes stored
"""

import random
import sys
import tempfile
import time
import zlib
from itertools import pairwise
from pathlib import Path

from tests.board.panel_reference import PanelReference, disagreement
from tests.board.panel_status import LATE_MS
from tests.harness.board_process import Board, BoardDied, Lit
from tests.harness.gestures import OVER, gesture


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
        seed = zlib.crc32(game.encode())
        self.board = Board(folder, game, sides=sides, storage=storage, options=("--seed", str(seed)))
        self.on = True
        self.compare(self.board.displays)

    @property
    def panel(self) -> PanelReference:
        return self.panels[0]

    def compare(self, lit: Lit, command: str = "") -> None:
        wrong = [disagreement(panel, lit) for panel in self.panels]
        if all(wrong):
            reasons = sorted({what for what in wrong if what is not None})
            self.fail(f"after {command or 'power-on'}: {', or '.join(reasons)}", lit)
        self.panels = [panel for panel, what in zip(self.panels, wrong, strict=True) if what is None]

    def fail(self, what: str, lit: Lit) -> None:
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

    def roll(self) -> None:
        """Choose the toss in the menu, until shortly before the second of its roll is over."""
        self.script.append("roll")
        self.board.run("hold MENU")
        walked = 1060
        while self.board.displays["S"] != "TOSS":
            if walked > 5000:
                self.fail("there is no toss in the menu", self.board.displays)
            self.board.run("press A2")
            walked += 120
        rolls = self.board.run("press NEXT", *["wait 110"] * 7)
        for panel in self.panels:
            panel.advance(walked)
            panel.toss()
            panel.advance(120 + 7 * 110)
        for one, other in pairwise(rolls):
            if any(one[side] == other[side] for side in self.panel.position.sides):
                self.fail("the displays do not roll", other)

    def toss(self) -> str:
        """The same and on; the side that has won it."""
        self.roll()
        self.script[-1] = "toss"
        (lit,) = self.board.run("wait 200")
        won = [side for side in self.panel.position.sides if "°" in lit[side]]
        if len(won) != 1:
            self.fail("the ring is not lit on one side", lit)
        for panel in self.panels:
            panel.advance(200)
            panel.won(won[0])
        self.compare(lit, "toss")
        return won[0]

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

    def follow(self, commands: tuple[str, ...], done: list[Lit]) -> None:
        for command, lit in zip(commands, done, strict=True):
            for panel in self.panels:
                panel.command(command)
            self.compare(lit, command)

    def went_off(self, commands: tuple[str, ...], done: list[Lit]) -> None:
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
            elif words[0] in ("roll", "toss"):
                getattr(both, words[0])()
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
