"""A power-on in the rig, whose drive is in drive/: what a VM lacks of CircuitPython, boot.py, code.py."""

import gc
import io
import sys

from .hardware import HEAP_FREE, Module, modules
from .rig import rig

try:  # CPython's needs the real modules of names that go away below; MicroPython has none, and no need
    import typing  # noqa: F401
except ImportError:
    pass

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from types import CodeType


def boot() -> None:
    """What a power-on does before USB."""
    _install(True)
    _execute("drive/boot.py")
    gc.collect()  # on a board its heap ends with it


def code(change: "Callable[[str], str] | None" = None) -> dict[str, object]:
    """Run code.py; the names that it leaves. `change`: its text before that."""
    _install(False)
    return _execute("drive/code.py", change)


def _execute(path: str, change: "Callable[[str], str] | None" = None) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "__main__"}
    exec(_compiled(path, change), names)
    return names


def _compiled(path: str, change: "Callable[[str], str] | None") -> "CodeType":
    with open(path) as file:
        text = file.read()
    return compile(change(text) if change else text, path, "exec")


def _install(in_boot: bool) -> None:
    """Modules of these names are found before any that a VM has built in, and before any file."""
    found = modules(rig, in_boot)
    for name in found:
        sys.modules[name] = found[name]  # type: ignore[assignment]
    given: "dict[str, object]" = {
        # What is free differs from VM to VM, so it is always as much.
        "gc": Module(collect=gc.collect, mem_free=lambda: HEAP_FREE, mem_alloc=lambda: 0),
        # Whole numbers come as up to CircuitPython 10.1.
        "os": Module(getenv=lambda key, default=None: rig.settings.get(key, default), urandom=rig.urandom, sep="/"),
        "traceback": Module(format_exception=format_exception, print_exception=print_exception),
    }
    if sys.implementation.name == "cpython":
        given["micropython"] = Module(const=lambda value: value)
    for name in given:
        sys.modules[name] = given[name]  # type: ignore[assignment]


def format_exception(fault: BaseException, *others: object) -> list[str]:
    """The lines of an error as a MicroPython VM tells it, on CPython too, in one list as CircuitPython gives them."""
    if hasattr(sys, "print_exception"):
        text = io.StringIO()
        sys.print_exception(fault, text)
        return [text.getvalue()]
    lines = ["Traceback (most recent call last):\n"]
    at = fault.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        name = code.co_filename  # CPython has made it absolute
        name = name[name.find("/drive/") + 1 :] if "/drive/" in name else name
        lines.append('  File "%s", line %d, in %s\n' % (name, at.tb_lineno, code.co_name))
        at = at.tb_next
    return lines + ["%s: %s\n" % (type(fault).__name__, fault)]


def print_exception(fault: BaseException, *others: object) -> None:
    """Print these lines."""
    print("".join(format_exception(fault)), end="")
