"""Runs a command of `tallyboard` in a process of its own, beside the one that serves.

The doctor and the report look into the database's file by themselves. Within a process that has the file open, closing
it a second time would take away the locks by which SQLite keeps others from it (sqlite.org/howtocorrupt.html, 2.2). And
a port of a board is then seen to be held by the hub, as by any other program.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.pages.site import Site


def run_beside(site: Site, *words: str, fine: Sequence[int] = (0,)) -> Any:
    """What the command says with --json, of the site's database and ports; `fine`: its exit codes that are no failure.

    Raises TallyboardError with what it said otherwise. It takes seconds: call it in a thread.
    """
    where = [] if site.store.url is None else ["--db", site.store.url]
    where += [word for port in site.ports for word in ("--port", port)]
    ran = subprocess.run(
        [sys.executable, "-m", "tallyboard", *words, "--json", *where],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
    )
    if ran.returncode not in fine or not ran.stdout.strip():
        cause = ran.stderr.strip() or f"`tallyboard {words[0]}` ended with {ran.returncode}."
        raise TallyboardError(cause, f"`tallyboard {words[0]}` in a terminal of the laptop says more.")
    return json.loads(ran.stdout)
