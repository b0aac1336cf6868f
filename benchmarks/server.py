"""A PostgreSQL server for benchmarks: that of the tests, with commits that wait for the disk."""

from pathlib import Path

from benchmarks.processes import cpu_s_of_family
from tests.harness.postgres import OWNER, PostgresServer

# As a server is installed.
_DURABLE = ("fsync=on", "full_page_writes=on", "max_connections=400", "shared_buffers=128MB", "max_wal_size=1GB")


class Server(PostgresServer):
    """Use it with `with`. `settings`: more of them, as `shared_buffers=256MB`."""

    def __init__(self, *settings: str) -> None:
        super().__init__(settings="".join(f"{one}\n" for one in (*_DURABLE, *settings)))

    def over(self, line: Path) -> str:
        """What `--db` takes, by another socket in the folder `line` that leads here."""
        return self.url("postgres").replace(str(self.folder), str(line))

    @property
    def dsn(self) -> str:
        """What psycopg takes."""
        return f"host={self.folder} port={self.port} user={OWNER} dbname=postgres"

    def cpu_s(self) -> float:
        """Seconds of processor time that it has used, with all of its processes."""
        return cpu_s_of_family(self._process.pid) if self._process else 0.0
