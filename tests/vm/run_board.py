"""Runs the whole firmware, on CPython and on MicroPython: `run_board.py [no-boot] [reload]`.

The folder it runs in holds `drive`, a CIRCUITPY drive as `tallyboard deploy` writes it, whose lib/ is on the path
behind the rig; its owner's settings.toml; the memories fram.bin and nvm.bin; and `script`, the commands of rig.py.
One run is one power-on; what is printed is the rig's lines, and what the firmware prints to its console. With
`no-boot` the drive was written since: boot.py has not run yet, and so there is no data port. With `reload` the firmware
had started itself again.
"""

import sys

from box import power
from box.cpu import Failure, RunReason
from box.rig import PowerOff, rig

if False:  # for mypy alone: see shared_rules/__init__.py
    from box.rig import CommandSource


def power_on(source: "CommandSource", boot: bool = True) -> None:
    """From power-on until the power goes. `source`: of the commands, with a readline()."""
    rig.switch_on(source)
    try:
        if boot:
            power.boot()
        power.code()
        raise Failure("code.py came to its end")
    except PowerOff:
        pass
    finally:
        rig.close()


if __name__ == "__main__":
    if "reload" in sys.argv:
        rig.run_reason = RunReason.SUPERVISOR_RELOAD
    with open("script") as lines:
        power_on(lines, "no-boot" not in sys.argv)
