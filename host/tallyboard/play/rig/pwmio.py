"""`pwmio`: a piezo on a pin says to the rig what it sounds."""

from rig import Failure, rig

if False:  # for mypy alone: see shared_rules/__init__.py
    from tallyboard.play.rig.board import Pin


class PWMOut:
    """`duty_cycle` 0 to 65535, `frequency` in Hz."""

    def __init__(
        self, pin: "Pin", *, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False
    ) -> None:
        if not variable_frequency or duty_cycle:
            raise Failure("a piezo is silent at first, and has two tones")
        self._pin: "Pin | None" = pin
        self._hz = frequency
        self._duty = 0

    @property
    def frequency(self) -> int:
        return self._hz

    @frequency.setter
    def frequency(self, hz: int) -> None:
        self._hz = hz
        if self._duty:
            rig.say("heard %d" % hz)

    @property
    def duty_cycle(self) -> int:
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, duty: int) -> None:
        if bool(duty) != bool(self._duty):
            rig.stirred = rig.now
            rig.say("heard %d" % (self._hz if duty else 0))
        self._duty = duty

    def deinit(self) -> None:
        self._pin = None
