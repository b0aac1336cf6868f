"""A laptop with `tallyboard serve`: a process that may be killed, which comes back on the same port."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_GUARD_S = 60


@dataclass
class Laptop:
    """`port`: where its pages and its socket are. `cheat`: of cheats.py, in its process."""

    name: str
    folder: Path
    url: str
    cheat: str = ""
    port: int = 0
    serving: "subprocess.Popen[bytes] | None" = None

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.boxes = self.folder / "boxes"
        self.boxes.mkdir()
        self._count = 0
        self._environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT}:{ROOT / 'firmware/lib'}",
            "HOME": str(self.folder),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "TERM": "dumb",
            "COLUMNS": "150",
        }

    def start(self) -> None:
        """`serve`, over all boxes that are plugged in here; `ready` waits for it."""
        self._count += 1
        self._out = self.folder / f"serve-{self._count}.jsonl"
        program = ["tests.phones.cheats", self.cheat] if self.cheat else ["tallyboard"]
        words = ["serve", "--json", "--listen", str(self.port), "--port", f"{self.boxes}/*", "--db", self.url]
        with self._out.open("wb") as out, self._out.with_suffix(".err").open("wb") as err:
            self.serving = subprocess.Popen(
                [sys.executable, "-m", *program, *words],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )

    def ready(self) -> None:
        """Wait until it answers, and note where."""
        until = time.monotonic() + _GUARD_S
        while b"\n" not in (said := self._out.read_bytes()):
            assert self.serving is not None and self.serving.poll() is None, self.errors()
            assert time.monotonic() < until, "serve does not begin"
            time.sleep(0.02)
        address = json.loads(said.split(b"\n", 1)[0])["serving"]
        self.port = int(address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """SIGKILL."""
        if self.serving is not None:
            self.serving.kill()
            self.serving.wait()
            self.serving = None

    def end(self) -> int | None:
        """SIGTERM; its exit code, None where it does not end."""
        if self.serving is None:
            return None
        serving, self.serving = self.serving, None
        serving.send_signal(signal.SIGTERM)
        try:
            return serving.wait(_GUARD_S)
        except subprocess.TimeoutExpired:
            serving.kill()
            serving.wait()
            return None

    def run(self, *words: str) -> "subprocess.CompletedProcess[bytes]":
        """A command to its end."""
        return subprocess.run(
            [sys.executable, "-m", "tallyboard", *words],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_GUARD_S,
        )

    def plug(self, board: str, port: Path) -> None:
        """A box's cable goes into this laptop."""
        (self.boxes / board).symlink_to(port)

    def unplug(self, board: str) -> None:
        """And out of it."""
        (self.boxes / board).unlink(missing_ok=True)

    def errors(self) -> list[str]:
        """Unforeseen errors that it has said or written down."""
        files = [*sorted(self.folder.glob("serve-*.err")), *(self.folder / "state").rglob("errors.log")]
        said = [(path, path.read_text("utf-8", "replace").strip()) for path in files]
        return [f"{self.name}, {path.name}: {text[-1800:]}" for path, text in said if "Traceback" in text]
