"""Why a board started: what two bytes of a BOOT record stand for."""

# Names in CircuitPython's microcontroller.ResetReason and supervisor.SafeModeReason: append, never reorder.
RESETS = (
    "UNKNOWN",
    "POWER_ON",
    "BROWNOUT",
    "SOFTWARE",
    "DEEP_SLEEP_ALARM",
    "RESET_PIN",
    "WATCHDOG",
    "RESCUE_DEBUG",
    "RELOAD",  # no reset: code.py was started anew
)
SAFE_MODES = (
    "NONE",
    "BROWNOUT",
    "FLASH_WRITE_FAIL",
    "GC_ALLOC_OUTSIDE_VM",
    "HARD_FAULT",
    "INTERRUPT_ERROR",
    "NLR_JUMP_FAIL",
    "NO_CIRCUITPY",
    "NO_HEAP",
    "PROGRAMMATIC",
    "SAFEMODE_PY_ERROR",
    "SDK_FATAL_ERROR",
    "STACK_OVERFLOW",
    "USB_BOOT_DEVICE_NOT_INTERFACE_ZERO",
    "USB_TOO_MANY_ENDPOINTS",
    "USB_TOO_MANY_INTERFACE_NAMES",
    "USER",
    "WATCHDOG",
)
