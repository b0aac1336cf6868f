"""Seats: tables that are opened to phones, which phone sits at each, and who else wants to.

A seat has a secret: whoever shows it gets the table's keys, with a token that the phone has made itself. At most one
token of a seat is valid. A seat keeps its board: whoever comes after another phone goes on with its match. While a
phone is there, another one has to be agreed to, by that phone or by the desk; then the old token ends, the new one
begins and the journal is read in one transaction, see handing_over.py.
"""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from hmac import compare_digest
from typing import Any, NamedTuple

from tallyboard.errors import CoreError
from tallyboard.errors import seats as told
from tallyboard.store.handing_over import Journal, journal_of
from tallyboard.store.hubs import SILENT_MS, present
from tallyboard.store.orders import table_name
from tallyboard.store.tables.sql import CoreSql, Sql, among, rows_if_there
from tallyboard.store.tokens import check_of as check_of
from tallyboard.store.tokens import is_phone as is_phone
from tallyboard.store.tokens import new_board
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.store.transactions import PRESENCE, SEATS, WakeUp, Writable
from tallyboard.text.board_names import natural

MOST = 240  # seats that are open
ASK_MS = 120_000  # so long an ask waits
_ANOTHER_MS = 2_000  # so long it is replaced by no other, which would cost as many writings as somebody likes
_REFUSED_MS = 30_000  # from an ask that was refused on nobody is asked again
_AHEAD_MS = 1_000  # what was noted so far ahead was so before the clock was set back
_KEPT_MS = 30 * 86_400_000  # a phone that ended is known

_NEWS = WakeUp(frozenset((SEATS, PRESENCE)))


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


class Ask(NamedTuple):
    """Another phone wants this table, since it `asked`."""

    check: str
    table: str
    asked: int


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
    journal: Journal | None


class Taken(NamedTuple):
    """Another phone has the seat, last heard `heard_s` seconds ago. `state`: "taken": it can be asked; "asked": it was,
    and waits; "refused"."""

    table: str
    heard_s: float | None
    state: str


class Void(NamedTuple):
    """Nobody is let in by that. `why`: "renewed" (no seat has the secret), "closed" (the seat is), "unknown" (the
    token); or how the token ended: "taken", "freed", "closed", "moved"."""

    why: str


class Standing(NamedTuple):
    """How it stands with a token. `why`: see Void, None for a valid one. Of a valid one: whether its table is `locked`,
    and the `ask` of another phone that waits. `asked`: what became of its own ask: "asked" (it waits), "agreed" (ask to
    be let in again), "refused", "gone" (nobody has answered); None where it has not asked."""

    why: str | None
    locked: bool
    ask: Ask | None
    asked: str | None


# ---- what stands in the tables


class _Row(NamedTuple):
    """A row of seats."""

    key: str
    name: str
    secret: str
    opened: int
    locked: bool
    board: str | None
    closed: int | None


class _Token(NamedTuple):
    """A row of phones."""

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
        return Phone(self.check, self.board, table, self.since, self.heard, self.percent, self.charging)

    @property
    def void(self) -> str | None:
        """Why it is not valid, None where it is."""
        return None if self.ended is None else self.why or "unknown"


class _Asked(NamedTuple):
    """A row of seat_asks."""

    check: str
    seat: str
    asked: int
    answer: str | None
    by: str | None

    def waits(self, now: int) -> bool:
        return self.answer is None and _is_since(self.asked, now, ASK_MS)

    def state(self, now: int) -> str:
        """See Standing."""
        if not _is_since(self.asked, now, ASK_MS):
            return "gone"
        return {None: "asked", "yes": "agreed"}.get(self.answer, "refused")


def _is_since(moment: int | None, now: int, ms: int) -> bool:
    """Whether this moment was so long ago at most."""
    return moment is not None and now - ms < moment < now + _AHEAD_MS


_SEATS = f"SELECT {', '.join(_Row._fields)} FROM seats"
_PHONES = "SELECT token_check, board, seat, since, heard, percent, charging, ended, why FROM phones"
_ASKS = "SELECT token_check, seat, asked, answer, answered_by FROM seat_asks"


def _rows(sql: Sql, where: str = "", **values: Any) -> list[_Row]:
    """Those that no disk has made impossible."""
    found = (_Row(*row) for row in rows_if_there(sql, "seats", f"{_SEATS} {where}", **values))
    return [
        row._replace(locked=bool(row.locked))
        for row in found
        if _are(str, row.key, row.name, row.secret, row.board or "") and _are(int, row.opened, row.closed or 0)
    ]


def _tokens(sql: Sql, where: str, **values: Any) -> list[_Token]:
    found = (_Token(*row) for row in rows_if_there(sql, "phones", f"{_PHONES} {where}", **values))
    return [
        row._replace(
            heard=row.heard if type(row.heard) is int else None,
            percent=row.percent if type(row.percent) is int and 0 <= row.percent <= 100 else None,
            charging=None if row.charging is None else bool(row.charging),
        )
        for row in found
        if _are(str, row.check, row.board, row.seat, row.why or "") and _are(int, row.since, row.ended or 0)
    ]


def _asks(sql: Sql) -> list[_Asked]:
    found = (_Asked(*row) for row in rows_if_there(sql, "seat_asks", f"{_ASKS} ORDER BY asked, token_check"))
    return [row for row in found if _are(str, row.check, row.seat, row.answer or "") and _are(int, row.asked)]


def _are(kind: type, *values: Any) -> bool:
    return all(type(value) is kind for value in values)


def _waiting(sql: Sql, seat: str, now: int) -> _Asked | None:
    return next((one for one in reversed(_asks(sql)) if one.seat == seat and one.waits(now)), None)


# ---- for the desk


def seats(sql: Sql) -> list[Seat]:
    """Those that are open, in the order of their names."""
    rows = _rows(sql, "WHERE closed IS NULL")
    if not rows:
        return []
    now, asks = sql.now_ms(), _asks(sql)
    valid = {one.seat: one for one in _tokens(sql, "WHERE ended IS NULL")}
    found = []
    for row in sorted(rows, key=lambda row: (natural(row.name.casefold()), row.key)):
        phone = valid.get(row.key)
        ask = next((one for one in reversed(asks) if one.seat == row.key and one.waits(now)), None)
        of_it = None if phone is None else phone.of_table(row.name)
        asked = None if ask is None else Ask(ask.check, row.name, ask.asked)
        found.append(Seat(row.name, row.secret, row.opened, row.locked, row.board, of_it, asked))
    return found


def open_seats(store: Writable, tables: Sequence[str], renew: bool = False) -> list[Seat]:
    """Open these tables to phones, as far as they are not, and give their seats; a number is a table's name too.
    `renew`: those that are open get new secrets; who is in stays in.

    Raises CoreError for a name that no board can have, and where more than MOST would be open; nothing is opened then.
    """
    wanted = _named(tables)
    with store.writing(news=_NEWS) as sql:
        _take_turns(sql)
        there = {row.key: row for row in _rows(sql)}
        count = len(wanted.keys() | {key for key, row in there.items() if row.closed is None})
        if count > MOST:
            raise CoreError(told.FULL, wanted=count, most=MOST)
        now = sql.now_ms()
        for key, name in wanted.items():
            row = there.get(key)
            if row is None or row.closed is not None:
                made = {"key": key, "name": name, "secret": _new_secret(), "opened": now, "locked": False}
                sql.upsert("seats", "key", [{**made, "board": None, "closed": None}])
            elif renew:
                sql.run("UPDATE seats SET secret = :secret WHERE key = :key", secret=_new_secret(), key=key)
        return [seat for seat in seats(sql) if as_compared(seat.table) in wanted]


def close_seats(store: Writable, tables: Sequence[str]) -> list[Seat]:
    """Let nobody in at these tables any more, and nobody stay in; those that were open. Raises CoreError where one is
    not; then none is closed."""
    wanted = _named(tables)
    with store.writing(news=_NEWS) as sql:
        _take_turns(sql)
        there = {row.key: row for row in _rows(sql, "WHERE closed IS NULL")}
        for key, name in wanted.items():
            if key not in there:
                raise CoreError(told.NO_SEAT, table=name)
        before = [seat for seat in seats(sql) if as_compared(seat.table) in wanted]
        for key in wanted:
            _end(sql, key, "closed")
            _answer(sql, key, "no", "")
            sql.run(
                "UPDATE seats SET closed = :now, board = NULL, locked = :no WHERE key = :key",
                now=sql.now_ms(),
                no=False,
                key=key,
            )
    return before


def lock(store: Writable, table: str, locked: bool) -> None:
    """Have the keys of this table's phone do nothing, or again what they do. Raises CoreError where it has no seat."""
    with store.writing(news=_NEWS) as sql:
        row = _open_row(sql, table)
        sql.run("UPDATE seats SET locked = :locked WHERE key = :key", locked=locked, key=row.key)


def free(store: Writable, table: str) -> None:
    """Take the keys from this table's phone; the next one goes on with its match. Raises CoreError where it has no
    seat."""
    with store.writing(news=_NEWS) as sql:
        row = _open_row(sql, table)
        _end(sql, row.key, "freed")
        _answer(sql, row.key, "yes", "")


def answer(store: Writable, table: str, by: str, agreed: bool) -> bool:
    """Say to the phone that wants this table whether it may have it; whether one waited. `by`: "phone" or the name of
    who is at the desk."""
    with store.writing(news=_NEWS) as sql:
        row = _open_row(sql, table)
        waits = _waiting(sql, row.key, sql.now_ms())
        if waits is not None:
            _answer(sql, row.key, "yes" if agreed else "no", by)
        return waits is not None


def _named(tables: Sequence[str]) -> dict[str, str]:
    """The names of the tables by what they are compared by."""
    found: dict[str, str] = {}
    for given in tables:
        name = table_name(given)
        if not name:
            raise CoreError(told.NO_NAME)
        found.setdefault(as_compared(name), f"Table {name}" if name.isdecimal() else name)
    return found


def _new_secret() -> str:
    return secrets.token_urlsafe(16)


def _take_turns(sql: CoreSql) -> None:
    """Wait until nobody else changes anything about seats, and keep others from it until the transaction ends. It is
    done first: whoever has locked something else waits for nobody here."""
    if sql.dialect == "postgresql":
        sql.run("LOCK TABLE seats IN SHARE ROW EXCLUSIVE MODE")


def _open_row(sql: CoreSql, table: str) -> _Row:
    """The seat of this table, when it is our turn."""
    _take_turns(sql)
    row = next(iter(_rows(sql, "WHERE key = :key AND closed IS NULL", key=as_compared(table))), None)
    if row is None:
        raise CoreError(told.NO_SEAT, table=table)
    return row


def _end(sql: CoreSql, seat: str, why: str) -> None:
    """End the token of this seat. Whoever stores records by it just now is waited for."""
    if sql.dialect == "postgresql":  # for an update alone nobody is waited for who has locked a row as tokens.py does
        sql.run("SELECT 1 FROM phones WHERE seat = :seat AND ended IS NULL FOR UPDATE", seat=seat)
    ended = "UPDATE phones SET ended = :now, why = :why WHERE seat = :seat AND ended IS NULL"
    sql.run(ended, now=sql.now_ms(), why=why, seat=seat)


def _answer(sql: CoreSql, seat: str, said: str, by: str) -> None:
    """Say this to whoever waits for this seat."""
    answered = "UPDATE seat_asks SET answer = :said, answered_by = :by WHERE seat = :seat AND answer IS NULL"
    sql.run(answered, said=said, by=by, seat=seat)


# ---- who is let in


class _Wish(NamedTuple):
    """What `admit` was asked, with checks in place of tokens."""

    secret: str | None
    check: str
    has: frozenset[str]
    old: str | None
    empty: frozenset[str] | bool
    takes_over: bool

    def is_empty(self, *checks: str) -> bool:
        """Whether the phone has no journal for the board of these."""
        return self.empty if isinstance(self.empty, bool) else not self.empty.isdisjoint(checks)


_Outcome = Admitted | Taken | Void
_Write = Callable[[CoreSql], _Outcome]  # what has to be written first


def admit(
    store: Writable,
    *,
    secret: str | None,
    token: str,
    has: Sequence[str] = (),
    old: str | None = None,
    empty: Collection[str] | bool = False,
    takes_over: bool = False,
) -> Admitted | Taken | Void:
    """Let a phone in at the seat of this secret, None: at that of its token.

    Where it `has` a valid token for this seat it goes on with that one, else with `token`, which is new: as the seat's
    board, or a new one. `old`: its own token that this one takes the place of. `empty`: it has no journal for its
    board, or for those of these tokens. `takes_over`: where another phone is at the seat it is asked, or replaced where
    it is not there any more. To ask again with the same token changes nothing.
    """
    wish = _Wish(
        secret,
        check_of(token),
        frozenset(map(check_of, has)),
        old and check_of(old),
        empty if isinstance(empty, bool) else frozenset(map(check_of, empty)),
        takes_over,
    )
    with store.reading() as reading:
        outcome = _looked(reading, wish)
    if not callable(outcome):
        return outcome
    with store.writing(news=_NEWS) as sql:
        _take_turns(sql)
        outcome = _looked(sql, wish)  # which may be another by now
        return outcome(sql) if callable(outcome) else outcome


def _looked(sql: Sql, wish: _Wish) -> _Outcome | _Write:
    """What comes of it, as everything stands now."""
    known = {one.check: one for one in _of_checks(sql, {wish.check, *wish.has, *filter(None, [wish.old])})}
    mine, former = known.get(wish.check), known.get(wish.old or "")
    if wish.secret is None:
        valid = [one for one in (mine, former) if one is not None and one.ended is None]
        if not valid or (mine is not None and mine.ended is not None):
            return Void(next((one.void for one in (mine, former) if one is not None and one.void), "unknown"))
        row = next(iter(_rows(sql, "WHERE key = :key", key=valid[0].seat)), None)
    else:
        row = next((one for one in _rows(sql) if _are_same(one.secret, wish.secret)), None)
        if row is None:
            return Void("renewed")
    if row is None or row.closed is not None:
        return Void("unknown" if row is None else "closed")
    there = next(iter(_tokens(sql, "WHERE seat = :seat AND ended IS NULL", seat=row.key)), None)
    if there is not None and there.check == wish.old and mine is None:
        return partial(_moved, row=row, there=there, wish=wish)
    if there is not None and there.check in {wish.check, *wish.has}:
        journal = journal_of(sql, there.board) if wish.is_empty(there.check, wish.check) else None
        return Admitted(there.check, row.name, there.board, row.locked, False, False, journal)
    if mine is not None:  # a token is of one seat, and is not used again
        return Void(mine.void or "unknown")
    if there is None:
        return partial(_registered, row=row, wish=wish)
    return _taken(sql, row, there, wish)


def _of_checks(sql: Sql, checks: Collection[str]) -> list[_Token]:
    if not checks:
        return []
    of_them, values = among(checks)
    return _tokens(sql, f"WHERE token_check {of_them}", **values)


def _are_same(one: str, other: str) -> bool:
    """In a time that tells nothing of how much of it is."""
    return compare_digest(*(text.encode("utf-8", "surrogatepass") for text in (one, other)))


def _taken(sql: Sql, row: _Row, there: _Token, wish: _Wish) -> _Outcome | _Write:
    """What comes of a phone at a seat that another one has."""
    now = sql.now_ms()
    asks = [one for one in _asks(sql) if one.seat == row.key and _is_since(one.asked, now, ASK_MS)]
    its = next((one for one in asks if one.check == wish.check), None)
    is_here = any(one.board == there.board for one in present(sql))
    if (its and its.answer == "yes") or (
        wish.takes_over and not is_here and not _is_since(there.heard, now, SILENT_MS)
    ):
        return partial(_taken_over, row=row, wish=wish)
    heard_s = 0.0 if is_here else None if there.heard is None else max(0, now - there.heard) / 1000
    state = "taken" if its is None else "refused" if its.answer else "asked"
    if not wish.takes_over or state == "asked":
        return Taken(row.name, heard_s, state)
    if any(one.answer == "no" and one.by is not None and _is_since(one.asked, now, _REFUSED_MS) for one in asks):
        return Taken(row.name, heard_s, "refused")
    if any(one.answer is None and _is_since(one.asked, now, _ANOTHER_MS) for one in asks):
        return Taken(row.name, heard_s, "taken")
    return partial(_asks_for, row=row, wish=wish, heard_s=heard_s)


def _asks_for(sql: CoreSql, row: _Row, wish: _Wish, heard_s: float | None) -> Taken:
    now = sql.now_ms()
    sql.run("DELETE FROM seat_asks WHERE asked <= :since OR asked > :ahead", since=now - ASK_MS, ahead=now + _AHEAD_MS)
    sql.run("UPDATE seat_asks SET answer = 'no' WHERE seat = :seat AND answer IS NULL", seat=row.key)
    asked = {"token_check": wish.check, "seat": row.key, "asked": now, "answer": None, "answered_by": None}
    sql.upsert("seat_asks", "token_check", [asked])
    return Taken(row.name, heard_s, "asked")


def _taken_over(sql: CoreSql, row: _Row, wish: _Wish) -> Admitted:
    _end(sql, row.key, "taken")
    sql.run("DELETE FROM seat_asks WHERE token_check = :check", check=wish.check)
    _answer(sql, row.key, "no", "")
    return _registered(sql, row, wish)


def _registered(sql: CoreSql, row: _Row, wish: _Wish) -> Admitted:
    """At a seat that nobody has."""
    board = row.board or new_board()
    _end(sql, row.key, "unknown")  # of a row that a disk has damaged
    _put(sql, row, board, wish)
    if row.board is None:
        sql.run("UPDATE seats SET board = :board WHERE key = :key", board=board, key=row.key)
    journal = None if row.board is None else journal_of(sql, board)  # behind the last record that a phone had stored
    return Admitted(wish.check, row.name, board, row.locked, True, row.board is not None, journal)


def _moved(sql: CoreSql, row: _Row, there: _Token, wish: _Wish) -> Admitted:
    """The phone that is there goes on under another token."""
    _end(sql, row.key, "moved")
    _put(sql, row, there.board, wish)
    journal = journal_of(sql, there.board) if wish.is_empty(there.check, wish.check) else None
    return Admitted(wish.check, row.name, there.board, row.locked, True, False, journal)


def _put(sql: CoreSql, row: _Row, board: str, wish: _Wish) -> None:
    now = sql.now_ms()
    sql.run("DELETE FROM phones WHERE ended < :since", since=now - _KEPT_MS)
    its = {"token_check": wish.check, "board": board, "seat": row.key, "since": now, "heard": now}
    sql.insert("phones", [its])


# ---- for hubs, and for pages


def stands(sql: Sql, checks: Collection[str]) -> dict[str, Standing]:
    """How it stands with each of these tokens."""
    if not checks:
        return {}
    known = {one.check: one for one in _of_checks(sql, checks)}
    rows = {row.key: row for row in _rows(sql, "WHERE closed IS NULL")}
    now, asks = sql.now_ms(), _asks(sql)
    own = {one.check: one for one in asks}
    found = {}
    for check in checks:
        token = known.get(check)
        row = rows.get(token.seat) if token is not None and token.ended is None else None
        wants = None if row is None else next((one for one in reversed(asks) if one.seat == row.key), None)
        ask = Ask(wants.check, row.name, wants.asked) if row and wants and wants.waits(now) else None
        asked = own[check].state(now) if check in own else None
        void = None if row is not None else (token and token.void) or "unknown"
        found[check] = Standing(void, row is not None and row.locked, ask, asked)
    return found


def heard(store: Writable, batteries: Mapping[str, tuple[int, bool] | None]) -> None:
    """Note that the phones of these checks were heard now, and what they say of their batteries: how many percent, and
    whether it charges; None where a browser does not tell."""
    if not batteries:
        return
    noted = (
        "UPDATE phones SET heard = :now, percent = COALESCE(:percent, percent), "
        "charging = COALESCE(:charging, charging) WHERE token_check = :check"
    )
    with store.writing(is_passing=True, news=None) as sql:
        now = sql.now_ms()
        rows = [(check, *(said or (None, None))) for check, said in sorted(batteries.items())]
        sql.run_each(
            noted, [{"now": now, "check": one, "percent": much, "charging": charges} for one, much, charges in rows]
        )


def withdraw(store: Writable, check: str) -> None:
    """A phone that asked for a seat wants it no more."""
    with store.writing(news=_NEWS) as sql:
        sql.run("DELETE FROM seat_asks WHERE token_check = :check AND answer IS NULL", check=check)


def phones(sql: Sql) -> dict[str, Phone]:
    """By board the phone that is it, or was last."""
    tables = {row.key: row.name for row in _rows(sql)}
    every = _tokens(sql, "ORDER BY since, CASE WHEN ended IS NULL THEN 1 ELSE 0 END")
    return {one.board: one.of_table(tables.get(one.seat, one.seat)) for one in every}
