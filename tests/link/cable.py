"""Both ends of a cable: the port that the firmware knows and the one that the laptop knows, and what lies between."""

import random
from collections import Counter
from collections.abc import Callable

from shared_rules.link import frame
from tallyboard.errors import TallyboardError
from tests.link.channel import Line, Noise, Past

FIFO_BYTES = 256  # of the RP2040's USB, in each direction
_LEAST_BYTES = 20  # that leave a turn
_READ_MS = 50  # the longest that one read of the laptop waits


class UsbPort:
    """`usb_cdc.data` with timeout 0, through all conversations.

    A write takes what there is room for. With nobody there it takes everything, and what it took last is what the next
    one hears first.
    """

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._arrived = bytearray()
        self._waiting = bytearray()  # to be sent
        self.cable: Cable | None = None
        self.unanswered: set[int] = set()  # request ids whose answers may still be on their way

    @property
    def in_waiting(self) -> int:
        return min(len(self._arrived), FIFO_BYTES)

    def readinto(self, buffer: bytearray) -> int:
        count = min(len(buffer), len(self._arrived))
        buffer[:count] = self._arrived[:count]
        del self._arrived[:count]
        return count

    def write(self, data: bytes) -> int:
        if self.cable is None or self.cable.gone:
            self._waiting = (self._waiting + data)[-FIFO_BYTES:]
            return len(data)
        count = min(len(data), FIFO_BYTES - len(self._waiting))
        if count > 1 and self._draw.random() < 0.3:
            count = self._draw.randint(1, count)
        self._waiting += data[:count]
        return count

    def arrive(self, data: bytes) -> None:
        """The laptop's bytes."""
        self._arrived += data

    def leave(self) -> bytes:
        """Take from what is to be sent as much as goes out this turn."""
        count = self._draw.randint(_LEAST_BYTES, FIFO_BYTES)
        data = bytes(self._waiting[:count])
        del self._waiting[:count]
        return data

    def quiet(self) -> bool:
        """Whether nothing is on its way through here."""
        return not self._arrived and not self._waiting

    def reset(self) -> None:
        """As after a power-on."""
        self._arrived.clear()
        self._waiting.clear()


class Cable:
    """A conversation's way between a UsbPort and a LaptopPort. `same_ids`: see channel.Line.

    `lives`: bytes until it is unplugged, None for never. `rests`: the board has answered everything that it heard.
    """

    def __init__(
        self,
        usb: UsbPort,
        noise: Noise,
        pasts: tuple[Past, Past],
        same_ids: bool,
        lives: int | None,
        rests: bool,
        draw: random.Random,
        faults: Counter[str],
    ) -> None:
        self.gone = False
        self.arrived = bytearray()  # at the laptop
        self._to_board = Line(noise, pasts[0], None, False, draw, faults)
        self._to_laptop = Line(noise, pasts[1], pasts[0], same_ids, draw, faults)
        self.lines = (self._to_board, self._to_laptop)
        self._faults = faults
        self._usb = usb
        self._lives = lives
        self._asked: set[int] = set()  # request ids
        if rests:
            usb.unanswered.clear()
        self._left_over = frozenset(usb.unanswered)
        for past in pasts:
            past.next_conversation()
        usb.cable = self

    @property
    def stale(self) -> bool:
        """Whether an answer that is older than this conversation could have been taken for one to a request of it."""
        return not self._asked.isdisjoint(self._left_over | self._to_board.old | self._to_laptop.old)

    def send(self, data: bytes, now: int) -> None:
        """The laptop's bytes go onto the line, a write whole."""
        request = frame.decode(data[:-1])
        if request is not None:
            self._asked.add(request[1])
            self._usb.unanswered.add(request[1])
        self._to_board.put(data, now)
        self._to_board.flush(now)

    def move(self, now: int, board_rests: bool) -> None:
        """Whatever is due arrives; what the board's port holds goes onto the line."""
        if self.gone:
            return
        data = self._to_board.take(now)
        if data:
            self._usb.arrive(self._cut(data))
        data = self._usb.leave()
        if data:
            self._to_laptop.put(data, now)
        elif board_rests:
            self._to_laptop.flush(now)
        data = self._to_laptop.take(now)
        if data:
            self.arrived += self._cut(data)

    def due(self) -> list[int]:
        """When something arrives."""
        return [at for line in self.lines if (at := line.due()) is not None]

    def _cut(self, data: bytes) -> bytes:
        if self._lives is None or self.gone:
            return b"" if self.gone else data
        data = data[: self._lives]
        self._lives -= len(data)
        if not self._lives:
            self.unplug()
        return data

    def unplug(self) -> None:
        """From now on nothing passes."""
        self.gone = True
        self._faults["unplugged"] += 1

    def close(self) -> None:
        """The laptop lets go."""
        self.gone = True
        if self._usb.cable is self:
            self._usb.cable = None


class LaptopPort:
    """A tallyboard.link.Port onto a cable.

    `run(ms, ready)` lets the world go on; `moment(what, data)` is told of each "read", of each "write" before it is
    done and when it is ("wrote"), and may raise.
    """

    name = "/dev/ttyFAULTY"

    def __init__(
        self,
        cable: Cable,
        draw: random.Random,
        clock: Callable[[], int],
        run: Callable[[int, Callable[[], bool]], None],
        moment: Callable[[str, bytes], None],
    ) -> None:
        self._cable = cable
        self._draw = draw
        self._clock = clock
        self._run = run
        self._moment = moment

    def read(self) -> bytes:
        cable = self._cable
        self._moment("read", b"")
        if not cable.arrived and not cable.gone:
            self._run(_READ_MS, lambda: bool(cable.arrived) or cable.gone)
        if not cable.arrived:
            if cable.gone:
                raise _gone()
            return b""
        count = len(cable.arrived) if self._draw.random() < 0.6 else self._draw.randint(1, len(cable.arrived))
        data = bytes(cable.arrived[:count])
        del cable.arrived[:count]
        return data

    def write(self, data: bytes) -> None:
        self._moment("write", data)
        if self._cable.gone:
            raise _gone()
        self._cable.send(data, self._clock())
        self._moment("wrote", data)

    def close(self) -> None:
        self._cable.close()


def _gone() -> TallyboardError:
    return TallyboardError("The device on /dev/ttyFAULTY went away.", "Plug it in again and sync again.")
