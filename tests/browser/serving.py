"""`tallyboard serve` as a process, with boards in memory; it can be killed and started again on its port."""

import contextlib
import io
import re
import shlex
import subprocess
import time
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tallyboard.commands import guard
from tallyboard.rehearsal.processes import free_port
from tests.harness.fake_board import PtyBoard
from tests.harness.firmware_board import FirmwareBoard
from tests.harness.terminal import COMMAND, environment

_PATIENCE_S = 60  # until a server that does not answer counts as stuck
_PASSCODE = re.compile(r"passcode: (\S+)")


class Server:
    """Everything that it keeps is under `folder`; `db` is its database. Use it with `with`."""

    def __init__(self, folder: Path, boards: Sequence[FirmwareBoard | str] = (), *options: str) -> None:
        """`boards`: in memory, or the ports of others; `options`: more of those of the command."""
        self.folder = folder
        self.db = folder / "club.db"
        self.port = free_port()
        self._boards = boards
        self._options = options
        self._cables = ExitStack()
        self._printed = folder / "serve.txt"

    def __enter__(self) -> "Server":
        self._ports = [
            board if isinstance(board, str) else self._cables.enter_context(PtyBoard(board)).path
            for board in self._boards
        ]
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE_S)
        self.kill()
        self._cables.close()

    @property
    def url(self) -> str:
        """Where its pages are, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def passcode(self) -> str:
        """What it printed at its first start."""
        said = _PASSCODE.search(self.printed)
        assert said is not None, self.printed
        return said[1]

    @property
    def printed(self) -> str:
        """All that it has printed since its first start, errors too."""
        return self._printed.read_text(encoding="utf-8")

    def start(self) -> None:
        """Until it answers."""
        ports = [word for port in self._ports for word in ("--port", port)] or ["--port", str(self.folder / "none")]
        with self._printed.open("ab") as output:
            self._process = subprocess.Popen(
                [
                    *COMMAND,
                    "serve",
                    "--no-radio",
                    "--db",
                    str(self.db),
                    *ports,
                    "--listen",
                    str(self.port),
                    *self._options,
                ],
                env=environment(self.folder, PYTHONUNBUFFERED="1"),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        deadline = time.monotonic() + _PATIENCE_S
        while not self._answers():
            assert self._process.poll() is None, self.printed
            assert time.monotonic() < deadline, self.printed
            time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut does it: it has no time for anything."""
        self._process.kill()
        self._process.wait()

    def tournament(self, *lines: str) -> None:
        """`tallyboard tournament …` with each of these lines, beside the server."""
        for line in lines:
            words = ["tournament", *shlex.split(line), "--db", str(self.db)]
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
                code = guard.run(words)
            assert code == 0, (line, out.getvalue())

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/", timeout=_PATIENCE_S):
                return True
        except OSError:
            return False
