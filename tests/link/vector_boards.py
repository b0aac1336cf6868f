"""What boards record, are asked and say, for docs/link-vectors.json: see vectors.py."""

from collections.abc import Iterable, Sequence
from typing import Any

from shared_rules.games import options
from shared_rules.games.catalogue import EDITION
from shared_rules.games.scoresheet import to_text
from shared_rules.journal import record
from shared_rules.journal.replay import Replay
from shared_rules.link import board_half, frame, laptop_half, orders
from tallyboard.journal.presses import NOT_COUNTED, press_list
from tallyboard.journal.runs import Clock, PowerOn, joined
from tallyboard.store.matches.replayed import matches_of
from tests.harness.firmware_board import BOARD, FirmwareBoard
from tests.harness.paper import ZERO, Paper

EPOCH = 0x9C3A5E71
NOON = record.YEAR_ZERO + ZERO  # 2026-11-21T12:00:00Z

Row = dict[str, Any]

_REQUESTS = ("HELLO", "PULL", "ACK", "STATE", "TIME", "ASSIGN_1", "SETUP", "FOLLOW", "ASSIGN")
_REPLIES = ("WELCOME", "REC", "END", "ACKED", "TIMED", "ASSIGNED", "SET", "SCORE", "LIVE", "NO")
_TYPES: dict[int, str] = {getattr(frame, name): name for name in (*_REQUESTS, *_REPLIES)}


# ---- frames


def fields_of(kind: int, body: bytes) -> Row:
    """What the body of a request or a reply says."""
    if kind == frame.REC:
        first, data = laptop_half.read_rec(body)
        return {"first": first, "records": [data[at : at + 8].hex() for at in range(0, len(data), 8)]}
    if kind in (frame.ASSIGN, frame.ASSIGN_1):
        read = orders.read_assign if kind == frame.ASSIGN else orders.read_assign_1
        key, line, sides, opener = read(body)
        return {"first": opener, "key": key, "line": line, "names": sides}
    if kind == frame.SETUP:
        name, brightness = orders.read_setup(body)
        return {"light": brightness, "name": name}
    if kind in (frame.WELCOME, frame.SCORE, frame.LIVE):
        by = {frame.WELCOME: laptop_half.read_welcome, frame.SCORE: laptop_half.read_score}
        return by.get(kind, laptop_half.read_live)(body)
    if kind == frame.NO:
        reason, sentence = laptop_half.read_no(body)
        return {"reason": reason, "sentence": sentence}
    names, form = {
        frame.HELLO: ("protocol", "<B"),
        frame.PULL: ("epoch from count", "<III"),
        frame.ACK: ("epoch upto", "<II"),
        frame.STATE: ("protocol" if body else "", "<B" if body else "<"),
        frame.TIME: ("seconds", "<I"),
        frame.FOLLOW: ("epoch from", "<II"),
        frame.END: ("oldest next", "<II"),
        frame.ACKED: ("acked", "<I"),
        frame.TIMED: ("next", "<I"),
    }.get(kind, ("", "<"))
    return dict(zip(names.split(), board_half.unpack(form, body), strict=True))


def frame_row(kind: int, request: int, body: bytes) -> Row:
    said = {"from": "board" if kind & 0x80 else "laptop", "name": _TYPES[kind], "type": kind, "request": request}
    return {
        **said,
        "body": body.hex(),
        "fields": fields_of(kind, body),
        "wire": frame.encode(kind, request, body).hex(),
    }


# ---- journals

_VALUES = {
    "CUT": "fallen",
    "CHOICE": "check",
    "FAULT": "check",
    "NAMED": "check",
    "ACKED": "below",
}
_SINGLE = ("BOOT", "GAME", "CUT", "CHOICE", "ASSIGN", "LIGHT", "FAULT", "NAMED", "BACK", "ACKED")


def told(data: bytes) -> Row:
    """What a record says."""
    what = data[0]
    if what < record.SETTING:
        event = record.event_of(data)
        numbers = [event >> 10, event >> 8 & 3, event & 255]
        return {"kind": "event", "event": numbers, "line": to_text(event), "gap": record.gap_of(data)}
    if what >= record.TIME:
        return {"kind": "TIME", "zero": record.zero_of(data)}
    if what == record.RULES:
        return {"kind": "RULES", "edition": data[1]}
    if what < record.TEXT:
        name, value = options.from_bytes(what & 0x1F, data[1:4])
        return {"kind": "SETTING", "option": name, "value": list(value) if isinstance(value, tuple) else value}
    if what < record.BOOT:
        return {"kind": "TEXT", "field": what & 0x1F}
    name = next(name for name in _SINGLE if getattr(record, name) == what)
    more: Row = {"value": record.value_of(data)}
    if name in _VALUES:
        more = {_VALUES[name]: record.value_of(data)}
    elif name == "BOOT":
        more = {"format": data[1], "why": data[2], "safe_mode": data[3]}
    elif name == "GAME":
        more = {"game": data[1] & 0x3F, "first": data[1] >> 6, "gap": record.gap_of(data)}
    elif name == "ASSIGN":
        more = {"game": None if data[1] == record.NO_GAME else data[1], "first": data[2]}
    elif name == "LIGHT":
        more = {"light": data[1], "sound": data[2], "language": data[3]}
    elif name == "BACK":
        more = {"gap": record.gap_of(data)}
    return {"kind": name, **more}


def journal_row(what: str, board: str, epoch: int, records: Sequence[tuple[int, bytes]], following: int) -> Row:
    """`records`: those that are there; `following`: the number behind the last that the board is known to have."""
    clock = Clock()
    dated: list[tuple[Row, int | None, PowerOn]] = []
    for number, data in records:
        clock.feed(number, data)
        dated.append(({"number": number, "bytes": data.hex(), **told(data)}, clock.ms, clock.power_on))
    rows = [{**row, "ms": ms, "at": power_on.date(ms)} for row, ms, power_on in dated]
    found = list(matches_of(board, epoch, joined(records), following, False))
    ends = [match["first_seq"] for match in found[1:]] + [None]
    matches = []
    for match, end in zip(found, ends, strict=True):
        its: Any = match
        presses = press_list(its, records, end)
        stand = [
            p.event for p in presses if p.event not in ("", "undo") and not (p.undone or p.cut or p.note == NOT_COUNTED)
        ]
        matches.append(
            {name: its[name] for name in ("match", "first_seq", "started", "key", "game", "options", "names", "status")}
            | {"totals": its["totals"], "winners": its["winners"]}
            | {"stand": [] if its["status"] == "incomplete" else stand}
        )
    replay = Replay()
    for number, data in records:
        replay.feed(number, data)
    waits = None if replay.assigned is None else replay.assigned.key
    told_of = {"what": what, "board": board, "epoch": epoch, "next": following, "waits": waits}
    return {**told_of, "records": rows, "matches": matches}


def on_paper(what: str, paper: Paper, lost: Iterable[int] = ()) -> Row:
    gone = set(lost)
    records = [(number, data) for number, data in enumerate(paper.records) if number not in gone]
    return journal_row(what, BOARD, paper.epoch, records, len(paper.records))


def a_paper() -> Paper:
    return Paper(EPOCH, EDITION)


def journal_rows() -> list[Row]:
    simple = a_paper().boot().time(ZERO).start("crokinole-official target=40").press("A 20", "A 20", "B 15", "undo")
    simple.press("A 5", "next", ms=20_000)
    dated = a_paper().boot().start("crokinole-official target=50", first=1).press("first A", "A 20").time(ZERO)
    dated.press("B 5", ms=300_000).time(ZERO + 3).press("undo", "undo", "B 10", "next", ms=5_000_000)
    dated.boot().press("A 15")
    back = a_paper().boot().start("twenties-shootout", ms=1000).press("B 20", "next")
    back.start("twenties-shootout", first=1).back().press("undo", "A 20", "A 20", "next")
    back.start("twenties-shootout", first=1).press("B 20")
    game = "crokinole-traditional sides=3 scoring=simple"
    names = ("Ann", "Zoë", "Éloïse-Marguerite B.")
    assigned = a_paper().boot().assign(game, "Final", *names, first=2).assign(game, "Final", *names, first=2)
    assigned.start("crokinole-official discs=8").press("A 5").assign("washers-ritzenthaler", "R2-11", "Al", "").cancel()
    assigned.assign(game, "Final", *names, first=2).start_assigned(game, "Final", *names, first=2)
    assigned.press("C 20", "C off 20", "C 15", "next").assign("twenties-shootout", "R2-12", "", "Bo")
    every = a_paper().boot()
    every.append(record.LIGHT, 6, record.SOUND_OFF, 2)
    every.text(record.TABLE, "Table 3")
    every.append(record.NAMED, 0x12, 0x34, 0x56)
    every.text(record.FAULT_TEXT, "views:7 KeyError")
    every.append(record.FAULT, 1, 2, 3)
    every.start("crokinole-championship best_of=3").press("A 20", "next", "B 10", "B 10", "next", "A 5", "next")
    every.start("pichenotte-southwest games=1").press("A 50", "A 25", "B penalty 20", "B forfeit", "next", "B agree")
    every.press("A off 25", "next", "A agree", "B agree")
    every.start("pichenottes-quebec dames=2 target=9").press(
        "A dame", "A counter 5", "A dame", "A stop", "B colour red"
    )
    every.press("B counter 10", "B stop", "next")
    every.start("washers-ritzenthaler target=5").press(
        "A 3", "B 3", "A board", "A sunk 2", "B board", "B knocked", "B dead"
    )
    every.press("next")
    every.append(record.ACKED, 0x20, 0, 0)
    cut = a_paper().boot().start("crokinole-official").press("A 20", "B 20", "undo", "A 15")
    lost = len(cut.records) - 2
    cut.boot().cut(3).press("A 10", "next")
    hole = a_paper().boot().time(ZERO).start("crokinole-official").press("A 20", "B 20", "next", "A 15")
    hole.boot().start("crokinole-official target=60").press("B 20")
    old = Paper(EPOCH).boot().start("washers-ritzenthaler", first=1).press("undo", "B 3", "A 2")
    return [
        on_paper("one match, with an undo", simple),
        on_paper("two times in one power-on, then one that nobody was told the time", dated),
        on_paper("a rematch that is taken back, and comes again", back),
        on_paper("an assigned match waits behind another one, and is played", assigned),
        on_paper("every kind of record, and the other games", every),
        on_paper("the board lost a record, and went on from before it", cut, [lost]),
        on_paper("a record that the laptop lacks", hole, [len(hole.records) - 10]),
        on_paper("a match of edition 2", old),
    ]


# ---- a board that is asked


class Talk:
    """What is said between a laptop and a board that has the firmware's half of the link."""

    def __init__(self) -> None:
        self.board = FirmwareBoard("Table 3", "crokinole-official target=40")
        self.board.chip.memory[:] = bytes(len(self.board.chip.memory))
        self.board.switch_on(EPOCH)
        self.steps: list[Row] = []
        self._request = 0x29

    def ask(self, kind: int, body: bytes = b"", before: bytes = b"", lost: int | None = None) -> list[Row]:
        """`before`: bytes before the request. Of the answer only so many bytes arrive as `lost` says."""
        self._request = self._request + 1 & 255
        wire = before + frame.encode(kind, self._request, body)
        self._laptop(wire)
        return self._from_board(b"".join(self.board.receive(wire)), lost)

    def _laptop(self, wire: bytes) -> None:
        self.steps.append({"from": "laptop", "wire": wire.hex(), "says": self._said(wire)})

    def _from_board(self, wire: bytes, lost: int | None = None) -> list[Row]:
        wire = wire[:lost]
        said = self._said(wire)
        if wire:
            self.steps.append({"from": "board", "wire": wire.hex(), "says": said})
        return said

    @staticmethod
    def _said(wire: bytes) -> list[Row]:
        rows = []
        for kind, request, body in frame.Decoder().feed(wire):
            try:
                fields: Row | None = fields_of(kind, body) if kind in _TYPES else None
            except board_half.MessageError:
                fields = None
            rows.append({"name": _TYPES.get(kind), "request": request, "fields": fields})
        return rows

    def happens(self, what: str) -> None:
        self.steps.append({"at the table": what})

    def press(self, *lines: str) -> None:
        """And whatever the board says of it without being asked."""
        for line in lines:
            self.happens(line)
            self.board.press(line)
            self.arrives()

    def arrives(self) -> None:
        while True:
            port = _Out()
            self.board.let_out(port)  # type: ignore[arg-type]  # all that is asked of it
            if not port.data:
                return
            self._from_board(port.data)

    @property
    def row(self) -> Row:
        records = self.board.journal
        return journal_row("", BOARD, EPOCH, records, records[-1][0] + 1)


class _Out:
    data = b""

    def arrive(self, data: bytes) -> None:
        self.data += data


def _hellos(talk: Talk) -> None:
    talk.ask(frame.HELLO, laptop_half.hello(), before=b"\0")
    talk.ask(frame.HELLO, laptop_half.hello())
    talk.ask(frame.TIME, laptop_half.time(NOON))
    talk.ask(frame.HELLO, laptop_half.hello())


def conversation_rows() -> list[Row]:
    everything = laptop_half.pull(EPOCH, 0, 0xFFFFFFFF)
    whole = Talk()
    whole.press("A 20", "B 15", "A 20")
    _hellos(whole)
    whole.ask(frame.PULL, everything)
    following = len(whole.board.journal)
    whole.ask(frame.ACK, laptop_half.ack(EPOCH, following))
    whole.ask(frame.STATE, laptop_half.state())
    whole.ask(frame.FOLLOW, laptop_half.follow(EPOCH, following))
    whole.arrives()
    whole.press("next")
    assign = orders.assign("R1-4", "crokinole-official target=30", ["Ann", "Zoë"], 1)
    whole.ask(frame.ASSIGN, assign)
    whole.ask(frame.STATE, laptop_half.state())
    whole.ask(frame.ASSIGN, assign)
    whole.press("undo", "A 20", "next")
    whole.ask(frame.STATE, laptop_half.state())
    whole.happens("NEXT, held, starts the match that waits")
    assert whole.board.begin_waiting()
    following = len(whole.board.journal)
    whole.ask(frame.STATE, laptop_half.state())
    whole.ask(frame.PULL, laptop_half.pull(EPOCH, 12, following - 12))
    whole.ask(frame.FOLLOW, laptop_half.follow(EPOCH, following))
    whole.press("B 20", "B 20", "next")
    whole.ask(frame.STATE, laptop_half.state())
    whole.ask(frame.ACK, laptop_half.ack(EPOCH, following + 3))

    pulled = Talk()
    pulled.press(*["A 5", "B 5"] * 11, "A 20")
    _hellos(pulled)
    pulled.ask(frame.PULL, everything, lost=260)
    pulled.happens("the cable is pulled in the middle of a frame, and put in again")
    pulled.press("B 15")
    pulled.steps.append({"from": "board", "wire": "0011223344aa00", "says": [], "a stale tail": True})
    _hellos(pulled)
    pulled.ask(frame.PULL, everything)
    pulled.ask(frame.ACK, laptop_half.ack(EPOCH, len(pulled.board.journal)))
    pulled.happens("another laptop comes a week later")
    _hellos(pulled)
    pulled.ask(frame.PULL, everything)
    return [
        {"what": what, "steps": talk.steps, "journal": talk.row}
        for what, talk in (("collect, follow, and an assigned match that is played", whole), ("a pulled cable", pulled))
    ]


def answer_rows() -> Row:
    """One journal, and what a board says to requests, in their order."""
    talk = Talk()
    talk.press("A 20", "B 15", "next", *["A 5"] * 12, *["B 5"] * 11)
    journal = talk.row
    following = journal["next"]
    del talk.steps[:]
    key = "crokinole-official target=30"
    requests = [
        (frame.HELLO, b"\x02"),
        (frame.HELLO, b"\x01"),
        (frame.HELLO, b"\x09"),
        (frame.HELLO, b""),
        (0x0A, b""),
        (0x90, b"\x01"),
        (frame.PULL, laptop_half.pull(EPOCH, 0, 3)),
        (frame.PULL, laptop_half.pull(EPOCH, 5, 24)),
        (frame.PULL, laptop_half.pull(EPOCH, following - 1, 0xFFFFFFFF)),
        (frame.PULL, laptop_half.pull(EPOCH, following, 9)),
        (frame.PULL, laptop_half.pull(EPOCH, 2, 0)),
        (frame.PULL, laptop_half.pull(EPOCH, following + 1, 1)),
        (frame.PULL, laptop_half.pull(EPOCH + 1, 0, 1)),
        (frame.PULL, laptop_half.pull(EPOCH, 0, 1)[:-1]),
        (frame.ACK, laptop_half.ack(EPOCH, following + 1)),
        (frame.ACK, laptop_half.ack(EPOCH + 1, 1)),
        (frame.ACK, laptop_half.ack(EPOCH, 6)),
        (frame.ACK, laptop_half.ack(EPOCH, 2)),
        (frame.FOLLOW, laptop_half.follow(EPOCH, following + 1)),
        (frame.FOLLOW, laptop_half.follow(EPOCH, following - 25)),
        (frame.STATE, b"\x02"),
        (frame.STATE, b""),
        (frame.ASSIGN, orders.cancel()),
        (frame.ASSIGN, orders.assign("R1-4", key, ["Ann", "Zoë"], 0)),
        (frame.STATE, b"\x02"),
        (frame.ASSIGN, orders.assign("R1-4", key, ["Ann", "Zoë"], 0)),
        (frame.ASSIGN, orders.assign("R1-5", "no-such-game", [])),
        (frame.ASSIGN, orders.assign("R1-5", key, [], 2)),
        (frame.ASSIGN, b"\x04\x01k\x00"),
        (frame.ASSIGN, b"\x00\x09k"),
        (frame.ASSIGN, orders.cancel()),
        (frame.STATE, b"\x02"),
        (frame.SETUP, orders.setup("Table 9", 8)),
        (frame.SETUP, orders.setup("Table 9", 8)),
        (frame.SETUP, b"\x11"),
        (frame.TIME, laptop_half.time(NOON)),
        (frame.TIME, laptop_half.time(NOON + 60)),
        (frame.TIME, laptop_half.time(1_000_000_000)),
        (frame.PULL, laptop_half.pull(EPOCH, following, 0xFFFFFFFF)),
        (frame.HELLO, b"\x02"),
    ]
    for kind, body in requests:
        talk.ask(kind, body)
        talk.arrives()
    exchanges: list[Row] = []
    for step in talk.steps:
        if step["from"] == "laptop":
            exchanges.append({"request": step["wire"], "asks": step["says"], "reply": "", "says": []})
        else:
            exchanges[-1]["reply"] += step["wire"]
            exchanges[-1]["says"] += step["says"]
    return {"journal": journal, "exchanges": exchanges}
