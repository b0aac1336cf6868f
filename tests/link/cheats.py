"""Halves of the link that cheat in one thing each: the campaign that finds nothing in the true ones finds them out."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import delete

import tallyboard.hub.following
import tallyboard.hub.intake
import tallyboard.store.matches.replayed
from shared_rules.journal import record
from shared_rules.journal.replay import IGNORED
from shared_rules.link import board_half, frame, laptop_half
from tableside.link import Link
from tableside.table import Table
from tallyboard.errors import TallyboardError
from tallyboard.hub.database import wait_for
from tallyboard.hub.intake import Intake
from tallyboard.hub.sync import Visit
from tallyboard.journal.runs import Run, Spans, singles
from tallyboard.link import Client
from tallyboard.shapes import Welcome
from tallyboard.store import Heard, Store, Stored
from tallyboard.store.orders import Order
from tallyboard.store.tables.schema import records
from tests.link.cable import LaptopPort, UsbPort
from tests.link.parts import TRUE, Parts


class Cheat(NamedTuple):
    """Parts of which one cheats, and (module, name, what is put there instead)."""

    parts: Parts = TRUE
    patches: tuple[tuple[Any, str, Any], ...] = ()

    @contextlib.contextmanager
    def played(self) -> Iterator[None]:
        """While this lasts the patches hold."""
        true = [(module, name, getattr(module, name)) for module, name, _ in self.patches]
        for module, name, instead in self.patches:
            setattr(module, name, instead)
        try:
            yield
        finally:
            for module, name, value in true:
                setattr(module, name, value)


# ---- the laptop's store


class _CommitsLater(Store):
    """What is added is committed with the next thing that is asked."""

    _waiting: Sequence[tuple[Heard, Sequence[Run]]] = ()

    def ingest(self, batch: Sequence[tuple[Heard, Sequence[Run]]], renewals: Any = ()) -> list[Stored]:
        self._commit()
        self._waiting = batch
        return [Stored(sum(len(data) // 8 for _, data in runs), ()) for _, runs in batch]

    def held(self, board: str, epoch: int) -> Spans:
        self._commit()
        return super().held(board, epoch)

    def _commit(self) -> None:
        waiting, self._waiting = self._waiting, ()
        if waiting:
            super().ingest(waiting)


class _NoEpoch(Store):
    """A record's key is its board and its number: all epochs are the first that was heard of."""

    _first: int | None = None

    def ingest(self, batch: Sequence[tuple[Heard, Sequence[Run]]], renewals: Any = ()) -> list[Stored]:
        return super().ingest([(replace(heard, epoch=self._one(heard.epoch)), runs) for heard, runs in batch])

    def held(self, board: str, epoch: int) -> Spans:
        return super().held(board, self._one(epoch))

    def _one(self, epoch: int) -> int:
        if self._first is None:
            self._first = epoch
        return self._first


class _Overwrites(Store):
    """What comes later is taken for right."""

    def ingest(self, batch: Sequence[tuple[Heard, Sequence[Run]]], renewals: Any = ()) -> list[Stored]:
        with self.writing() as writing:
            for heard, runs in batch:
                for run in runs:
                    for seq, data in singles(run):
                        writing.connection.execute(
                            delete(records).where(
                                records.c.board == heard.board,
                                records.c.epoch == heard.epoch,
                                records.c.seq == seq,
                                records.c.data != data,
                            )
                        )
        return super().ingest(batch)


# ---- the laptop's client


class _GivesUpQuietly(Client):
    """What was lost is not asked for again, and the ACK goes as far as the board said that it has records."""

    def hello(self) -> Welcome:
        fields = super().hello()
        self._said = fields["next"]
        return fields

    def pull(self, epoch: int, wanted: Spans, holds: Any) -> Iterator[Run]:
        with contextlib.suppress(TallyboardError):
            yield from super().pull(epoch, wanted, holds)

    def ack(self, epoch: int, upto: int) -> int:
        return super().ack(epoch, self._said)


class _AnyAnswer(LaptopPort):
    """Request ids are not compared: every answer is taken for one to what was asked last."""

    _asked = 0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._decoder = frame.Decoder()

    def write(self, data: bytes) -> None:
        request = frame.decode(data[:-1])
        if request is not None:
            self._asked = request[1]
        super().write(data)

    def read(self) -> bytes:
        received = self._decoder.feed(super().read())
        return b"".join(frame.encode(kind, self._asked, body) for kind, _, body in received)


class _PassesOver(Intake):
    """A run that was lost on the way while the hub followed is taken for had, and acknowledged."""

    def take(self, first: int, data: bytes) -> bool:
        if first > self.heard.next:
            self._held.add(self.heard.next, first)
            self.heard = replace(self.heard, next=first)
        return super().take(first, data)


class _TakesWhatIsNotNext(Intake):
    """A run is taken although something is missing before it, which nobody asks for then."""

    def take(self, first: int, data: bytes) -> bool:
        if first > self.heard.next:
            self.heard = replace(self.heard, next=first)
        return super().take(first, data)


class _FollowsFromItsOwnPlace(Intake):
    """What comes first while the hub follows is taken for what is next, whatever number it has."""

    def take(self, first: int, data: bytes) -> bool:
        following = self.heard.next
        self.heard = replace(self.heard, next=following + len(data) // 8)
        self.add(self.heard, [(following, data)])
        return True


class _AcknowledgesWhatIsOnItsWay(Intake):
    """What was given to the Upload is acknowledged, and may not be in the database."""

    def done_below(self) -> int:
        return self.heard.next


def _orders_are_done_at_once(visit: Any, order: Order, do: Any = Visit._do_order) -> bool:
    """An order is written down as done when the board has said yes, and not when its record is stored."""
    told: bool = do(visit, order)
    for done, said in visit._done.values():
        wait_for(visit._database.end(done, "done", said, visit._intake.heard.board), visit._stopping)
    visit._done = {}
    return told


class _KnowsNoWayBack(tallyboard.store.matches.replayed._Presses):
    """The laptop's reading passes over a BACK: the match that the board has left goes on here."""

    def _go_back(self, seq: int) -> int:
        return IGNORED


# ---- both ends' frames


def _unchecked(coded: bytes) -> tuple[int, int, bytes] | None:
    """frame.decode without a look at the CRC."""
    plain = bytearray()
    at = 0
    while at < len(coded):
        code = coded[at]
        if at + code > len(coded):
            return None
        plain += coded[at + 1 : at + code] + b"\x00"
        at += code
    return (plain[0], plain[1], bytes(plain[2:-5])) if len(plain) >= 7 else None


def _believes_all(epoch: int) -> Any:
    """checks.checker that finds every record sound."""
    return lambda number, data: True


_NO_CRC = (frame, "decode", _unchecked)


# ---- the board


class _Between:
    """A port that gives sound requests on as `rewritten` makes them, and nothing else."""

    def __init__(self, port: Any, rewritten: Callable[[int, bytes], bytes]) -> None:
        self.write = port.write
        self._port = port
        self._rewritten = rewritten
        self._decoder = frame.Decoder()
        self._arrived = bytearray()

    @property
    def in_waiting(self) -> int:
        taken = bytearray(self._port.in_waiting)
        self._port.readinto(taken)
        for kind, request, body in self._decoder.feed(bytes(taken)):
            self._arrived += frame.encode(kind, request, self._rewritten(kind, body))
        return len(self._arrived)

    def readinto(self, buffer: bytearray) -> int:
        count = min(len(buffer), len(self._arrived))
        buffer[:count] = self._arrived[:count]
        del self._arrived[:count]
        return count


class _OtherRequests(Link):
    """Answers something else than what it is asked. `upto`: below which number all was sent once."""

    def __init__(self, port: Any, table: Any, about: Any, screen: Any) -> None:
        self._upto = 0

        def rewritten(kind: int, body: bytes) -> bytes:
            if table.journal is None:
                return body
            with contextlib.suppress(board_half.MessageError):
                if kind == frame.PULL:
                    return laptop_half.pull(*self.pull(table.journal, *board_half.read_pull(body)))
                if kind == frame.ACK:
                    return laptop_half.ack(*self.ack(table.journal, *board_half.read_ack(body)))
            return body

        super().__init__(_Between(port, rewritten), table, about, screen)

    def pull(self, journal: Any, epoch: int, start: int, count: int) -> tuple[int, int, int]:
        return epoch, start, count

    def ack(self, journal: Any, epoch: int, upto: int) -> tuple[int, int]:
        return epoch, upto


class _SendsWhatIsNotAcknowledged(_OtherRequests):
    """The board keeps the cursor: what one laptop has acknowledged no other one gets."""

    def pull(self, journal: Any, epoch: int, start: int, count: int) -> tuple[int, int, int]:
        return epoch, max(start, journal.acked), count


class _SendsOnce(_OtherRequests):
    """The board keeps the cursor: what it has sent it does not send again."""

    def pull(self, journal: Any, epoch: int, start: int, count: int) -> tuple[int, int, int]:
        start = max(start, self._upto)
        self._upto = min(start + count, journal.next)
        return epoch, start, count


class _AnyEpoch(_OtherRequests):
    """The epoch of an ACK is not compared."""

    def ack(self, journal: Any, epoch: int, upto: int) -> tuple[int, int]:
        return journal.epoch, min(upto, journal.next)


class _ForgetsWhatWaits(Table):
    """A match that is started by hand takes the place of the one that was assigned."""

    def start(self, match: Any, first: int, at_ms: int, key: str = "", names: Any = ()) -> Any:
        self.assigned = None
        return super().start(match, first, at_ms, key, names)


class _RemembersOnly(Table):
    """What waits is kept in mind when a match is started, and not written down again."""

    def _kept(self, key: str) -> Any:
        waiting, self.assigned = self.assigned, None
        try:
            return super()._kept(key)
        finally:
            self.assigned = waiting


class _CancelsNothing(Table):
    """An ASSIGN with an empty key is answered, and nothing is done."""

    def assign(self, line: str, key: str, *others: Any) -> Any:
        return super().assign(line, key, *others) if key else None


class _GoesBackInMind(Table):
    """The match before is shown again, and no record says so."""

    def back(self, at_ms: int) -> Any:
        journal: Any = self.journal
        if journal is None:
            return super().back(at_ms)
        following, written = journal.next, journal.go_back

        def only_thought(since: int, at_ms: int) -> None:
            journal.next += 1
            journal._record[0] = record.BACK

        journal.go_back = only_thought
        try:
            return super().back(at_ms)
        finally:
            journal.next, journal.go_back = following, written


class _DropsTheRest(UsbPort):
    """What a partial write leaves over is not sent."""

    def write(self, data: bytes) -> int:
        super().write(data)
        return len(data)


def _intake(instead: type[Intake]) -> Cheat:
    """A hub that takes in journals so."""
    return Cheat(patches=((tallyboard.hub.following, "Intake", instead),))


CHEATS = {
    "acknowledges-before-the-commit": Cheat(Parts(store=_CommitsLater)),
    "key-without-epoch": Cheat(Parts(store=_NoEpoch)),
    "overwrites-on-conflict": Cheat(Parts(store=_Overwrites)),
    "acknowledges-what-was-lost": Cheat(Parts(client=_GivesUpQuietly)),
    "request-ids-not-compared": Cheat(Parts(port=_AnyAnswer)),
    "no-crc": Cheat(patches=(_NO_CRC,)),
    "no-crc-and-no-record-check": Cheat(
        patches=(
            _NO_CRC,
            (tallyboard.hub.intake, "checker", _believes_all),
        )
    ),
    "cursor-on-the-board-by-acks": Cheat(Parts(link=_SendsWhatIsNotAcknowledged)),
    "cursor-on-the-board-by-what-was-sent": Cheat(Parts(link=_SendsOnce)),
    "epoch-of-an-ack-not-compared": Cheat(Parts(link=_AnyEpoch)),
    "passes-over-what-it-missed-as-it-followed": _intake(_PassesOver),
    "takes-what-is-not-next": _intake(_TakesWhatIsNotNext),
    "numbers-what-it-follows-by-itself": _intake(_FollowsFromItsOwnPlace),
    "acknowledges-what-is-on-its-way": _intake(_AcknowledgesWhatIsOnItsWay),
    "an-order-is-done-before-it-is-stored": Cheat(patches=((Visit, "_do_order", _orders_are_done_at_once),)),
    "knows-no-way-back": Cheat(patches=((tallyboard.store.matches.replayed, "_Presses", _KnowsNoWayBack),)),
    "an-assignment-ends-with-a-start-by-hand": Cheat(Parts(table=_ForgetsWhatWaits)),
    "an-assignment-is-not-written-again": Cheat(Parts(table=_RemembersOnly)),
    "cancels-nothing": Cheat(Parts(table=_CancelsNothing)),
    "goes-back-without-a-record": Cheat(Parts(table=_GoesBackInMind)),
    "drops-the-rest-of-a-partial-write": Cheat(Parts(usb=_DropsTheRest)),
}
NONE = Cheat()
