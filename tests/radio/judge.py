"""What must be so on air: each frame that is taken was said, once and in order, by the other end of that session."""

from bisect import bisect_left

from tableside.radio import CABLE_MS
from tests.link.oracle import BrokenError

# What can be broken besides what the link's oracle looks at.
FORGED, DISPLACED, AT_ONCE = "forged", "displaced", "at once"

Frame = tuple[int, int, bytes]  # type, request id, body
Pair = tuple[bytes, bytes]  # the two numbers of a session


class Said:
    """What one kind of end has said. A place is how many frames were said before."""

    def __init__(self) -> None:
        self.count = 0
        self._places: dict[Frame, list[int]] = {}

    def said(self, frame: Frame) -> None:
        kind, request, body = frame
        self._places.setdefault((kind, request, bytes(body)), []).append(self.count)
        self.count += 1

    def behind(self, frame: Frame, place: int) -> int:
        """The place behind this frame, which was said at `place` or later; raises BrokenError where it was not."""
        kind, request, body = frame
        places = self._places.get((kind, request, bytes(body)), [])
        at = bisect_left(places, place)
        if at == len(places):
            how = "once more, or too late" if places else "and nobody ever said it"
            raise BrokenError(FORGED, f"{kind:02x} {request:02x} {bytes(body).hex()} is taken, {how}")
        return places[at] + 1


class Judge:
    """Told what both ends do; every method raises BrokenError where a promise is broken."""

    def __init__(self) -> None:
        self.to_board, self.to_laptops = Said(), Said()
        self.pair: Pair = (b"", b"")  # the board's, just now
        self._board_at = 0
        self._numbers: set[bytes] = set()  # that the board had
        self._board_has: set[Pair] = set()
        self._begun: set[Pair] = set()

    # ---- the board

    def board_begins(self, number: bytes) -> None:
        """Whatever was said so far is no word of the session to come, under this number of the board."""
        if number in self._numbers:
            raise BrokenError(DISPLACED, f"the board calls under the number {number.hex()} again")
        self._numbers.add(number)
        self._board_at = self.to_board.count
        self.pair = b"", b""

    def board_takes(self, frame: Frame) -> None:
        self._board_at = self.to_board.behind(frame, self._board_at)

    def board_speaks(self, pair: Pair, cabled_ms: int | None) -> None:
        """In the session of these numbers, so long after a question by cable."""
        if cabled_ms is not None and cabled_ms < CABLE_MS:
            raise BrokenError(AT_ONCE, f"the board speaks by radio, and {cabled_ms} ms ago it was asked by cable")
        before, self.pair = self.pair, pair
        if before[0] == pair[0] and before[1] != pair[1] and any(before[1]):
            raise BrokenError(DISPLACED, "the board has taken another laptop in a session that is on")
        self._board_has.add(pair)

    # ---- a laptop

    def laptop_begins(self, pair: Pair, present: Pair | None) -> None:
        """A session of these numbers; `present`: those of the one that it takes the place of."""
        if present == self.pair:
            raise BrokenError(DISPLACED, f"{pair[1].hex()} takes the place of a session that is on")
        if pair in self._begun:
            raise BrokenError(DISPLACED, f"the session {pair[1].hex()} has begun a second time")
        if pair not in self._board_has:
            raise BrokenError(FORGED, f"the session {pair[1].hex()} begins, of which the board knows nothing")
        self._begun.add(pair)
