"""What the doctor finds, and the report for whoever looks for a mistake: both are made by a process beside."""

import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from markupsafe import Markup, escape
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tallyboard.errors import TallyboardError
from tallyboard.pages.answers import page
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.site import Site, site_of


def run_beside(site: Site, *words: str, fine: Sequence[int] = (0,)) -> Any:
    """What the command says with --json, of the site's database and ports; `fine`: its exit codes that are no failure.
    Raises TallyboardError with what it said otherwise. It takes seconds: call it in a thread."""
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


_FAULTS = 1  # the exit code where there are any

_at_once = asyncio.Semaphore(1)


@needs_operator
async def doctor(request: Request) -> Response:
    """Look at laptop, ports, boards and database."""
    async with _at_once:
        found = await run_in_threadpool(run_beside, site_of(request), "doctor", fine=(0, _FAULTS))
    return page(request, "tables/doctor.html", found=found, with_commands=with_commands)


def with_commands(said: str) -> Markup:
    """The sentence, with what stands between backticks as something to be typed."""
    parts = said.split("`")
    if len(parts) % 2 == 0:  # one of them is no pair
        return escape(said)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part) for place, part in enumerate(parts)
    )


_PIECE = 64 * 1024  # bytes


@needs_operator
async def report(request: Request) -> Response:
    """What it holds; POST makes it."""
    if request.method != "POST":
        return page(request, "tables/report.html")
    form = await request.form()
    is_without_names = form.get("names") != "with"
    file, name, size = await run_in_threadpool(lambda: _made(site_of(request), is_without_names))
    headers = {"content-disposition": f'attachment; filename="{name}"', "content-length": str(size)}
    return StreamingResponse(_pieces(file), media_type="application/zip", headers=headers)


def _made(site: Site, is_without_names: bool) -> tuple[BinaryIO, str, int]:
    """The report, its name and its size; the file is gone when it is closed."""
    with tempfile.TemporaryDirectory(prefix="tallyboard-") as folder:
        path = Path(folder) / time.strftime("tallyboard-report-%Y%m%d-%H%M%S.zip")
        run_beside(site, "report", "--out", str(path), *(["--without-names"] if is_without_names else []))
        file = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed when it was sent
        with path.open("rb") as made:
            shutil.copyfileobj(made, file)
    size = file.tell()
    file.seek(0)
    return file, path.name, size


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while piece := file.read(_PIECE):
            yield piece
