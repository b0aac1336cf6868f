"""The firmware run turn by turn: it does what it does when it goes round by itself, and the file on the drive stays."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from shared_rules.link import frame, laptop_half
from tallyboard.drive.deploy import drive_files
from tests.vm.on_the_rig import PATH, Script, new_board, read_trace
from tests.vm.plays import HEAP, SCRIPTS, Play
from tests.vm.vm import run_here, run_on_vm

CODE = drive_files()["code.py"].decode()


@pytest.mark.parametrize("name", ["crokinole-official", "pichenotte-southwest", "washers-ritzenthaler", "faults"])
def test_turn_by_turn_it_does_the_same(play: Callable[[str], Play], drive: Path, tmp_path: Path, name: str) -> None:
    played = play(name)
    for run in (run_here, run_on_vm):
        options = {"heap": HEAP} if run is run_on_vm else {}
        board = new_board(tmp_path / run.__name__, drive, played.script)
        after: list[str] = []
        for commands, printed in zip(played.script.power_ons(), played.here.printed, strict=True):
            (board / "script").write_text("".join(f"{command}\n" for command in commands), encoding="ascii")
            by_turns = run("run_turns.py", "4", *after, path=PATH, folder=board, **options)
            # The end of the file is a function there.
            assert by_turns.replace(", in main\n", ", in <module>\n").splitlines() == printed.splitlines()
            after = ["reload"] if commands and commands[-1].startswith("reload") else []
    assert (drive / "code.py").read_text(encoding="utf-8") == CODE


# The ways in which a board shows something by itself: what is read before a match, what a press said, a key that is
# held and one that is stuck, another view, the menu, a result, what an undo took; and a display that loses its power.
IDLE = (
    *("wait 9000", "down A1", "wait 60", "up A1", "wait 2500", "down NEXT", "wait 900", "up NEXT", "wait 7000"),
    *("down MENU", "wait 60", "up MENU", "wait 4000", "down MENU", "wait 1000", "up MENU", "wait 3000"),
    *("down MENU", "wait 60", "up MENU", "wait 1000", "down UNDO", "wait 100", "up UNDO", "wait 3000"),
    *("down B1", "wait 12000", "up B1", "wait 4000", "unplug S", "wait 700", "plug S", "wait 2000"),
)
LATE_MS = 4  # a turn of the loop
LOOK_MS = 300  # within these each display is asked once whether it shows what it should


@pytest.mark.parametrize("game", ["crokinole-official target=20", "twenties-shootout discs=1 format=doubles"])
def test_a_board_that_rests_shows_everything_when_it_did(drive: Path, tmp_path: Path, game: str) -> None:
    script = Script("idle", game, 2, "fram", [*IDLE, "wait 20000"])
    traces, turns = [], []
    for how in (["moments"], ["moments", "rests"]):
        board = new_board(tmp_path / str(len(how)), drive, script)
        (board / "script").write_text("".join(f"{command}\n" for command in script.commands), encoding="ascii")
        printed = run_on_vm("run_turns.py", str(LATE_MS), *how, path=PATH, folder=board, heap=HEAP)
        turns += [int(line.split()[1]) for line in printed.splitlines() if line.startswith("turns ")]
        traces.append(read_trace(re.sub("(?m)^turns .*\n", "", printed)))
    goes_round, rests = traces
    assert len(rests.writes) > 30
    assert [write[1:] for write in rests.writes] == [write[1:] for write in goes_round.writes]
    unplugged = next(command.ms for command in rests.commands if command.text == "unplug S")
    for (ms, *_), (due, *_) in zip(rests.writes, goes_round.writes, strict=True):
        assert abs(ms - due) <= (LATE_MS if due < unplugged else LOOK_MS)
    assert (rests.kept, len(rests.heard)) == (goes_round.kept, len(goes_round.heard))
    assert turns[1] < turns[0] / 2, "much of this time something is on"


def test_a_board_that_nobody_touches_takes_few_turns_and_is_dimmed_in_time(drive: Path, tmp_path: Path) -> None:
    script = Script("idle", "crokinole-official", 2, "fram", ["wait 310000"])
    board = new_board(tmp_path / "board", drive, script)
    (board / "script").write_text("wait 310000\n", encoding="ascii")
    printed = run_on_vm("run_turns.py", "4", "moments", "rests", path=PATH, folder=board, heap=HEAP)
    assert int(printed.split("turns ")[1].split()[0]) < 310 * 3
    dimmed = [int(line.split()[1]) for line in printed.splitlines() if line.endswith(" e0")]
    assert [0 <= ms - 300_000 <= LATE_MS for ms in dimmed] == [True] * 3


def sending(request: int, kind: int, body: bytes = b"") -> str:
    return f"send {frame.encode(kind, request, body).hex()}"


def test_a_board_that_is_asked_each_second_answers_and_rests(drive: Path, tmp_path: Path) -> None:
    """As a hub asks it; and what is pressed meanwhile leaves when it is pressed."""
    asked = [sending(number, frame.STATE, laptop_half.state(frame.PROTOCOL)) for number in range(10, 70)]
    commands = [sending(1, frame.HELLO, laptop_half.hello(frame.PROTOCOL)), "wait 12000"]
    for number, line in enumerate(asked):
        commands += [line, "wait 700", *(["down A1", "wait 60", "up A1", "wait 240"] if number == 30 else ["wait 300"])]
    sent, turns = [], []
    for how in (["moments"], ["moments", "rests"]):
        board = new_board(tmp_path / str(len(how)), drive, Script("asked", "crokinole-official", 2, "fram", commands))
        (board / "script").write_text("".join(f"{command}\n" for command in commands), encoding="ascii")
        lines = run_on_vm("run_turns.py", str(LATE_MS), *how, path=PATH, folder=board, heap=HEAP).splitlines()
        turns += [int(line.split()[1]) for line in lines if line.startswith("turns ")]
        sent.append([line.split()[1:] for line in lines if line.startswith("| ") and line.split()[2] == "sent"])
    goes_round, rests = sent
    assert len(rests) > 60
    assert [data for _, _, data in rests] == [data for _, _, data in goes_round]
    assert all(abs(int(ms) - int(due)) <= LATE_MS for (ms, *_), (due, *_) in zip(rests, goes_round, strict=True))
    assert turns[1] < turns[0] / 8


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_told_as_kept_is_what_the_memory_holds(play: Callable[[str], Play], name: str) -> None:
    """Also where the power goes inside a write: who keeps a copy of the memory has all of it."""
    played = play(name)
    file = f"{played.script.storage}.bin"
    image = bytearray(b"\xff" * 4096 if played.script.storage == "nvm" else bytes(32_768))
    for printed, holds in zip(played.on_vm.printed, played.on_vm.images, strict=True):
        for kept, at, data in read_trace(printed).kept:
            assert kept == file
            image[at : at + len(data)] = data
        assert image == holds


@pytest.fixture
def changed(drive: Path, tmp_path: Path) -> Callable[[str, str], Path]:
    """A board with another code.py: this text in place of that."""

    def make(old: str, new: str) -> Path:
        board = new_board(tmp_path / "board", drive, SCRIPTS["crokinole-official"])
        (board / "drive").unlink()
        (board / "drive").mkdir()
        for name in ("boot.py", "lib"):
            (board / "drive" / name).symlink_to(drive / name)
        assert CODE.count(old) == 1
        (board / "drive" / "code.py").write_text(CODE.replace(old, new), encoding="utf-8")
        (board / "script").write_text("reload press A1\n", encoding="ascii")
        return board

    return make


def test_code_that_has_changed_is_not_run_on_a_guess(changed: Callable[[str, str], Path]) -> None:
    board = changed("    while True:\n        now", "    while 1:\n        now")
    with pytest.raises(pytest.fail.Exception, match=r"code\.py has changed"):
        run_here("run_turns.py", "4", path=PATH, folder=board)


def test_an_error_tells_the_line_that_the_file_has(changed: Callable[[str, str], Path]) -> None:
    """A maker looks it up there."""
    board = changed("        panel.step(now)\n", "        panel.stoop(now)\n")
    lines = (board / "drive" / "code.py").read_text(encoding="utf-8").split("\n")
    printed = run_here("run_turns.py", "4", path=PATH, folder=board)
    assert f'code.py", line {lines.index("        panel.stoop(now)") + 1}, in loop' in printed
    assert read_trace(printed).ended == "reload"
