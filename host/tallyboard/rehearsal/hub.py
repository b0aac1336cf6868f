"""The hub of the rehearsal: `tallyboard watch` as a process, over all boards of its folder."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_LIMIT_S = 60  # until a hub that does not end counts as a failure


class Hub:
    """`start`, `kill` and `end` as often as wanted; `kills` counts. Ports are those of `folder`/*/port."""

    def __init__(self, folder: Path, db: str) -> None:
        self._folder = folder
        self._db = db
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self.kills = 0

    def start(self) -> None:
        """Begin to collect from the boards."""
        self._starts += 1
        words = ("watch", "--json", "--port", f"{self._folder}/*/port", "--db", self._db)
        with self._file(self._starts).open("wb") as out, (self._folder / f"hub-{self._starts}.err").open("wb") as err:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tallyboard", *words],
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )

    def _environment(self) -> dict[str, str]:
        """What it keeps for a user is kept in the folder."""
        home = str(self._folder / "home")
        return {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_STATE_HOME": home}

    def _file(self, start: int) -> Path:
        return self._folder / f"hub-{start}.jsonl"

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End it at once, as when the laptop is switched off."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
            self.kills += 1

    def end(self) -> str:
        """End it as Ctrl-C does; what was wrong with that, "" for nothing."""
        if self._process is None:
            return ""
        process, self._process = self._process, None
        process.terminate()
        try:
            code = process.wait(_LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return f"The hub was told to end and did not, for {_LIMIT_S} s."
        return "" if code == 0 else f"The hub ended with exit code {code}."

    def said(self) -> list[dict[str, Any]]:
        """Everything that the hubs have told so far."""
        files = [self._file(start) for start in range(1, self._starts + 1)]
        lines = [line for file in files if file.exists() for line in file.read_text("utf-8").splitlines(keepends=True)]
        return [json.loads(line) for line in lines if line.endswith("\n")]  # a killed one may not have come to its end
