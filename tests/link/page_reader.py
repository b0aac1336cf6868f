"""A second reading of the link, written from docs/link.md alone: it imports nothing of what it judges."""

import hashlib
import hmac
import struct
import uuid
import zlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

SOUND = 0x2144DF1C
YEAR_ZERO = 1767225600
URLS = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
GAMES = (
    "crokinole-official",
    "crokinole-traditional",
    "crokinole-championship",
    "twenties-shootout",
    "pichenotte-southwest",
    "pichenottes-quebec",
    "washers-ritzenthaler",
)
OPTIONS = ["format", "scoring", "start", "sides", "target", "discs", "rounds", "best_of", "games", "dames"]
OPTIONS += ["counters", "washers", "holes"]
# Of each game the options that are always in force, and of which one is.
IN_FORCE = (
    ("format", "target", "discs"),
    ("format", "scoring", "target", "discs", "sides", "start"),
    ("format", "discs"),
    ("format", "discs", "sides"),
    ("format", "discs"),
    ("format", "target", "dames", "counters"),
    ("format", "washers", "target", "holes"),
)
EITHER = {2: {"rounds", "best_of"}, 4: {"games", "target"}}
CHOICES = {
    "format": ("singles", "doubles", "two-on-one"),
    "scoring": ("differential", "simple"),
    "start": ("clockwise", "loser"),
}
WORDS = {4: "agree", 6: "forfeit", 7: "knocked", 9: "dame", 11: "stop", 15: "board", 16: "dead"}
WITH_NUMBER = {1: "", 2: "off ", 5: "penalty ", 8: "sunk ", 10: "counter "}
SINGLE = ["BOOT", "GAME", "CUT", "CHOICE", "ASSIGN", "LIGHT", "FAULT", "NAMED", "BACK", "ACKED"]
NEXT, FIRST, UNDO = 3, 13, 14

Said = dict[str, Any]


def uncobs(coded: bytes) -> bytes | None:
    """None where a code points behind the end."""
    plain, at = b"", 0
    while at < len(coded):
        code = coded[at]
        if not code or at + code > len(coded):
            return None
        plain += coded[at + 1 : at + code]
        at += code
        if code < 0xFF and at < len(coded):
            plain += b"\0"
    return plain


def framed(kind: int, request: int, body: bytes) -> bytes:
    plain = bytes((kind, request)) + body
    plain += struct.pack("<I", zlib.crc32(plain))
    return b"".join(bytes((len(piece) + 1,)) + piece for piece in plain.split(b"\0")) + b"\0"


def frames_of(wire: bytes) -> tuple[list[tuple[int, int, bytes]], int]:
    """The frames in it, and how many pieces were none."""
    found, damaged = [], 0
    for coded in filter(None, wire.split(b"\0")[:-1]):
        plain = uncobs(coded) if 7 <= len(coded) <= 201 else None
        if plain is not None and zlib.crc32(plain) == SOUND:
            found.append((plain[0], plain[1], plain[2:-4]))
        else:
            damaged += 1
    return found, damaged


def texts(data: bytes) -> list[str]:
    found = []
    while data:
        found.append(data[1 : 1 + data[0]].decode())
        data = data[1 + data[0] :]
    return found


def numbers(names: str, form: str) -> Callable[[bytes], Said]:
    return lambda body: dict(zip(names.split(), struct.unpack("<" + form, body), strict=True))


def assignment(body: bytes) -> Said:
    key, line, *names = texts(body[1:])
    return {"first": body[0] - 1 if body[0] else None, "key": key, "line": line, "names": names}


def setup(body: bytes) -> Said:
    return {"light": body[0] or None, "name": next(iter(texts(body[1:])), None)}


def welcome(body: bytes) -> Said:
    said = numbers("protocol format epoch oldest next acked time_ms damaged", "BBIIIIII")(body[:26])
    return said | dict(zip(("board", "firmware", "table"), texts(body[26:]), strict=False))


def records(body: bytes) -> Said:
    return {
        "first": struct.unpack_from("<I", body)[0],
        "records": [body[at : at + 8].hex() for at in range(4, len(body), 8)],
    }


def score(body: bytes) -> Said:
    epoch, following, acked, flags, game, first, shootout, closed = struct.unpack_from("<IIIBBBBH", body)
    said: Said = {"epoch": epoch, "next": following, "acked": acked, "waits": bool(flags & 8), "match": None}
    if flags & 1:
        sides = list(struct.iter_unpack("<ih", body[18:]))
        match = {"game": GAMES[game], "finished": bool(flags & 2), "review": bool(flags & 4), "first": first}
        match |= {"shootout": shootout, "closed": closed}
        said["match"] = match | {"totals": [total for total, _ in sides], "raw": [raw for _, raw in sides]}
    return said


def live(body: bytes) -> Said:
    return {**score(body[1 + body[0] :]), "key": body[1 : 1 + body[0]].decode()}


BODIES: dict[int, Callable[[bytes], Said]] = {
    0x01: numbers("protocol", "B"),
    0x02: numbers("epoch from count", "III"),
    0x03: numbers("epoch upto", "II"),
    0x04: lambda body: {"protocol": body[0]} if body else {},
    0x05: numbers("seconds", "I"),
    0x06: lambda body: assignment(b"\0" + body),
    0x07: setup,
    0x08: numbers("epoch from", "II"),
    0x09: assignment,
    0x81: welcome,
    0x82: records,
    0x83: numbers("oldest next", "II"),
    0x84: numbers("acked", "I"),
    0x85: numbers("next", "I"),
    0x86: numbers("", ""),
    0x87: numbers("", ""),
    0x88: score,
    0x89: live,
    0xFF: lambda body: {"reason": body[0], "sentence": body[1:].decode("ascii")},
}


# ---- records


def sound(epoch: int, number: int, record: bytes) -> bool:
    return zlib.crc32(struct.pack("<II", epoch, number) + record) == SOUND


def gap(packed: int) -> int:
    return (packed & 0x3FFF) * (1, 16, 256, 4096)[packed >> 14]


def line(kind: int, side: int, argument: int) -> str:
    who = "ABC-"[side]
    if kind in (NEXT, UNDO):
        return "next" if kind == NEXT else "undo"
    if kind == FIRST:
        return f"first {who}"
    if kind == 12:
        return f"{who} colour {('green', 'red')[argument]}"
    return f"{who} {WITH_NUMBER[kind]}{argument}" if kind in WITH_NUMBER else f"{who} {WORDS[kind]}"


def option(code: int, value: bytes) -> Said:
    name = OPTIONS[code]
    number = value[0] | value[1] << 8
    lists = {"counters": 2, "holes": 3}
    said = list(value[: lists[name]]) if name in lists else CHOICES[name][number] if name in CHOICES else number
    return {"option": name, "value": said}


def told(record: bytes) -> Said:
    """What a record says."""
    what, one, two, three = record[:4]
    since, value = gap(two | three << 8), one | two << 8 | three << 16
    if what < 0x80:
        event = [what >> 2, what & 3, one]
        return {"kind": "event", "event": event, "line": line(*event), "gap": since}
    if what == 0x9F:
        return {"kind": "RULES", "edition": one}
    if what < 0xA0:
        return {"kind": "SETTING", **option(what & 0x1F, record[1:4])}
    if what < 0xC0:
        return {"kind": "TEXT", "field": what & 0x1F}
    if what >= 0xE0:
        return {"kind": "TIME", "zero": YEAR_ZERO + ((what & 0x1F) << 24 | value)}
    name = SINGLE[what - 0xC0]
    said: dict[str, Said] = {
        "BOOT": {"format": one, "why": two, "safe_mode": three},
        "GAME": {"game": one & 0x3F, "first": one >> 6, "gap": since},
        "CUT": {"fallen": value},
        "ASSIGN": {"game": None if one == 0xFF else one, "first": two},
        "LIGHT": {"light": one, "sound": two, "language": three},
        "BACK": {"gap": since},
        "ACKED": {"below": value},
    }
    return {"kind": name, **said.get(name, {"check": value})}


def times(found: Sequence[tuple[int, bytes]]) -> list[tuple[int | None, str | None]]:
    """Of each record board time and date."""
    ms: int | None = None
    spans: list[list[int]] = [[]]  # each with one entry at most: the zero of the records that were made in it
    made: list[tuple[int | None, list[int]]] = []
    expected = 0
    for number, record in found:
        said = told(record)
        if said["kind"] == "BOOT":
            ms, expected = 0, number
            spans.append([])
        elif number != expected:
            ms = None
            spans.append([])
        if ms is not None:
            ms += said.get("gap", 0)
        if said["kind"] == "TIME":
            if spans[-1]:
                spans.append([])
            spans[-1].append(said["zero"])
        expected = number + 1
        made.append((ms, spans[-1]))
    return [(ms, date(zero[0], ms) if zero and ms is not None else None) for ms, zero in made]


def date(zero: int, ms: int) -> str:
    moment = datetime.fromtimestamp(zero, UTC) + timedelta(milliseconds=ms)
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


# ---- matches


class Match:
    """`entered`: (number, event) of every event; `missing`: the first number that is missing, -1 where something else
    keeps it from having a score. `is_shown`: it is known where it begins."""

    def __init__(self, first: int | None, start: int, group: "Group", game: Said) -> None:
        self.first_seq, self.is_shown = first or 0, first is not None
        self.start, self.game, self.opener = start, GAMES[game["game"]], game["first"]
        self.is_whole = group.is_whole(game["game"])
        self.edition, self.options = group.edition, dict(group.given)
        if self.is_whole and "format" in IN_FORCE[game["game"]]:
            self.options.setdefault("format", "singles")
        self.key = group.text(0) if self.is_whole else None
        sides = self.options.get("sides", 2)
        self.names = [group.text(1 + side) if self.is_whole else None for side in range(sides)]
        self.entered: list[tuple[int, list[int]]] = []
        self.missing: int | None = None if self.is_whole else -1
        self.may_have_gone_on = False  # among records that are missing

    @property
    def is_incomplete(self) -> bool:
        return self.missing is not None or self.may_have_gone_on

    @property
    def stand(self) -> list[list[int]]:
        """The events that stand."""
        standing = [[FIRST, self.opener, 0]] if self.edition < 3 and self.opener else []
        for _, event in self.entered:
            if event[0] != UNDO:
                standing.append(event)
            else:
                standing.pop()
        return standing

    @property
    def totals(self) -> list[int]:
        """By the rules of crokinole-official."""
        totals, raw = [0, 0], [0, 0]
        for kind, side, zone in self.stand:
            if kind in (1, 2):
                raw[side] += zone if kind == 1 else -zone
            elif kind == NEXT:
                totals = [total + points - min(raw) for total, points in zip(totals, raw, strict=True)]
                raw = [0, 0]
        return totals


class Group:
    """Records that stand before what they describe; `at`: the number of the first."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.edition = 2
        self.has_choice = False
        self.given: dict[str, Any] = {}
        self._texts: dict[int, bytes] = {}

    def begins_anew_with(self, said: Said) -> bool:
        """Whether this record is of another group than those before it."""
        if said["kind"] == "CHOICE":
            return self.has_choice or bool(self.given)
        return said["kind"] == "SETTING" and (self.edition != 2 or said["option"] in self.given)

    def add(self, number: int, record: bytes, said: Said) -> None:
        self.at = number if self.at is None else self.at
        if said["kind"] == "TEXT":
            self._texts[said["field"]] = self._texts.get(said["field"], b"") + record[1:4]
        elif said["kind"] == "SETTING":
            self.given[said["option"]] = said["value"]
        elif said["kind"] == "RULES":
            self.edition = said["edition"]
        else:
            self.has_choice = True

    def text(self, field: int) -> str | None:
        return self._texts.get(field, b"").split(b"\0")[0].decode() or None

    def is_whole(self, game: int) -> bool:
        """Whether every option in force is there, and no other."""
        wanted = set(IN_FORCE[game])
        either = EITHER.get(game, set())
        if either and len(either & set(self.given)) != 1:
            return False
        missing = wanted - set(self.given) - ({"format"} if self.edition < 3 and game in (3, 6) else set())
        return not missing and set(self.given) <= wanted | either


class Journal:
    """The matches of sound records, in order, and the key of the assignment that waits."""

    def __init__(self, found: Sequence[tuple[int, bytes]]) -> None:
        self._all: list[Match] = []
        self.waits: str | None = None
        self._used: str | None = None
        self._may_go_back = False
        self._stand: int | None = None  # behind a hole: how many events stand at least
        self._before: Match | None = None  # which may go on
        self._group = Group()
        self._choice_at: int | None = None  # which holes behind it leave in mind
        self._read: dict[str, Any] = {}  # options behind it
        self._texts = 0
        self._is_lost = False  # something since what is no part of a group, or since the CHOICE
        self._expected = 0
        for number, record in found:
            self.lost_until(number)
            self._expected = number + 1
            self._take(number, record)

    @property
    def matches(self) -> list[Match]:
        return [match for match in self._all if match.is_shown]

    def lost_until(self, following: int) -> None:
        """The board has records below this number."""
        lost = following - self._expected
        if lost <= 0:
            return
        match = self._all[-1] if self._all else None
        if match is not None and match.is_whole and self._before is not None:
            stand = len(match.stand) if self._stand is None else self._stand
            if lost > stand:
                self._before.may_have_gone_on = True
            self._stand = max(0, stand - lost)
        if match is not None and match.missing is None:
            match.missing = self._expected
        self._group = Group()
        self._is_lost = True

    def _take(self, number: int, record: bytes) -> None:
        said = told(record)
        kind = said["kind"]
        if kind in ("SETTING", "RULES", "TEXT", "CHOICE"):
            if self._group.begins_anew_with(said):
                self._group = Group()
            self._group.add(number, record, said)
            self._note(number, said)
            return
        match = self._all[-1] if self._all else None
        if kind == "GAME":
            self._start(number, said, match)
        elif kind == "ASSIGN":
            is_one = said["game"] is not None and self._group.is_whole(said["game"])
            self.waits = self._group.text(0) if is_one else None
        elif match is None or not match.is_whole:
            pass
        elif kind == "event":
            if match.missing is None:
                match.entered.append((number, said["event"]))
            if self._stand is not None:
                self._stand = max(0, self._stand + (-1 if said["event"][0] == UNDO else 1))
        elif kind == "BACK":
            self._go_back(match)
        elif kind == "CUT":
            below = number - said["fallen"]
            if below > match.start and (match.missing is None or match.missing >= below):
                match.entered = [one for one in match.entered if one[0] < below]
                match.missing = self._stand = None
                if self._before is not None:
                    self._before.may_have_gone_on = False
        self._group = Group()
        self._choice_at, self._read, self._texts, self._is_lost = None, {}, 0, False

    def _note(self, number: int, said: Said) -> None:
        if said["kind"] == "CHOICE":
            self._choice_at, self._read, self._texts, self._is_lost = number, {}, 0, False
        elif said["kind"] == "SETTING":
            self._read[said["option"]] = said["value"]
        elif said["kind"] == "TEXT":
            self._texts += 1

    def _start(self, number: int, said: Said, before: Match | None) -> None:
        group = self._group
        if group.is_whole(said["game"]):
            first = (number if group.at is None else group.at) - self._is_lost
            match = Match(first, number, group, said)
        else:
            most = len(IN_FORCE[said["game"]]) + len(EITHER.get(said["game"], ())) + self._texts + 2
            is_its = self._choice_at is not None and number - self._choice_at <= most
            match = Match(self._choice_at if is_its else None, number, group, said)
            match.options, match.names = self._read, [None] * self._read.get("sides", 2)
        self._before = before if before is not None and before.is_whole and before.is_shown else None
        self._stand, self._may_go_back = None, True
        self._all.append(match)
        self._used = None
        if self.waits is not None and (group.edition < 3 or self.waits == group.text(0)):
            self.waits, self._used = None, self.waits

    def _go_back(self, match: Match) -> None:
        if match.missing is not None:
            if self._before is not None:
                self._before.may_have_gone_on = True
        elif not match.stand and self._may_go_back:
            self._may_go_back = False
            self.waits = self.waits or self._used
            self._all.pop()
            if self._before is None and self._all:  # it is not known what goes on
                self._all.append(Match(None, match.start, Group(), {"game": 0, "first": 0}))
            self._before = self._stand = None


def match_id(board: str, epoch: int, first_seq: int) -> str:
    return str(uuid.uuid5(URLS, f"tallyboard:{board}/{epoch}/{first_seq}"))


# ---- the radio


def datagram_of(data: bytes, key: bytes) -> Said | None:
    """None where it is none, or another key has sealed it."""
    if len(data) < 4 or data[0] != 0x54 or data[1] not in (0x11, 0x12) or not 1 <= data[2] <= 64:
        return None
    at = 3 + data[2]
    said = data[at + 20 : -8]
    if len(data) < at + 28 or len(said) == 1 or len(said) > 196:
        return None
    if data[-8:] != hmac.digest(key, data[:-8], hashlib.sha256)[:8]:
        return None
    origin = "board" if data[1] == 0x11 else "laptop"
    numbers = {"boards": data[at : at + 8].hex(), "laptops": data[at + 8 : at + 16].hex()}
    counter = int.from_bytes(data[at + 16 : at + 20], "little")
    return {"from": origin, "board": data[3:at].decode(), **numbers, "counter": counter, "frame": said.hex()}
