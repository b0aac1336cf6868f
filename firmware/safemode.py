"""Runs instead of boot.py and code.py when CircuitPython stopped itself: starts again, into the same score.

The reason waits in memory that lives through a reset for code.py to write down. A board that stops time and again,
before it has run for a while, stays in safe mode: its drive and its REPL can be reached there.
"""

import alarm
import microcontroller
import supervisor

from shared_rules.journal.reasons import SAFE_MODES

TRIES = 5  # starts that ended so, one after the other

reason = supervisor.runtime.safe_mode_reason
alarm.sleep_memory[0] = 0
for index in range(len(SAFE_MODES)):
    if reason == getattr(supervisor.SafeModeReason, SAFE_MODES[index], None):
        alarm.sleep_memory[0] = index
tries = alarm.sleep_memory[1]
if reason != supervisor.SafeModeReason.PROGRAMMATIC and tries < TRIES:  # which somebody asked for
    alarm.sleep_memory[1] = tries + 1
    microcontroller.reset()
print("Safe mode:", reason, "- plug the board in anew to start it.")
alarm.sleep_memory[1] = 0
