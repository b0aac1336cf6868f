"""`tallyboard demo`, from the first press to the verified result. It checks each claim; a wrong one ends it."""

import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, nullcontext
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from tallyboard.drive.files import SETTINGS
from tallyboard.errors import TallyboardError
from tallyboard.errors import link as link_errors
from tallyboard.hub.sync import Collected, Collection
from tallyboard.link import Client, Port, SerialPort
from tallyboard.link.ports import GoneError
from tallyboard.rehearsal.processes import BoardProcess, Displays, ends_as_by_ctrl_c
from tallyboard.store import open_store
from tallyboard.text.language import VARIABLE, _, here, later
from tallyboard.virtual.segments import SEVEN_SEGMENT_CHARACTERS

# Which of the segments A (top), then clockwise to F, and G (middle) are lit for a character of a numeric display.
_SEGMENTS = {
    character: "".join(segment for bit, segment in enumerate("ABCDEFG") if bits >> bit & 1)
    for bits, character in SEVEN_SEGMENT_CHARACTERS.items()
}
_ROWS = ("A", "FB", "G", "EC", "D")  # a segment across, or one left and one right
NAMES = {"A": "A  Ann", "B": "B  Bob"}
LED = "red"
STATUS_LED = "green"
_WON = {"en": "WIN", "fr": "VIC"}  # on the status of a board that speaks it, before the side


def large(shown: str) -> list[str]:
    """Five lines for what a numeric display shows, such as "  :20."."""
    lines = [""] * len(_ROWS)
    for character in shown:
        if character == ".":
            lines[-1] = lines[-1][:-1] + "●"
            continue
        glyph = ["  ", "● ", "  ", "● ", "  "] if character == ":" else [_part(row, character) for row in _ROWS]
        lines = [line + part for line, part in zip(lines, glyph, strict=True)]
    return lines


def _part(row: str, character: str) -> str:
    lit = [segment in _SEGMENTS[character] for segment in row]
    if len(lit) == 1:
        return " ━━━  " if lit[0] else "      "
    left, right = ("┃" if one else " " for one in lit)
    return f"{left}   {right} "


def table(displays: Displays) -> Text:
    """The displays of a table side by side, the status below them."""
    blocks = [large(displays[side]) for side in NAMES]
    text = Text().append(_beside(NAMES.values()), "bold")
    for row in zip(*blocks, strict=True):
        text.append(_beside(row), LED)
    return text.append("\n   ").append(" " + " ".join(displays["S"]) + " ", f"bold {STATUS_LED}").append("\n")


def _beside(parts: Iterable[str]) -> str:
    return "   ".join(f"{part:<28}" for part in parts).rstrip() + "\n"


KEY_S = 0.22  # between two keys, where somebody watches
READ_S = 1.5  # to read a sentence
BYTES_BEFORE_THE_CABLE_IS_PULLED = 420

CHAMPIONSHIP = "crokinole-championship"
WASHERS = "washers-ritzenthaler"

# What is said, then the commands for the board.
ROUND_1 = (
    (later("Round 1. Each counts their own discs: two twenties and a fifteen for Ann …"), "A1 A1 A2"),
    (later("… and for Bob a twenty, a fifteen and a ten."), "B1 B2 B3"),
    (later("NEXT closes the round: two points to the higher side."), "NEXT"),
)
ROUND_2_BEFORE = (
    (later("Round 2. Bob leads it with two twenties."), "A1 B1 B1"),
    (later("Ann presses 20 once too often, and takes it back."), "A1 UNDO"),
)
ROUND_2_AFTER = (
    (later("The match goes on where it was."), "A3 B4"),
    (later("Bob is higher: 2 : 2."), "NEXT"),
)
ROUNDS_3_AND_4 = (
    (later("Round 3 is a tie, a point for each."), "A1 A2 B1 B2 NEXT"),
    (
        later("Round 4 decides. A disc of Bob's was miscounted: UNDO with its key takes it off."),
        "A1 A1 A3 B1 B3 B3 off-B3",
    ),
    (later("Ann wins the match 5 : 3."), "NEXT"),
)
WASHERS_ROUNDS = (
    (later("Washers to exactly 21. Three in the far hole: 9 for Ann."), "A1 A1 A1"),
    (later("Bob finds the same hole twice: each takes three from Ann again."), "B1 B1 B4 NEXT"),
    (later("Round 2: nine more for Ann. Bob: 2, 1 and one on the board."), "A1 A1 A1 B2 B3 B4 NEXT"),
    (later("Round 3: Ann has 12, then 15, 18 and 20."), "A1 A1 A2 B4 B4 B4 NEXT"),
    (later("Round 4: a washer in the three is too much. 20 + 3 busts to 17."), "A1"),
    (later("She gets back to 20, and puts the last on the board."), "A1 A4 B5 B4 B4 NEXT"),
    (later("Round 5: 21 exactly, and no washer of hers dead. That wins."), "A3 A4 A4 B4 B4 B5 NEXT"),
)


class PulledCable:
    """The port of a board whose cable is pulled when `after` bytes have come from it; `passed`: how many have."""

    def __init__(self, board: Port, name: str, after: int) -> None:
        self._board = board
        self.name = name
        self._after = after
        self.passed = 0

    def read(self) -> bytes:
        if self.passed == self._after:
            raise GoneError(link_errors.WENT_AWAY, port=self.name)
        data = self._board.read()[: self._after - self.passed]
        self.passed += len(data)
        return data

    def write(self, data: bytes) -> None:
        self._board.write(data)

    def close(self) -> None:
        self._board.close()


class Demonstration:
    """Tells the story on a console: large digits that change in place on a terminal, a line a change elsewhere.
    `command` does what the words of a command line ask for, and gives the exit code."""

    def __init__(self, out: Console, command: Callable[[Sequence[str]], int]) -> None:
        self._out = out
        self._command = command
        self._live: Live | None = None
        self._said = ""
        self._boards = ExitStack()  # ends every board that was started, however the story ends

    def run(self) -> None:
        """All of it. Raises TallyboardError when something is not as it should be."""
        with ends_as_by_ctrl_c(), tempfile.TemporaryDirectory(prefix="tallyboard-demo-") as folder, self._boards:
            self._run(Path(folder))

    def _run(self, folder: Path) -> None:
        link, state = folder / "board", folder / "memory"
        state.mkdir()
        (state / SETTINGS).write_text(f'{VARIABLE} = "{here().code}"\n')
        self._title(_("A board at the table"), _("the game: %(game)s", game=CHAMPIONSHIP))
        board = self._plug_in(link, state, CHAMPIONSHIP)
        self._play(board, ROUND_1)
        self._play(board, ROUND_2_BEFORE)
        board = self._power_cut(board, link, state)
        self._play(board, ROUND_2_AFTER)
        self._play(board, ROUNDS_3_AND_4)
        champion = self._result(board)
        board.end()

        self._title(_("The same board, another game"), _("the game: %(game)s", game=WASHERS))
        board = self._plug_in(link, state, WASHERS)
        self._play(board, WASHERS_ROUNDS)
        winner = self._result(board)

        self._title(_("The laptop"), _("the cable is pulled in the middle of the upload, and plugged in again"))
        database = f"sqlite:///{folder / 'tallyboard.sqlite'}"
        self._upload(link, folder / "cable", database)
        board.end()

        self._title(_("What the tables recorded"), "tallyboard results")
        self._command(("results", "--db", database))
        with open_store(database) as store:
            matches = store.matches()
        self._expect(
            [m["winners"] for m in matches] == [[champion], [winner]], _("the winners are those of the displays")
        )
        self._title(_("One match, press by press"), f"tallyboard show {matches[0]['match'][:8]}")
        self._command(("show", matches[0]["match"], "--db", database))
        self._title(_("Everything computed again from the records"), "tallyboard verify")
        self._expect(self._command(("verify", "--db", database)) == 0, _("every match is what its records give"))

    # ---- what is seen

    def _title(self, title: str, line: str) -> None:
        self._out.print()
        self._out.rule(title, align="left")
        self._out.print(line, style="dim")
        self._out.print()

    def _say(self, sentence: str) -> None:
        self._said = sentence
        if not self._out.is_terminal:
            self._out.print(sentence)

    def _lit(self, displays: Displays) -> None:
        if self._live is not None:
            self._live.update(Group(table(displays), Text(self._said)), refresh=True)
        elif not self._out.is_terminal:
            self._out.print("    " + "   ".join(f"{name} [{text}]" for name, text in displays.items()))

    def _pause(self, seconds: float) -> None:
        if self._out.is_terminal:
            time.sleep(seconds)

    # ---- what happens

    def _plug_in(self, link: Path, state: Path, game: str | None) -> BoardProcess:
        board = BoardProcess(link, state, game, on_change=self._lit)
        self._boards.callback(board.end)
        self._out.print(table(board.displays))
        self._pause(READ_S)
        return board

    def _play(self, board: BoardProcess, steps: tuple[tuple[str, str], ...]) -> None:
        """Press the keys of these steps; `off-K` is UNDO held down while K is pressed."""
        with Live(console=self._out, auto_refresh=False) if self._out.is_terminal else nullcontext() as live:
            self._live = live
            for sentence, keys in steps:
                self._say(_(sentence))
                if live:
                    self._lit(board.displays)
                self._pause(READ_S)
                for key in keys.split():
                    if key.startswith("off-"):
                        for command in ("down UNDO", f"press {key[4:]}", "up UNDO"):
                            board.do(command)
                    else:
                        board.do(f"press {key}")
                    self._pause(KEY_S)
            self._pause(READ_S)
            self._live = None
        if not self._out.is_terminal:
            self._out.print(table(board.displays))

    def _power_cut(self, board: BoardProcess, link: Path, state: Path) -> BoardProcess:
        board.do("wait 3100")  # until the status says nothing that is only for a moment
        before = board.displays
        board.pull_the_plug()
        self._out.print(_("The plug is pulled: the board's process is killed, and started again."), style="bold")
        self._pause(READ_S)
        board = self._plug_in(link, state, None)
        self._expect(board.displays == before, _("after the power cut the board shows what it showed before"))
        return board

    def _result(self, board: BoardProcess) -> str:
        """The side that the status says has won."""
        board.do("wait 3100")
        said = board.displays["S"]
        is_won = said[:-1] == _WON[here().code]
        self._expect(is_won, _("the match is over, and the status says so: %(status)s", status=said))
        return said[-1]

    def _upload(self, link: Path, end: Path, database: str) -> None:
        cable = PulledCable(SerialPort(str(link)), str(end), BYTES_BEFORE_THE_CABLE_IS_PULLED)
        try:
            _sync(cable, database)
        except TallyboardError as error:
            self._out.print(f"tallyboard sync {end.name}: {error.cause} {error.next_step}")
        self._expect(
            cable.passed == BYTES_BEFORE_THE_CABLE_IS_PULLED, _("pulled after %(bytes)s bytes", bytes=cable.passed)
        )
        report = _sync(SerialPort(str(link)), database)
        self._out.print(
            _(
                "tallyboard sync %(port)s: %(received)s records received, %(before)s here before.",
                port=link.name,
                received=report.received,
                before=report.already_had,
            )
        )
        self._expect(report.already_had > 0 and report.received > 0, _("nothing had to be sent twice"))
        again = _sync(SerialPort(str(link)), database)
        self._expect(again.received == 0, _("a second sync brings nothing new"))

    def _expect(self, so: bool, what: str) -> None:
        if not so:
            raise TallyboardError(
                "The demonstration failed: it is not true that %(what)s.", "Please report this.", what=what
            )
        self._out.print(f"✓ {what}", style="green")


def _sync(port: Port, database: str) -> Collected:
    with closing(port), open_store(database) as store:
        return Collection(Client(port), store).run()
