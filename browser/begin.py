"""How the laptop starts in its worker. What is imported here at once knows neither threads nor ports."""

import asyncio
import gc
import json
import shutil
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from browser import EMPTY, threads

_PLACE = "/tallyboard.db"


def begin(folder: str, post: Callable[[str], None], messages: Callable[[], Any]) -> None:
    """Start the laptop, whose code lies in `folder`; see Laptop. `post` takes its messages to the page as JSON."""
    # The automatic collector walks the stacks of suspended tasks and dies of it (Pyodide issue 6464).
    gc.disable()
    threads.install()
    _without_ports()
    from browser.laptop import Laptop

    shutil.copyfile(f"{folder}/{EMPTY}", _PLACE)
    laptop = Laptop(_PLACE, lambda message: post(json.dumps(message)))
    gc.freeze()  # what was imported stays
    thread = threads.Thread(target=laptop.run, name="hub")
    thread.start()
    _tasks.extend((thread, asyncio.ensure_future(laptop.listen(messages))))


_tasks: list[object] = []  # so that nothing of them is forgotten while they wait


def _without_ports() -> None:
    """pyserial refuses to be imported where it can list no ports."""
    import serial.tools

    none = ModuleType("serial.tools.list_ports")
    none.comports = list  # type: ignore[attr-defined]
    sys.modules[none.__name__] = serial.tools.list_ports = none
