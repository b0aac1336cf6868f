"""What the power does when it comes: the parts are on the bus, the owner's settings are read, and files are run.

A board has its drive in drive/, its owner's settings.toml and its memories, fram.bin and nvm.bin, in the present
folder.
"""

import sys

import platform_gc
import platform_os
import platform_time
from rig import rig
from settings_file import settings

try:  # CPython's needs the real modules of these names; MicroPython has none, and no need
    import typing  # noqa: F401
except ImportError:
    pass

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable

    from tallyboard.play.rig.rig import Source

# Modules that a VM has built in and finds before any file of their name.
for name, module in (("os", platform_os), ("time", platform_time), ("gc", platform_gc)):
    sys.modules[name] = module


def comes(source: "Source") -> None:
    """From here on the rig has its time, and its commands from `source`."""
    rig.settings = settings("settings.toml")
    rig.fit(3 if rig.settings.get("TALLYBOARD_SIDES") == 3 else 2)
    rig.switch_on(source)


def execute(path: str, change: "Callable[[str], str] | None" = None) -> dict[str, object]:
    """Do what a power-on does with this file; the names that it leaves. `change`: its text before that."""
    with open(path) as file:
        text = file.read()
    names: dict[str, object] = {"__name__": "__main__"}
    exec(compile(change(text) if change else text, path, "exec"), names)
    return names
