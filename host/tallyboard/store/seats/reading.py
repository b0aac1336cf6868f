"""What stands in the tables of seats: types of it, and reading them; a row that a disk has made impossible is none. And
the journal with which another phone goes on where the one before it ended, out of the records of a board."""

from collections.abc import Collection
from typing import Any, NamedTuple
from zlib import crc32

from shared_rules.journal.record import ASSIGN, BACK, BOOT, CHOICE, GAME, LIGHT, NAMED, SETTING, SIZE
from tallyboard.journal.runs import end_of, joined
from tallyboard.store.tables.rows import epochs, sound_runs
from tallyboard.store.tables.sql import Sql, among, rows_if_there
from tallyboard.text.board_names import natural

ASK_MS = 120_000  # so long an ask waits
AHEAD_MS = 1_000  # what was noted so far ahead was so before the clock was set back
_LOW_PERCENT = 20  # below which a battery is told
PLACES = 4088  # for records in the memory of a board, of 32 KB
MOST = PLACES - 64 - 700  # of them are handed over: there is the board's reserve, and room for the next match
_BESIDE = (CHOICE, ASSIGN, LIGHT, NAMED)  # stand before the GAME that they belong to, or are kept with it


class HandedJournal(NamedTuple):
    """The end of a board's journal: its `records` from number `first` up to, not with, `next`. They begin with a match:
    with the one before the match that is on, so that it can be gone back to, where there is room. Not `is_whole`:
    records of the match that is on are missing; then there are none, and `first` is `next`."""

    epoch: int
    first: int
    next: int
    records: bytes
    is_whole: bool


class Phone(NamedTuple):
    """A phone that was let in at a table. Times in ms since 1970, by the database's clock. `percent`, `charging`: of
    its battery, where its browser tells."""

    check: str
    board: str
    table: str
    since: int
    heard: int | None
    percent: int | None
    charging: bool | None

    @property
    def is_low(self) -> bool:
        """Whether it will be out soon: its battery is low, and is not being charged."""
        return self.percent is not None and self.percent < _LOW_PERCENT and not self.charging


class Ask(NamedTuple):
    """Another phone wants this table, since it `asked`."""

    check: str
    table: str
    asked: int

    @property
    def number(self) -> str:
        return number_of(self.check)


def number_of(check: str) -> str:
    """What people tell a phone that asks by: two digits, "00" to "99", out of the check of its token."""
    return f"{crc32(check.encode('utf-8', 'surrogatepass')) % 100:02}"


class Seat(NamedTuple):
    """A table that is open to phones. `board`: which its phones are, None before the first. `phone`: that is there, or
    was last, with a valid token; `ask`: that waits."""

    table: str
    secret: str
    opened: int
    locked: bool
    board: str | None
    phone: Phone | None
    ask: Ask | None


class Admitted(NamedTuple):
    """A phone is let in. `is_new`: by this token for the first time. `took_over`: the board was another phone's.
    `journal`: to begin with, where the phone has none and the store has."""

    check: str
    table: str
    board: str
    locked: bool
    is_new: bool
    took_over: bool
    journal: HandedJournal | None


class Taken(NamedTuple):
    """Another phone has the seat, last heard `heard_s` seconds ago. `state`: "taken": it can be asked; "asked": it was,
    and waits; "waits": another one asks already, and it is this one's turn behind that; "refused"."""

    table: str
    heard_s: float | None
    state: str


class Void(NamedTuple):
    """Nobody is let in by that. `why`: "renewed" (no seat has the secret), "closed" (the seat is), "unknown" (the
    token); or how the token ended: "taken", "freed", "closed", "moved"."""

    why: str


class TokenStanding(NamedTuple):
    """How it stands with a token. `why`: see Void, None for a valid one. Of a valid one: whether its table is `locked`,
    and the `ask` of another phone that waits. `asked`: what became of its own ask: "asked" (it waits), "agreed" (ask to
    be let in again), "refused", "gone" (nobody has answered); None where it has not asked."""

    why: str | None
    locked: bool
    ask: Ask | None
    asked: str | None


# ---- rows


class SeatRow(NamedTuple):
    key: str
    name: str
    secret: str
    opened: int
    locked: bool
    board: str | None
    closed: int | None


class TokenRow(NamedTuple):
    check: str
    board: str
    seat: str
    since: int
    heard: int | None
    percent: int | None
    charging: bool | None
    ended: int | None
    why: str | None

    def of_table(self, table: str) -> Phone:
        """As others know it, at the table of this name."""
        return Phone(self.check, self.board, table, self.since, self.heard, self.percent, self.charging)

    @property
    def void(self) -> str | None:
        """Why it is not valid, None where it is."""
        return None if self.ended is None else self.why or "unknown"


class AskRow(NamedTuple):
    check: str
    seat: str
    asked: int
    answer: str | None
    by: str | None

    def waits(self, now: int) -> bool:
        """Whether nobody has answered it."""
        return self.answer is None and is_since(self.asked, now, ASK_MS)

    def state(self, now: int) -> str:
        if not is_since(self.asked, now, ASK_MS):
            return "gone"
        return {None: "asked", "yes": "agreed"}.get(self.answer, "refused")


def is_since(moment: int | None, now: int, ms: int) -> bool:
    """Whether this moment was so long ago at most."""
    return moment is not None and now - ms < moment < now + AHEAD_MS


_SEATS = f"SELECT {', '.join(SeatRow._fields)} FROM seats"
_PHONES = "SELECT token_check, board, seat, since, heard, percent, charging, ended, why FROM phones"
_ASKS = "SELECT token_check, seat, asked, answer, answered_by FROM seat_asks"


def seat_rows(sql: Sql, where: str = "", **values: Any) -> list[SeatRow]:
    """Those that no disk has made impossible."""
    found = (SeatRow(*row) for row in rows_if_there(sql, "seats", f"{_SEATS} {where}", **values))
    return [
        row._replace(locked=bool(row.locked))
        for row in found
        if _are(str, row.key, row.name, row.secret, row.board or "") and _are(int, row.opened, row.closed or 0)
    ]


def token_rows(sql: Sql, where: str, **values: Any) -> list[TokenRow]:
    """The same of phones."""
    found = (TokenRow(*row) for row in rows_if_there(sql, "phones", f"{_PHONES} {where}", **values))
    return [
        row._replace(
            heard=row.heard if type(row.heard) is int else None,
            percent=row.percent if type(row.percent) is int and 0 <= row.percent <= 100 else None,
            charging=None if row.charging is None else bool(row.charging),
        )
        for row in found
        if _are(str, row.check, row.board, row.seat, row.why or "") and _are(int, row.since, row.ended or 0)
    ]


def ask_rows(sql: Sql) -> list[AskRow]:
    """All of them, the newest last."""
    found = (AskRow(*row) for row in rows_if_there(sql, "seat_asks", f"{_ASKS} ORDER BY asked, token_check"))
    return [row for row in found if _are(str, row.check, row.seat, row.answer or "") and _are(int, row.asked)]


def _are(kind: type, *values: Any) -> bool:
    return all(type(value) is kind for value in values)


def ask_that_waits(sql: Sql, seat: str, now: int) -> AskRow | None:
    """Who waits for the seat of this key."""
    return next((one for one in reversed(ask_rows(sql)) if one.seat == seat and one.waits(now)), None)


def rows_of_checks(sql: Sql, checks: Collection[str]) -> list[TokenRow]:
    """The phones of these tokens, valid or not."""
    if not checks:
        return []
    of_them, values = among(checks)
    return token_rows(sql, f"WHERE token_check {of_them}", **values)


# ---- for the desk, hubs and pages


def seats(sql: Sql) -> list[Seat]:
    """Those that are open, in the order of their names."""
    rows = seat_rows(sql, "WHERE closed IS NULL")
    if not rows:
        return []
    now, asks = sql.now_ms(), ask_rows(sql)
    valid = {one.seat: one for one in token_rows(sql, "WHERE ended IS NULL")}
    found = []
    for row in sorted(rows, key=lambda row: (natural(row.name.casefold()), row.key)):
        phone = valid.get(row.key)
        ask = next((one for one in reversed(asks) if one.seat == row.key and one.waits(now)), None)
        of_it = None if phone is None else phone.of_table(row.name)
        asked = None if ask is None else Ask(ask.check, row.name, ask.asked)
        found.append(Seat(row.name, row.secret, row.opened, row.locked, row.board, of_it, asked))
    return found


def stands(sql: Sql, checks: Collection[str]) -> dict[str, TokenStanding]:
    """How it stands with each of these tokens."""
    if not checks:
        return {}
    known = {one.check: one for one in rows_of_checks(sql, checks)}
    rows = {row.key: row for row in seat_rows(sql, "WHERE closed IS NULL")}
    now, asks = sql.now_ms(), ask_rows(sql)
    own = {one.check: one for one in asks}
    found = {}
    for check in checks:
        token = known.get(check)
        row = rows.get(token.seat) if token is not None and token.ended is None else None
        wants = None if row is None else next((one for one in reversed(asks) if one.seat == row.key), None)
        ask = Ask(wants.check, row.name, wants.asked) if row and wants and wants.waits(now) else None
        asked = own[check].state(now) if check in own else None
        void = None if row is not None else (token and token.void) or "unknown"
        found[check] = TokenStanding(void, row is not None and row.locked, ask, asked)
    return found


def phones(sql: Sql) -> dict[str, Phone]:
    """By board the phone that is it, or was last."""
    tables = {row.key: row.name for row in seat_rows(sql)}
    every = token_rows(sql, "ORDER BY since, CASE WHEN ended IS NULL THEN 1 ELSE 0 END")
    return {one.board: one.of_table(tables.get(one.seat, one.seat)) for one in every}


# ---- handed over to another phone


def journal_of(sql: Sql, board: str) -> HandedJournal | None:
    """That of the board's newest epoch, as far as it is stored and all of it is known; None where nothing is."""
    known = epochs(sql, [board])
    if not known:
        return None
    epoch = known[-1]
    runs = list(joined(sound_runs(sql, board, epoch.number, max(0, epoch.next - PLACES))))
    last = end_of(runs[-1]) if runs else 0
    end = max(epoch.next, last)
    if end == 0:
        return None
    first, data = end, b""
    for start, some in reversed(runs):  # of those that follow one another up to the end
        if start + len(some) // SIZE != first:
            break
        first, data = start, some + data
    begins = _begins(data, is_all=first == 0)
    if begins is None:
        return HandedJournal(epoch.number, end, end, b"", is_whole=False)
    return HandedJournal(epoch.number, first + begins, end, data[begins * SIZE :], is_whole=True)


def _begins(data: bytes, is_all: bool) -> int | None:
    """At which of these records it is to begin, None where the match that is on does not stand in them whole.
    `is_all`: nothing stands before them."""
    kinds = data[::SIZE]
    found: list[int] = []  # where the match that is on begins, and the one before it
    at, given_up = len(kinds), 0
    while at and len(found) < 2:
        at -= 1
        if kinds[at] == BACK:
            given_up += 1
        elif kinds[at] == GAME and given_up:
            given_up -= 1  # it was taken back: it lies within the one before
        elif kinds[at] == GAME:
            while at and (SETTING <= kinds[at - 1] < BOOT or kinds[at - 1] in _BESIDE):
                at -= 1
            if at or is_all:  # else what describes it may begin before
                found.append(at)
    fitting = [begins for begins in found if len(kinds) - begins <= MOST]
    if not found and is_all and len(kinds) <= MOST:
        return 0  # no match yet
    return fitting[-1] if fitting else None
