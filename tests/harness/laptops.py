"""A laptop of a campaign: a folder of ports, a hub over them that may be killed, and commands beside it."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GUARD_S = 120  # after which a process that has not ended is said to hang, and killed


class HubLaptop:
    """`url`: of the database. `cheat`: what its hub does, see the cheats.py of the `campaign`.

    `hub`: None where none was started, or it was killed. `out`: what the present one prints, or the last.
    """

    def __init__(self, campaign: str, name: str, folder: Path, url: str, cheat: str) -> None:
        folder.mkdir(exist_ok=True)
        self.name = name
        self.folder = folder
        self.url = url
        self.ports = folder / "ports"
        self.ports.mkdir()
        self.hub: subprocess.Popen[bytes] | None = None
        self.out = folder / "none"
        self._starts = 0
        self._program = [f"tests.{campaign}.cheats", cheat] if cheat else ["tallyboard"]
        self._environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT}:{ROOT / 'firmware/lib'}",
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            "XDG_DATA_HOME": str(folder / "data"),
            "TERM": "dumb",
            "COLUMNS": "150",
        }

    def plug(self, board: str, port: Path) -> None:
        """A board's cable goes into this laptop."""
        fresh = self.ports / f".{board}"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(port)
        fresh.rename(self.ports / board)

    def unplug(self, board: str) -> None:
        """And out of it."""
        (self.ports / board).unlink(missing_ok=True)

    def words(self) -> Sequence[str]:
        """The hub's command: over all that is plugged in here."""
        return "watch", "--no-radio", "--json", "--port", f"{self.ports}/*", "--db", self.url

    def start_hub(self) -> None:
        """Begin a new one."""
        self._starts += 1
        self.out = self.folder / f"hub-{self._starts}.jsonl"
        with self.out.open("wb") as out, self.out.with_suffix(".err").open("wb") as err:
            self.hub = self.process([*self._program, *self.words()], out, err)

    def process(self, words: Sequence[str], out: Any, err: Any) -> "subprocess.Popen[bytes]":
        """A module and its words, as a process of this laptop."""
        return subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )

    def kill_hub(self) -> None:
        """SIGKILL."""
        if self.hub is not None:
            self.hub.kill()
            self.hub.wait()
            self.hub = None

    def end_hub(self) -> int | None:
        """SIGTERM; its exit code, None where it was not there or had to be killed. One that was about to start and has
        told nothing yet may end as a process does that knows of no signals."""
        hub, self.hub = self.hub, None
        if hub is None:
            return None
        hub.send_signal(signal.SIGTERM)
        try:
            code = hub.wait(GUARD_S)
        except subprocess.TimeoutExpired:
            hub.kill()
            hub.wait()
            return None
        return 0 if code == -signal.SIGTERM and not self.out.stat().st_size else code

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """A command to its end."""
        with self.process(["tallyboard", *words], subprocess.PIPE, subprocess.PIPE) as process:
            out, err = process.communicate(timeout=GUARD_S)
        return subprocess.CompletedProcess(words, process.returncode, out.decode(), err.decode("utf-8", "replace"))

    def amiss(self) -> list[str]:
        """What is wrong with its hub's end, which is now, and unforeseen errors that it has said or written down."""
        code = self.end_hub()
        found = [f"the hub of {self.name} was told to end, and ended with {code}"] if code != 0 else []
        files = [*sorted(self.folder.glob("hub-*.err")), *(self.folder / "state").rglob("errors.log")]
        said = [(path, path.read_text("utf-8", "replace").strip()) for path in files]
        return found + [f"{self.name}, {path.name}: {text[-1800:]}" for path, text in said if "Traceback" in text]
