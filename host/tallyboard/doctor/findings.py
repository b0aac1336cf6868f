"""What a check says: how bad it is, what was found, and what helps."""

from dataclasses import dataclass

OK, WARN, FAULT = "ok", "warn", "fault"


@dataclass(frozen=True)
class Finding:
    """What a check has found: a level, a sentence, and where something is to be done what that is."""

    level: str
    found: str
    remedy: str = ""
