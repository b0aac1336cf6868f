"""`microcontroller`: the chip's number, its memory and its watchdog."""

from rig import rig
from watchdog import WatchDogTimer


class ResetReason:
    POWER_ON = "microcontroller.ResetReason.POWER_ON"
    BROWNOUT = "microcontroller.ResetReason.BROWNOUT"
    SOFTWARE = "microcontroller.ResetReason.SOFTWARE"
    RESET_PIN = "microcontroller.ResetReason.RESET_PIN"
    WATCHDOG = "microcontroller.ResetReason.WATCHDOG"
    UNKNOWN = "microcontroller.ResetReason.UNKNOWN"
    RESCUE_DEBUG = "microcontroller.ResetReason.RESCUE_DEBUG"


class RunMode:
    NORMAL = "microcontroller.RunMode.NORMAL"
    SAFE_MODE = "microcontroller.RunMode.SAFE_MODE"
    UF2 = "microcontroller.RunMode.UF2"
    BOOTLOADER = "microcontroller.RunMode.BOOTLOADER"


class Processor:
    uid = rig.uid
    reset_reason = ResetReason.POWER_ON
    frequency = 125000000


cpu = Processor()
nvm = rig.nvm
watchdog = rig.watchdog = WatchDogTimer()  # type: ignore[assignment]  # mypy has the real one


def reset() -> None:
    rig.end("reset")


def on_next_reset(mode: str) -> None:
    pass
