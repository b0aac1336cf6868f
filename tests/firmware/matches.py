"""Whole matches as key presses, with all that happens to a board besides: cables, power, a ring that comes round.

A1      a tap                       ack     the laptop has taken everything; ack-3: all but the last three records
A1~     a hold                      power   off and on
A1-     with UNDO down              settings  off and on, with the other game in the settings
A1?     a tap that is refused       damage  a record turns bad while the power is off
assign  the laptop wants another match played next; assign-B and says who starts; cancel  and then none at all
anew    another match of the same game, by hand           dim-7 the light of the displays
fault   an error in the firmware is written down          name-X the laptop calls the table X; time  and tells the time
sound-2 the menu switches the sound off; sound-1  on
[ … ]   done, but not cut           boots-7 off and on until the ring of an FRAM ends in so many
                                    fill    presses until only the reserve is left
"""

from collections.abc import Callable
from typing import NamedTuple

from tableside import table_orders
from tableside.journal import RESERVE, Journal
from tests.firmware.board import Board
from tests.harness.memory_chips import FramChip, NvmChip

IN_THE_DARK = ("power", "settings", "damage")  # nothing is shown while these go on
BY_PLACE = ("damage", "fill")  # what these do depends on how many records there are, and a cut adds some
_PLACES = 192  # of the FRAM: few enough for the ring to come round


class Gesture(NamedTuple):
    """One word of a script."""

    word: str
    cut: bool  # whether the power is cut in it


class Script:
    """A match and more for one game. `later`: the other game in the settings. `blank`: all bytes of a new FRAM."""

    def __init__(self, name: str, game: str, words: str, sides: int = 2, blank: int = 0, later: str = "") -> None:
        self.name = name
        self.games = (game, later)
        self.sides = sides
        self.blank = blank
        self.gestures = [Gesture("power", True)]
        cut = True
        for word in words.split():
            if word in "[]":
                cut = word == "]"
                continue
            self.gestures.append(Gesture(word, cut))

    def chip(self, medium: str) -> FramChip:
        """A new chip, `fram` or `nvm`."""
        if medium == "nvm":
            return NvmChip()
        return FramChip(64 + 8 * _PLACES, self.blank)

    def game_at(self, gesture: int) -> str:
        """The game in the settings while this gesture is made."""
        return self.games["settings" in [each.word for each in self.gestures[: gesture + 1]]]

    def board(self, chip: FramChip, gesture: int, journal: type[Journal] = Journal, seed: str = "") -> Board:
        """A board as it is while this gesture is made, before it is switched on."""
        return Board(chip, self.game_at(gesture), self.sides, journal, seed)


def _nobody(epoch: int, number: int) -> None:
    """Whom to tell where nobody listens."""


class Player:
    """Makes the gestures of a script, in order. `board` is the one in use; after each power-on it is another."""

    def __init__(self, script: Script, chip: FramChip, journal: type[Journal], seed: str) -> None:
        self._script = script
        self._chip = chip
        self._journal = journal
        self._seed = seed
        self._switched_on = 0
        self.board: Board
        self.told: Callable[[int, int], None] = _nobody  # of an ack: epoch and up to where, before the board gets it
        self.spoilt: Callable[[int, int], None] = _nobody  # of a record that turned bad: epoch and number

    def do(self, at: int) -> None:
        """Make the gesture of this number, and wait until the status is quiet."""
        word = self._script.gestures[at].word.rstrip("?")
        if word in IN_THE_DARK:
            if word == "damage":
                self._damage()
            self.power_on(at)
        elif word.startswith("ack"):
            self.acknowledge(int(word[4:] or 0))
        elif word.startswith("assign"):
            first = "AB".index(word[7:]) if word[7:] else None
            line = "twenties-shootout discs=3"
            assert self.board.table.assign(line, f"match {at}", ("Ann", "Zoë"), self.board.now, first) is None
        elif word == "cancel":
            assert self.board.table.assign("", "", (), self.board.now) is None
        elif word == "anew":
            self.board.panel.started(self.board.table.again(self.board.now), self.board.now)
        elif word == "fault":
            self.board.table.note_fault(f"views:{at} KeyError", self.board.now)
        elif word.startswith("sound"):
            self.board.table.set_sound(int(word[6:]), self.board.now)
        elif word.startswith("dim"):
            self.board.table.dim(int(word[4:]), self.board.now)
        elif word.startswith("name"):
            assert table_orders.rename(self.board.table, word[5:], self.board.now)
        elif word == "time":
            self.board.journal.time(self.board.now)
        elif word.startswith("boots"):
            self._boots(at, int(word[6:]))
        elif word == "fill":
            while not self.board.journal.full():
                self.board.tap("A1")
                self.board.one_off("A1")
        elif word.endswith("~"):
            self.board.hold(word[:-1])
        elif word.endswith("-"):
            self.board.one_off(word[:-1])
        else:
            self.board.tap(word)
        self.board.settle()

    def power_on(self, at: int) -> None:
        """Switch on the board as it is while this gesture is made."""
        self._switched_on += 1
        self.board = self._script.board(self._chip, at, self._journal, f"{self._seed} {self._switched_on}")
        self.board.switch_on()
        self.board.settle()

    def _boots(self, at: int, left: int) -> None:
        journal = self.board.journal
        wanted = journal.places - left - journal.next % journal.places
        if self.board.medium.rewritable and wanted < journal.free() - RESERVE:  # else, after a cut, it has come round
            for _ in range(wanted):
                self.power_on(at)

    def acknowledge(self, but: int) -> None:
        """The laptop says that it has everything but so many records."""
        journal = self.board.journal
        upto = max(0, journal.next - but)
        self.told(journal.epoch, upto)
        self.board.table.acknowledge(upto)

    def _damage(self) -> None:
        """Bits of the last record but one turn to zeros."""
        journal = self.board.journal
        number = journal.next - 2
        record = bytes(journal.read(number, 1))
        place = self._chip.memory.index(record)
        spoilt = bytes([byte & 0x5A for byte in record])
        assert spoilt != record
        self._chip.memory[place : place + 8] = spoilt
        self.spoilt(journal.epoch, number)


SCRIPTS = [
    Script(
        "crokinole-official",
        "crokinole-official target=40 discs=6",
        "B4~ A1 A2 B1 A1- UNDO A3 B2 NEXT UNDO UNDO B4 NEXT ack-2 A1 A1 B3 NEXT UNDO NEXT A1? "
        "[ boots-100 ] ack NEXT~ B1 UNDO A1 power A1 A1 A2 A2 A2 A3? NEXT~ ack-1 NEXT~ UNDO? UNDO~ NEXT~ B4 A4 NEXT "
        "[ boots-7 ] A1 A2 A3 A4 NEXT~ ack NEXT~ A1 NEXT? NEXT~ UNDO power NEXT~ ack-4 A1 B2 UNDO",
    ),
    Script(
        "crokinole-traditional",
        "crokinole-traditional scoring=simple sides=3 target=60",
        "B4~ A1 B2 C3 C1 NEXT UNDO C1- NEXT A1 ack B1 C1 NEXT UNDO UNDO C1 NEXT UNDO NEXT power NEXT~ C1 C4 NEXT~ "
        "UNDO NEXT~ A1 NEXT~ ack settings NEXT~ A1 NEXT~ B4~ UNDO A4~ A1 B2 NEXT UNDO UNDO B1 B1 NEXT A1 NEXT~ A4? "
        "[ boots-100 ] ack NEXT~ B3 NEXT~ A4~ NEXT~ UNDO UNDO B4~ [ boots-2 ] B1 NEXT~ UNDO NEXT~ ack NEXT~ B4",
        sides=3,
        blank=0xFF,
        later="crokinole-traditional start=loser target=30",
    ),
    Script(
        "crokinole-championship",
        "crokinole-championship rounds=2 format=doubles",
        "B4~ A1 B1 NEXT UNDO UNDO B1 NEXT ack A3 B4 NEXT UNDO UNDO NEXT~ NEXT? power NEXT? UNDO B4 NEXT "
        "[ boots-100 ] ack NEXT~ B1 NEXT~ NEXT? NEXT~ UNDO UNDO NEXT~ NEXT~ UNDO NEXT~ ack NEXT~ "
        "[ boots-11 ] A1 NEXT~ A1 A1- A1 B2 NEXT UNDO NEXT power ack-5 NEXT~ UNDO~ power NEXT~ B2 B2 B2- UNDO",
        blank=0x5A,
    ),
    Script(
        "twenties-shootout",
        "twenties-shootout discs=4",
        "B4~ A1 A1 B1 A1- UNDO A2? NEXT UNDO NEXT ack-3 NEXT~ A1 NEXT~ NEXT~ UNDO~ NEXT~ A1 NEXT~ ack NEXT~ power B1 "
        "NEXT~ UNDO [ boots-90 ] NEXT~ ack NEXT~ A1 B1 NEXT NEXT~ B1 A1 NEXT ack NEXT~ B1 NEXT~ ack-1 NEXT~ A1 NEXT~ "
        "NEXT~ B1 NEXT~ [ boots-9 ] ack-9 NEXT~ A1 NEXT~ UNDO NEXT~ ack-3 NEXT~ B1 A1 NEXT ack NEXT~ A1 UNDO B1 B1 "
        "NEXT~",
    ),
    Script(
        "pichenotte-southwest",
        "pichenotte-southwest games=1 discs=4",
        "B4~ A5 A5~ B1 A5- A1 NEXT A1~ UNDO A1~ B1 UNDO B1~ UNDO UNDO UNDO B5~ NEXT ack B1~ A1~ A1 B1 NEXT B1~ A1~ "
        "UNDO A1~ B1 NEXT~ A1~ power B1~ UNDO B1~ [ boots-100 ] ack NEXT~ A1 B2 NEXT NEXT? A1~ B1~ UNDO B1~ ack-3 "
        "NEXT~ UNDO~ NEXT~ [ boots-5 ] B1 A5~ NEXT power B1~ A1~ UNDO A1~ ack NEXT~ A1 NEXT~ B1~ UNDO",
    ),
    Script(
        "pichenottes-quebec",
        "pichenottes-quebec target=4 dames=2 counters=5,10",
        "B4~ B1~ B1 B2 B4 B4? A2 UNDO A1 A3 A1 NEXT UNDO NEXT UNDO UNDO UNDO A4 B3 B1 ack NEXT UNDO NEXT power "
        "[ boots-100 ] ack NEXT~ A1 A2 A3 B1 UNDO A1 A4 NEXT UNDO NEXT ack-1 NEXT~ B1 B3 B4 A1 B1 A2 A2? "
        "[ boots-7 ] A4 B4 A1 power NEXT A1 ack-2 B1 UNDO B1 A1 NEXT ack-2 anew UNDO~ UNDO NEXT ack anew B1 UNDO",
        blank=0xFF,
    ),
    Script(
        "washers-ritzenthaler",
        "washers-ritzenthaler target=5",
        "B4~ A1 B1 A1 A4 A1~ UNDO A5~ UNDO A2~ B3 UNDO B5 NEXT UNDO NEXT UNDO UNDO UNDO B4 ack A2~ B3 NEXT "
        "power [ boots-100 ] ack NEXT~ B1 B2 NEXT? NEXT~ UNDO B4 NEXT ack-3 NEXT~ A3 B1 NEXT UNDO A1 "
        "[ boots-6 ] A3 power NEXT B1 B2 B4 NEXT ack NEXT~ A1 UNDO",
        blank=0x5A,
    ),
    Script(
        "besides",
        "crokinole-official target=20 discs=3",
        "assign A1? dim-7 NEXT A1 assign-B fault power B1 NEXT NEXT? UNDO NEXT NEXT~ A1 dim-3 B1 NEXT assign cancel "
        "assign dim-16 sound-2 time name-Hall [ boots-100 ] ack NEXT~ A1 NEXT~ power NEXT~ fault dim-2 B1 "
        "name-Table_12 NEXT~ ack-2 assign-B power NEXT~ A1 B1 ack [ boots-9 ] NEXT time ack NEXT~ A1 name- power UNDO",
    ),
    Script(
        "back",
        "crokinole-official target=20 discs=3",
        "UNDO~? A1 B2 NEXT anew UNDO~ A1 UNDO anew A1 UNDO UNDO~ power A1 B2 NEXT anew B4~ anew UNDO~ UNDO UNDO~? "
        "power A1 B2 NEXT anew UNDO~ dim-5 sound-1 A1 NEXT~ NEXT~ UNDO? UNDO~ assign-B NEXT~ UNDO~ power NEXT~ dim-16 "
        "UNDO~ cancel ack-1 anew UNDO~ [ boots-40 ] UNDO NEXT~ ack anew A1 B1 NEXT anew UNDO~ [ boots-12 ] UNDO A1 "
        "NEXT ack-1 anew UNDO~ anew A1 B2 power UNDO UNDO",
    ),
    Script(
        "called",
        "twenties-shootout discs=2",
        "assign-B A1? anew A1 B1 assign NEXT NEXT~ UNDO~ NEXT~ A1 B1 A1 NEXT assign-B ack anew A1 power A1 NEXT~ ack "
        "NEXT~ [ boots-60 ] A1 assign B1 NEXT ack-1 anew B1 cancel A1 assign-B NEXT ack anew A1 NEXT~ ack "
        "anew B1 NEXT~ ack NEXT~ B1 UNDO",
    ),
    Script(
        "room",
        "twenties-shootout discs=9",
        "[ A1 B1 NEXT NEXT~ A1 B1 NEXT NEXT~ A1 B1 NEXT NEXT~ A1 B1 NEXT NEXT~ boots-90 ] A1 B1 ack-3 A1 NEXT ack "
        "A1? NEXT~ [ boots-60 ] A1 B1 A1 B1 ack-2 A1 NEXT NEXT~ A1 B1 ack A1 A1 NEXT anew UNDO~ UNDO A1 ack A1 NEXT "
        "NEXT~ [ boots-30 ] A1 ack A1 power B1 A1 [ boots-5 ] A1 ack NEXT~ anew A1 B1 UNDO",
    ),
    Script("full", "crokinole-official target=9999", "[ fill ] A1? NEXT~ UNDO power NEXT~ UNDO A2? ack power NEXT~"),
    Script(
        "damage",
        "crokinole-official target=30",
        "A1 B1 A2 damage A3 B1 NEXT A2 UNDO A4 A3 ack damage B1 A1 A2 NEXT~ power",
    ),
]
