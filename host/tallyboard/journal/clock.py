"""When records were made: board time from their gaps, and UTC where the laptop told the board the time."""

from datetime import UTC, datetime, timedelta

from shared_rules.journal import record
from tallyboard.text.utc import utc_text


class PowerOn:
    """The time from a power-on, or from the laptop's next word on the time, to the one after it.

    `zero`: the UTC of board time 0, None until a TIME tells it; one that comes later dates what stands before it too.
    """

    def __init__(self) -> None:
        self.zero: datetime | None = None

    def date(self, ms: int | None) -> str | None:
        """The UTC of this board time, as `utc_text` writes it; None where it is not known."""
        return None if self.zero is None or ms is None else utc_text(self.zero + timedelta(milliseconds=ms))


class Clock:
    """Board time from records in order: `ms` since `power_on`; None behind a hole, until the next BOOT."""

    def __init__(self) -> None:
        self.ms: int | None = None
        self.power_on = PowerOn()
        self._expected = 0

    def press(self, seq: int, count: int, ms: int) -> None:
        """Take so many records, all of them events, from number `seq` on; `ms`: their gaps, added up."""
        if seq != self._expected:
            self.ms = None
            self.power_on = PowerOn()
        elif self.ms is not None:
            self.ms += ms
        self._expected = seq + count

    def feed(self, seq: int, data: bytes) -> None:
        """Take the next record."""
        what = data[0]
        if what == record.BOOT:
            self.ms = 0
            self.power_on = PowerOn()
        elif seq != self._expected:
            self.ms = None
            self.power_on = PowerOn()
        elif self.ms is not None:
            self.ms += record.gap_of(data)
        self._expected = seq + 1
        if what >= record.TIME:
            if self.power_on.zero is not None:  # told again: for what follows
                self.power_on = PowerOn()
            self.power_on.zero = datetime.fromtimestamp(record.zero_of(data), UTC)
