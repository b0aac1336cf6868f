"""A laptop of the day: a folder of ports, and a hub that may be killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUARD_S = 60  # after which a hub that has not ended is said to hang, and killed


class Laptop:
    """`url`: of the database. `cheat`: what its hub does, see cheats.py."""

    def __init__(self, name: str, folder: Path, url: str, cheat: str) -> None:
        folder.mkdir()
        self.name = name
        self._folder = folder
        self._ports = folder / "ports"
        self._ports.mkdir()
        self._program = ["tests.event.cheats", cheat] if cheat else ["tallyboard"]
        self._url = url
        self._starts = 0
        self._hub: subprocess.Popen[bytes] | None = None

    def plug(self, board: str, port: Path) -> None:
        """A board's cable goes into this laptop."""
        (self._ports / board).symlink_to(port)

    def unplug(self, board: str) -> None:
        """And out of it."""
        (self._ports / board).unlink(missing_ok=True)

    def start_hub(self) -> None:
        """`watch` over all that is plugged in here."""
        self._starts += 1
        environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT}:{ROOT / 'firmware/lib'}",
            "HOME": str(self._folder),
            "XDG_STATE_HOME": str(self._folder / "state"),
            "XDG_DATA_HOME": str(self._folder / "data"),
        }
        words = ("watch", "--json", "--port", f"{self._ports}/*", "--db", self._url)
        with self._file("jsonl").open("wb") as told, self._file("err").open("wb") as said:
            self._hub = subprocess.Popen(
                [sys.executable, "-m", *self._program, *words],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=said,
            )

    def _file(self, kind: str) -> Path:
        return self._folder / f"hub-{self._starts}.{kind}"

    @property
    def has_hub(self) -> bool:
        """Whether one was started and not killed."""
        return self._hub is not None

    def kill_hub(self) -> None:
        """SIGKILL."""
        if self._hub is not None:
            self._hub.kill()
            self._hub.wait()
            self._hub = None

    def end_hub(self) -> int | None:
        """SIGTERM; its exit code, None where it was not there or had to be killed. One that was about to start and has
        told nothing yet may end as a process does that knows of no signals."""
        hub, self._hub = self._hub, None
        if hub is None:
            return None
        hub.send_signal(signal.SIGTERM)
        try:
            code = hub.wait(GUARD_S)
        except subprocess.TimeoutExpired:
            hub.kill()
            hub.wait()
            return None
        return 0 if code == -signal.SIGTERM and not self._file("jsonl").stat().st_size else code

    def errors(self) -> list[str]:
        """What hubs have said on stderr, and unforeseen errors in the log."""
        files = [*sorted(self._folder.glob("hub-*.err")), *(self._folder / "state").rglob("errors.log")]
        said = [(path, path.read_text("utf-8", "replace").strip()) for path in files]
        return [f"{path.name}: {text[-1500:]}" for path, text in said if "Traceback" in text]
