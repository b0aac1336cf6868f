"""`supervisor`: the time, which is the script's, and facts about how this run began."""

from rig import rig


class RunReason:
    STARTUP = "supervisor.RunReason.STARTUP"
    AUTO_RELOAD = "supervisor.RunReason.AUTO_RELOAD"
    SUPERVISOR_RELOAD = "supervisor.RunReason.SUPERVISOR_RELOAD"
    REPL_RELOAD = "supervisor.RunReason.REPL_RELOAD"


class SafeModeReason:
    NONE = "supervisor.SafeModeReason.NONE"
    WATCHDOG = "supervisor.SafeModeReason.WATCHDOG"
    BROWNOUT = "supervisor.SafeModeReason.BROWNOUT"
    HARD_FAULT = "supervisor.SafeModeReason.HARD_FAULT"


class Runtime:
    autoreload = True
    usb_connected = True
    serial_connected = False
    serial_bytes_available = 0
    run_reason = RunReason.STARTUP
    safe_mode_reason = SafeModeReason.NONE


runtime = Runtime()


def ticks_ms() -> int:
    """Milliseconds, wrapping at 2**29. Asked once a turn of the loop, and so a turn of the rig."""
    rig.turn()
    return rig.ticks()


def reload() -> None:
    rig.end("reload")


def get_previous_traceback() -> str | None:
    return None
