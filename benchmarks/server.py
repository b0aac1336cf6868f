"""A PostgreSQL server for benchmarks, on a socket in a folder of its own, which is gone afterwards."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.processes import cpu_s_of_family

_USER = "postgres"  # as whom it runs where we are root, which it refuses
_START_S = 30.0


def programs() -> Path | None:
    """The folder with the newest PostgreSQL server on this machine, None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("postgres")
    return Path(on_path).parent if on_path else None


class Server:
    """Use it with `with`. `durable`: a commit waits for the disk, as a server's does as it is installed. `settings`:
    more of them, as `shared_buffers=256MB`. `folder`: where its socket is.
    """

    def __init__(self, *settings: str, durable: bool = False) -> None:
        found = programs()
        if found is None:
            raise SystemExit("There is no PostgreSQL server here: install postgresql.")
        self.folder = Path(tempfile.mkdtemp(prefix="bench-"))
        self._as_whom: dict[str, Any] = {"cwd": "/"}
        if os.geteuid() == 0:
            self._as_whom |= {"user": _USER, "group": _USER, "extra_groups": []}
            shutil.chown(self.folder, _USER, _USER)
        self.folder.chmod(0o755)
        data = self.folder / "data"
        create: list[str | Path] = [
            found / "initdb",
            "-D",
            data,
            "-U",
            _USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        ]
        subprocess.run(create, check=True, stdout=subprocess.DEVNULL, **self._as_whom)
        own = ("listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=400", f"fsync={durable}")
        options = [part for setting in (*own, *settings) for part in ("-c", setting)]
        with Path(self.folder, "log").open("w") as log:
            self._process = subprocess.Popen([found / "postgres", "-D", data, *options], stderr=log, **self._as_whom)
        self._wait(found / "pg_isready")

    def _wait(self, is_ready: Path) -> None:
        deadline = time.monotonic() + _START_S
        while subprocess.run([is_ready, "-q", "-h", str(self.folder)]).returncode:
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise SystemExit(f"PostgreSQL does not start: {Path(self.folder, 'log').read_text()}")
            time.sleep(0.05)

    def url(self, folder: Path | None = None) -> str:
        """What `--db` takes; `folder`: of another socket that leads here."""
        return f"postgresql+psycopg://{_USER}@/postgres?host={folder or self.folder}"

    @property
    def dsn(self) -> str:
        """What psycopg takes."""
        return f"host={self.folder} user={_USER} dbname=postgres"

    def cpu_s(self) -> float:
        """Seconds of processor time that it has used, with all of its processes."""
        return cpu_s_of_family(self._process.pid)

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)  # whoever is connected is sent away
        self._process.wait()
        shutil.rmtree(self.folder)
