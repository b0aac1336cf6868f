"""Runs the whole firmware, on CPython and on MicroPython: `run_board.py [no-boot] [reload]`.

The folder it runs in holds `drive`, a CIRCUITPY drive as `tallyboard deploy` writes it, whose lib/ is on the path
behind the fakes; its owner's settings.toml; the memories fram.bin and nvm.bin; and `script`, the commands of rig.py.
One run is one power-on; what is printed is the rig's lines, and what the firmware prints to its console. With
`no-boot` the drive was written since: boot.py has not run yet, and so there is no data port. With `reload` the firmware
had started itself again.
"""

import sys

import platform_gc
import platform_os
import platform_time
from rig import Failure, PowerOff, rig

try:  # CPython's needs the real modules below; MicroPython has none, and no need
    import typing  # noqa: F401
except ImportError:
    pass

if False:  # for mypy alone: see shared_rules/__init__.py
    from tests.vm.fakes.rig import Source

# Modules that a VM has built in and finds before any file of their name.
for name, module in (("os", platform_os), ("time", platform_time), ("gc", platform_gc)):
    sys.modules[name] = module


def settings(path: str) -> dict[str, int | str]:
    """The strings and whole numbers of a settings.toml."""
    found: dict[str, int | str] = {}
    with open(path) as lines:
        for line in lines:
            name, equals, value = line.strip().partition(" = ")
            if equals and name[0] != "#":
                found[name] = value[1:-1] if value[0] == '"' else int(value)
    return found


def execute(path: str) -> None:
    """What a power-on does with this file."""
    with open(path) as source:
        code = compile(source.read(), path, "exec")
    exec(code, {"__name__": "__main__"})


def power_on(source: "Source", boot: bool = True) -> None:
    """From power-on until the power goes. `source`: of the commands, with a readline()."""
    rig.settings = settings("settings.toml")
    rig.fit(3 if rig.settings.get("TALLYBOARD_SIDES") == 3 else 2)
    rig.switch_on(source)
    try:
        if boot:
            execute("drive/boot.py")
        execute("drive/code.py")
        raise Failure("code.py came to its end")
    except PowerOff:
        pass
    finally:
        rig.close()


if __name__ == "__main__":
    if "reload" in sys.argv:
        import supervisor

        reloaded = supervisor.RunReason.SUPERVISOR_RELOAD
        supervisor.runtime.run_reason = reloaded  # type: ignore[assignment]  # a constant of the rig's supervisor
    with open("script") as lines:
        power_on(lines, "no-boot" not in sys.argv)
