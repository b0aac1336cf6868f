"""Plays key scripts with the whole firmware on the rig of tallyboard/virtual/box/rig.py, and reads what it did.

A script is a text file: a line like `game crokinole-official target=40 / sides 2 / storage fram`, then commands.
"""

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from shared_rules.games.result import result
from shared_rules.journal import record
from shared_rules.journal.crc import crc32
from shared_rules.journal.replay import EVENT, STARTED, WENT_BACK, Replay
from tallyboard.drive.deploy import drive_files
from tallyboard.virtual import BOX
from tallyboard.virtual.segments import fourteen_segment_text, seven_segment_text

HERE = Path(__file__).parent
PATH = (Path("the-rig"), Path("drive/lib"))  # what CircuitPython has built in comes before the drive's libraries
FRAM_BYTES = 32_768
NVM_BYTES = 4096
STATUS = 0x72
NAMES = {0x70: "A", 0x71: "B", 0x72: "S", 0x73: "C"}

Runner = Callable[..., str]


@dataclass
class Script:
    """`name` is for messages; `commands` as in rig.py."""

    name: str
    game: str
    sides: int
    storage: str
    commands: list[str]

    def power_ons(self) -> list[list[str]]:
        """The commands of each power-on: a cut or a reload ends one."""
        runs: list[list[str]] = [[]]
        for command in self.commands:
            runs[-1].append(command)
            if command.split()[0] in ("cut", "reload"):
                runs.append([])
        return runs


def read_script(path: Path) -> Script:
    first, *lines = path.read_text(encoding="ascii").splitlines()
    given = dict(part.strip().split(" ", 1) for part in first.split("/"))
    commands = [line for line in lines if line and not line.startswith("#")]
    return Script(path.stem, given["game"], int(given["sides"]), given["storage"], commands)


def write_drive(folder: Path) -> Path:
    """The drive as `tallyboard deploy` writes it, in the form that is not compiled."""
    for name, data in drive_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def new_board(folder: Path, drive: Path, script: Script) -> Path:
    """The folder that run_board.py wants to run in, with two memories as they come from the factory.

    The drive and the rig are linked into it: names without the way there make the same heap wherever the tests run.
    """
    folder.mkdir()
    (folder / "drive").symlink_to(drive)
    (folder / "the-rig").mkdir()  # no name of a module: the folder itself is on the path, too
    (folder / "the-rig" / "box").symlink_to(BOX)
    settings = (drive / "settings.toml").read_text(encoding="utf-8")
    values = {"GAME": f'"{script.game}"', "STORAGE": f'"{script.storage}"', "SIDES": str(script.sides)}
    for name, value in values.items():
        settings, found = re.subn(rf"(?m)^TALLYBOARD_{name} = .*$", f"TALLYBOARD_{name} = {value}", settings)
        assert found == 1, name
    (folder / "settings.toml").write_text(settings, encoding="utf-8")
    (folder / "fram.bin").write_bytes(bytes(FRAM_BYTES))
    (folder / "nvm.bin").write_bytes(b"\xff" * NVM_BYTES)
    return folder


def power_on(run: Runner, board: Path, commands: list[str], *arguments: str, **options: Any) -> str:
    """One power-on; what was printed. `arguments`: see run_board.py."""
    (board / "script").write_text("".join(f"{command}\n" for command in commands), encoding="ascii")
    return run("run_board.py", *arguments, path=PATH, folder=board, **options)


# --- What a power-on printed ---------------------------------------------------------------------------------------


@dataclass
class Command:
    """`stored`: bytes in the memories since power-on when it began."""

    ms: int
    stored: int
    text: str


@dataclass
class Trace:
    """`writes`: (ms, address, bytes) of every write to a display. `keys`: (ms, key, whether it went down). `heard`:
    (ms, Hz) of every change of what the piezo sounds, 0 for silence. `radioed`: (ms, to, datagram). `kept`: (file,
    where, bytes) of every write to a memory.
    """

    commands: list[Command] = field(default_factory=list)
    keys: list[tuple[int, str, bool]] = field(default_factory=list)
    writes: list[tuple[int, int, bytes]] = field(default_factory=list)
    heard: list[tuple[int, int]] = field(default_factory=list)
    sent: bytearray = field(default_factory=bytearray)
    radioed: list[tuple[int, str, bytes]] = field(default_factory=list)
    kept: list[tuple[str, int, bytes]] = field(default_factory=list)
    erases: int = 0
    console: list[str] = field(default_factory=list)
    ms: int = 0
    stored: int = 0
    looks: int = 0
    ended: str = ""

    @property
    def ram_writes(self) -> list[tuple[int, int, bytes]]:
        """(ms, address, what the 16 bytes of RAM hold after it): the rest sets a driver up."""
        found: list[tuple[int, int, bytes]] = []
        held = dict.fromkeys(NAMES, bytes(16))
        for ms, address, data in self.writes:
            if data[0] == 0 and len(data) > 1:
                held[address] = data[1:] + held[address][len(data) - 1 :]
                found.append((ms, address, held[address]))
        return found

    def lit(self, until_ms: int | None = None) -> dict[str, str]:
        """What is to be read then, or at the end, by display."""
        shown = {}
        for ms, address, ram in self.ram_writes:
            if until_ms is None or ms <= until_ms:
                shown[NAMES[address]] = text_of(NAMES[address], ram)
        return shown

    def texts(self, name: str) -> list[tuple[int, str]]:
        """(ms, text) of everything that this display was made to show."""
        return [(ms, text_of(name, ram)) for ms, address, ram in self.ram_writes if NAMES[address] == name]


def text_of(name: str, ram: bytes) -> str:
    return fourteen_segment_text(ram) if name == "S" else seven_segment_text(ram)


def read_trace(printed: str) -> Trace:
    trace = Trace()
    for line in printed.splitlines():
        if not line.startswith("| "):
            trace.console.append(line)
            continue
        ms, what, *rest = line[2:].split(" ")
        if what == "stored":
            trace.commands.append(Command(int(ms), int(rest[0]), " ".join(rest[2:])))
        elif what == "key":
            trace.keys.append((int(ms), rest[0], rest[1] == "1"))
        elif what == "write":
            trace.writes.append((int(ms), int(rest[0], 16), bytes.fromhex(rest[1])))
        elif what == "heard":
            trace.heard.append((int(ms), int(rest[0])))
        elif what == "sent":
            trace.sent += bytes.fromhex(rest[0])
        elif what == "radioed":
            trace.radioed.append((int(ms), rest[0], bytes.fromhex(rest[1])))
        elif what == "kept":
            trace.kept.append((rest[0], int(rest[1]), bytes.fromhex(rest[2])))
        elif what == "erased":
            trace.erases += 1
        elif what in ("cut", "reload", "reset"):
            trace.ended, trace.ms, trace.stored, trace.looks = what, int(ms), int(rest[1]), int(rest[3])
        else:
            raise ValueError(f"a line of the rig that nobody reads: {line}")
    return trace


# --- What the journal says -----------------------------------------------------------------------------------------


@dataclass
class Played:
    """A match from its records: `events` were accepted, undo among them."""

    replay: Replay
    events: int = 0

    @property
    def result(self) -> dict[str, Any]:
        assert self.match is not None
        return result(self.match)

    def __post_init__(self) -> None:
        self.match = self.replay.match


@dataclass
class Kept:
    """What a memory holds: its sound records in order, and the matches they tell."""

    epoch: int
    records: list[bytes]
    matches: list[Played]


def read_journal(image: bytes) -> Kept:
    """The journal of firmware/lib/tableside/journal.py, read with the rules of the laptop."""
    headers = 2 if len(image) == FRAM_BYTES else 1
    found = []
    for at in range(0, headers * 32, 32):
        magic, generation, epoch, oldest = struct.unpack("<4sIII", image[at : at + 16])
        if magic == b"TLY1" and struct.unpack("<I", image[at + 28 : at + 32])[0] == crc32(image[at : at + 28]):
            found.append((generation, epoch, oldest))
    _, epoch, oldest = max(found)
    base = headers * 32
    places = (len(image) - base) // record.SIZE
    sealer, replay = record.Sealer(epoch), Replay()
    kept = Kept(epoch, [], [])
    for seq in range(oldest, oldest + places):
        at = base + seq % places * record.SIZE
        data = image[at : at + record.SIZE]
        if not sealer.holds(data, 0, seq):
            continue
        kept.records.append(data)
        did = replay.feed(seq, data)
        if did == STARTED:
            kept.matches.append(Played(replay))
        elif did == EVENT:
            kept.matches[-1].events += 1
        elif did == WENT_BACK:  # the one that was on never was
            kept.matches.pop()
        if kept.matches:
            kept.matches[-1].match = replay.match  # a record that cuts back makes it anew
    assert not replay.refused
    return kept
