"""What a check says: how bad it is, what was found, and what helps."""

from dataclasses import dataclass
from typing import Final, Literal

Level = Literal["ok", "warn", "fault"]
OK: Final = "ok"
WARN: Final = "warn"
FAULT: Final = "fault"


@dataclass(frozen=True)
class Finding:
    """What a check has found: a level, a sentence, and where something is to be done what that is."""

    level: Level
    found: str
    remedy: str = ""
