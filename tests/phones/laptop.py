"""A laptop with `tallyboard serve`, which comes back on the same port."""

import json
import time
from collections.abc import Sequence
from pathlib import Path

from tallyboard.rehearsal.processes import free_port
from tests.harness.laptops import HubLaptop

_GUARD_S = 60


class Laptop(HubLaptop):
    """`port`: where its pages and its socket are."""

    def __init__(self, name: str, folder: Path, url: str, cheat: str = "") -> None:
        super().__init__("phones", name, folder, url, cheat)
        self.port = free_port()

    def words(self) -> Sequence[str]:
        _, *same = super().words()
        return "serve", "--listen", str(self.port), *same

    def ready(self) -> None:
        """Wait until it answers, and note where."""
        until = time.monotonic() + _GUARD_S
        while b"\n" not in (said := self.out.read_bytes()):
            assert self.hub is not None and self.hub.poll() is None, self.amiss()
            assert time.monotonic() < until, "serve does not begin"
            time.sleep(0.02)
        address = json.loads(said.split(b"\n", 1)[0])["serving"]
        self.port = int(address.rstrip("/").rpartition(":")[2])
