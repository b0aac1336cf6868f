"""What a board answers to each request: the type and the body of the reply."""

from shared_rules.journal import record
from shared_rules.link import board_half, frame

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any

    from tableside.journal import Journal
    from tableside.screen import Screen
    from tableside.table import Table

_TIME_AGAIN_MS = 3_600_000  # between two times of the laptop's clock in the journal
# By names: a table of what is bound to one board would be made anew at each question.
_ANSWERS = {
    frame.HELLO: "_hello",
    frame.PULL: "_pull",
    frame.ACK: "_ack",
    frame.STATE: "_state",
    frame.TIME: "_time",
    frame.ASSIGN: "_assign",
    frame.ASSIGN_1: "_assign_1",
    frame.FOLLOW: "_follow",
    frame.SETUP: "_setup",
}


def _no(reason: int, sentence: str) -> tuple[int, bytes]:
    return frame.NO, board_half.no(reason, sentence)


def _no_memory() -> tuple[int, bytes]:
    return _no(frame.MEMORY, "the journal's memory does not answer")


class Answers:
    """`about()` gives the dict of board_half.welcome without the table's name and the journal's numbers. `screen` is
    told what there is to see.
    """

    def __init__(self, table: "Table", about: "Callable[[], dict[str, Any]]", screen: "Screen") -> None:
        self._table = table
        self._about = about
        self._screen = screen

    def to(self, kind: int, body: bytes, now_ms: int) -> "tuple[int, Any]":
        """(type, body) of the reply; to a PULL that can be answered (REC, [epoch, first number, how many]), to a FOLLOW
        the same with None for how many."""
        name = _ANSWERS.get(kind)
        if name is None:
            return _no(frame.UNKNOWN, "this firmware does not know such a request")
        journal = self._table.journal
        if journal is None:
            return _no_memory()
        answer: "Callable[[Journal, bytes, int], tuple[int, Any]]" = getattr(self, name)
        try:
            return answer(journal, body, now_ms)
        except board_half.MessageError as fault:
            return _no(frame.MALFORMED, str(fault))
        except OSError:
            return _no_memory()

    def records(self, epoch: int, start: int, count: int) -> tuple[int, bytes]:
        """The reply with the records from this number on: a REC, an END where `count` is 0, or a NO."""
        journal = self._table.journal
        if journal is None or journal.epoch != epoch or start < journal.oldest:
            return _no(frame.EPOCH, "the journal changed meanwhile")
        if not count:
            return frame.END, board_half.end(journal.oldest, journal.next)
        try:
            return frame.REC, board_half.rec(start, bytes(journal.read(start, count)))
        except OSError:
            return _no_memory()

    def _hello(self, journal: "Journal", body: bytes, now_ms: int) -> tuple[int, bytes]:
        spoken = board_half.read_hello(body)
        fields = self._about()
        fields["table"] = self._table.name()
        fields["protocol"] = max(frame.OLDEST_PROTOCOL, min(spoken, frame.PROTOCOL))  # an older laptop takes no newer
        fields["format"] = record.FORMAT
        fields["epoch"] = journal.epoch
        fields["oldest"] = journal.oldest
        fields["next"] = journal.next
        fields["acked"] = journal.acked
        fields["damaged"] = journal.damaged
        fields["time_ms"] = now_ms & 0xFFFFFFFF
        return frame.WELCOME, board_half.welcome(fields)

    def _not_covered(self, journal: "Journal", epoch: int, number: int) -> tuple[int, bytes] | None:
        """A NO unless the journal is of this epoch and reaches up to this number."""
        if epoch != journal.epoch:
            return _no(frame.EPOCH, "the journal is of another epoch")
        if number > journal.next:
            return _no(frame.RANGE, "the journal ends at %d" % journal.next)
        return None

    def _pull(self, journal: "Journal", body: bytes, now_ms: int) -> "tuple[int, Any]":
        epoch, start, count = board_half.read_pull(body)
        start = max(start, journal.oldest)
        return self._not_covered(journal, epoch, start) or (frame.REC, [epoch, start, min(count, journal.next - start)])

    def _follow(self, journal: "Journal", body: bytes, now_ms: int) -> "tuple[int, Any]":
        epoch, start = board_half.read_follow(body)
        start = max(start, journal.oldest)
        return self._not_covered(journal, epoch, start) or (frame.REC, [epoch, start, None])

    def _ack(self, journal: "Journal", body: bytes, now_ms: int) -> tuple[int, bytes]:
        epoch, upto = board_half.read_ack(body)
        refusal = self._not_covered(journal, epoch, upto)
        if refusal is not None:
            return refusal
        self._table.acknowledge(upto)
        return frame.ACKED, board_half.acked(journal.acked)

    def _state(self, journal: "Journal", body: bytes, now_ms: int) -> tuple[int, bytes]:
        score = board_half.score(journal.epoch, journal.next, journal.acked, self._table.match, self._table.waits())
        if not body:
            return frame.SCORE, score
        return frame.LIVE, board_half.live(score, self._table.assigned.key if self._table.assigned is not None else "")

    def _time(self, journal: "Journal", body: bytes, now_ms: int) -> tuple[int, bytes]:
        zero = board_half.read_time(body) - (now_ms + 500) // 1000 - record.YEAR_ZERO
        if zero < 0 or zero >> 29:
            return _no(frame.REFUSED, "the journal cannot hold such a time")
        told = self._table.timed_at
        if (told is None or now_ms - told >= _TIME_AGAIN_MS) and journal.time(zero):
            self._table.timed_at = now_ms
        return frame.TIMED, board_half.timed(journal.next)

    def _assign(self, journal: "Journal", body: bytes, now_ms: int) -> tuple[int, bytes]:
        from shared_rules.link import orders  # rarely needed

        return self._wanted(orders.read_assign(body), now_ms)

    def _assign_1(self, journal: "Journal", body: bytes, now_ms: int) -> tuple[int, bytes]:
        from shared_rules.link import orders

        return self._wanted(orders.read_assign_1(body), now_ms)

    def _wanted(self, asked: tuple[str, str, list[str], int | None], now_ms: int) -> tuple[int, bytes]:
        key, line, names, first = asked
        return self._done(frame.ASSIGNED, self._table.assign(line, key, names, now_ms, first), self._screen.changed)

    def _setup(self, journal: "Journal", body: bytes, now_ms: int) -> tuple[int, bytes]:
        from tableside import table_orders

        return self._done(frame.SET, table_orders.apply_setup(self._table, body, now_ms), self._screen.light)

    def _done(self, reply: int, refusal: str | None, show: "Callable[[], None]") -> tuple[int, bytes]:
        if refusal is not None:
            return _no(frame.REFUSED, refusal)
        show()
        return reply, b""
