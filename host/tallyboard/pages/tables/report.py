"""The report for whoever looks for a mistake in Tallyboard: explained, made and downloaded."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tallyboard.pages.answers import page
from tallyboard.pages.safety.operators import needs_operator
from tallyboard.pages.site import Site, site_of
from tallyboard.pages.tables.beside import run_beside

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
