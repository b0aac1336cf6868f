"""Paper as PDF out of a page: which sheets and words somebody chose, and the typesetter in a process of its own."""

import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, get_args

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from tallyboard.errors import TallyboardError
from tallyboard.pages.desk.asked import Desk
from tallyboard.paper import LanguageCode, Size

_ONE_AT_A_TIME = threading.Lock()


def can_print() -> bool:
    """Whether the typesetter is installed."""
    return find_spec("typst") is not None


def chosen_paper(desk: Desk) -> tuple[Size, LanguageCode]:
    """The sheets, and the language of the paper: what the address asks for, else A4, as the reader reads."""
    sizes: dict[str, Size] = {size: size for size in get_args(Size)}
    languages: dict[str, LanguageCode] = {code: code for code in get_args(LanguageCode)}
    asked = desk.request.query_params
    language = languages.get(asked.get("paper", ""), languages.get(desk.language.code, "en"))
    return sizes.get(asked.get("size", ""), "a4"), language


async def pdf(desk: Desk, name: str, make: Callable[..., bytes], *what: Any, **how: Any) -> Response:
    """What `make` makes of this, as a PDF of this name. Raises TallyboardError without the typesetter."""
    if not can_print():
        _ = desk.words()._
        raise TallyboardError(
            _("The typesetter typst is not installed on this laptop."),
            _("Use the browser's own printing of the public pages instead."),
        )
    made = await run_in_threadpool(_typeset, partial(make, *what, **how))
    disposition = {"content-disposition": f'inline; filename="{name}"'}
    return Response(made, media_type="application/pdf", headers=disposition)


def _typeset(make: Callable[[], bytes]) -> bytes:
    """Made in a process of its own, one at a time: the typesetter keeps hundreds of megabytes for itself."""
    with _ONE_AT_A_TIME, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(make).result()
