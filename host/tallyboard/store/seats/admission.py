"""Who is let in at a seat, and who takes over: decided and written in one transaction.

While a phone is there, another one has to be agreed to, by that phone or by the desk. Then the old token ends, the new
one begins and the journal is read.
"""

from collections.abc import Callable, Collection
from functools import partial
from hmac import compare_digest
from typing import NamedTuple

from tallyboard.store.hubs import SILENT_MS, present
from tallyboard.store.seats.changing import NEWS, answer_all, end, take_turns
from tallyboard.store.seats.reading import (
    AHEAD_MS,
    ASK_MS,
    Admitted,
    SeatRow,
    Taken,
    TokenRow,
    Void,
    ask_rows,
    is_since,
    journal_of,
    rows_of_checks,
    seat_rows,
    token_rows,
)
from tallyboard.store.tables.sql import CoreSql, Sql
from tallyboard.store.tokens import check_of, new_board
from tallyboard.store.transactions import Writable

_STANDS_MS = 30_000  # so long an ask that nobody answers keeps others waiting
_REFUSED_MS = 30_000  # from an ask that was refused on it is not asked again
_PACE_MS = 10_000  # the same of another phone: players have more to do than to say no
_KEPT_MS = 30 * 86_400_000  # a phone that ended is known
_KEPT = 64  # of one board: a phone that moves on and on would fill the disk


class SeatWish(NamedTuple):
    """A phone that wants to be let in: at the seat of this secret, None: at that of its token.

    Where it `has` a valid token for this seat it goes on with that one, else with `token`, which is new: as the seat's
    board, or a new one. `old`: its own token that this one takes the place of. `empty`: it has no journal for its
    board, or for those of these tokens. `takes_over`: where another phone is at the seat it is asked, or replaced where
    it is not there any more.
    """

    secret: str | None
    token: str
    has: Collection[str] = ()
    old: str | None = None
    empty: Collection[str] | bool = False
    takes_over: bool = False

    @property
    def check(self) -> str:
        return check_of(self.token)

    @property
    def checks(self) -> frozenset[str]:
        """Of this token and those that it has."""
        return frozenset(map(check_of, (self.token, *self.has)))

    def is_empty(self, *checks: str) -> bool:
        """Whether the phone has no journal for the board of these."""
        return self.empty if isinstance(self.empty, bool) else not set(map(check_of, self.empty)).isdisjoint(checks)


_Outcome = Admitted | Taken | Void
_Write = Callable[[CoreSql], _Outcome]  # what has to be written first


def admit(store: Writable, wish: SeatWish, by_silence: bool = True) -> Admitted | Taken | Void:
    """Let a phone in. Without `by_silence` nobody is replaced for not being there, as nobody can know. To ask again
    with the same token changes nothing."""
    with store.reading() as reading:
        outcome = _looked(reading, wish, by_silence)
    if not callable(outcome):
        return outcome
    with store.writing(news=NEWS) as sql:
        take_turns(sql)
        outcome = _looked(sql, wish, by_silence)  # which may be another by now
        return outcome(sql) if callable(outcome) else outcome


def _looked(sql: Sql, wish: SeatWish, by_silence: bool) -> _Outcome | _Write:
    """What comes of it, as everything stands now."""
    old = "" if wish.old is None else check_of(wish.old)
    known = {one.check: one for one in rows_of_checks(sql, {*wish.checks, *filter(None, [old])})}
    mine, former = known.get(wish.check), known.get(old)
    if wish.secret is None:
        valid = [one for one in (mine, former) if one is not None and one.ended is None]
        if not valid or (mine is not None and mine.ended is not None):
            return Void(next((one.void for one in (mine, former) if one is not None and one.void), "unknown"))
        row = next(iter(seat_rows(sql, "WHERE key = :key", key=valid[0].seat)), None)
    else:
        row = next((one for one in seat_rows(sql) if _are_same(one.secret, wish.secret)), None)
        if row is None:
            return Void("renewed")
    if row is None or row.closed is not None:
        return Void("unknown" if row is None else "closed")
    there = next(iter(token_rows(sql, "WHERE seat = :seat AND ended IS NULL", seat=row.key)), None)
    if there is not None and there.check == old and mine is None:
        return partial(_moved, row=row, there=there, wish=wish)
    if there is not None and there.check in wish.checks:
        journal = journal_of(sql, there.board) if wish.is_empty(there.check, wish.check) else None
        return Admitted(there.check, row.name, there.board, row.locked, False, False, journal)
    if mine is not None:  # a token is of one seat, and is not used again
        return Void(mine.void or "unknown")
    if there is None:
        return partial(_registered, row=row, wish=wish)
    return _taken(sql, row, there, wish, by_silence)


def _are_same(one: str, other: str) -> bool:
    """In a time that tells nothing of how much of it is."""
    return compare_digest(*(text.encode("utf-8", "surrogatepass") for text in (one, other)))


def _taken(sql: Sql, row: SeatRow, there: TokenRow, wish: SeatWish, by_silence: bool) -> _Outcome | _Write:
    """What comes of a phone at a seat that another one has."""
    now = sql.now_ms()
    asks = [one for one in ask_rows(sql) if one.seat == row.key and is_since(one.asked, now, ASK_MS)]
    its = next((one for one in asks if one.check == wish.check), None)
    is_here = any(one.board == there.board for one in present(sql))
    is_silent = not is_here and not is_since(there.heard, now, SILENT_MS)
    if (its and its.answer == "yes") or (wish.takes_over and by_silence and is_silent):
        return partial(_taken_over, row=row, wish=wish)
    heard_s = 0.0 if is_here else None if there.heard is None else max(0, now - there.heard) / 1000
    state = "taken" if its is None else "refused" if its.answer else "asked"
    if not wish.takes_over or state == "asked":
        return Taken(row.name, heard_s, state)
    if its is not None and is_since(its.asked, now, _REFUSED_MS):
        return Taken(row.name, heard_s, state)
    if any(is_since(one.asked, now, _STANDS_MS if one.answer is None else _PACE_MS) for one in asks if one is not its):
        return Taken(row.name, heard_s, "waits")
    return partial(_asks_for, row=row, wish=wish, heard_s=heard_s)


def _asks_for(sql: CoreSql, row: SeatRow, wish: SeatWish, heard_s: float | None) -> Taken:
    now = sql.now_ms()
    sql.run("DELETE FROM seat_asks WHERE asked <= :since OR asked > :ahead", since=now - ASK_MS, ahead=now + AHEAD_MS)
    sql.run("DELETE FROM seat_asks WHERE seat = :seat AND answer IS NULL", seat=row.key)  # it stood for long enough
    asked = {"token_check": wish.check, "seat": row.key, "asked": now, "answer": None, "answered_by": None}
    sql.upsert("seat_asks", "token_check", [asked])
    return Taken(row.name, heard_s, "asked")


def _taken_over(sql: CoreSql, row: SeatRow, wish: SeatWish) -> Admitted:
    end(sql, row.key, "taken")
    sql.run("DELETE FROM seat_asks WHERE token_check = :check", check=wish.check)
    answer_all(sql, row.key, "no", "")
    return _registered(sql, row, wish)


def _registered(sql: CoreSql, row: SeatRow, wish: SeatWish) -> Admitted:
    """At a seat that nobody has."""
    board = row.board or new_board()
    end(sql, row.key, "unknown")  # of a row that a disk has damaged
    # Whoever has said yes has spoken of the phone before this one.
    sql.run("DELETE FROM seat_asks WHERE seat = :seat AND answer = 'yes'", seat=row.key)
    _put(sql, row, board, wish)
    if row.board is None:
        sql.run("UPDATE seats SET board = :board WHERE key = :key", board=board, key=row.key)
    journal = None if row.board is None else journal_of(sql, board)  # behind the last record that a phone had stored
    return Admitted(wish.check, row.name, board, row.locked, True, row.board is not None, journal)


def _moved(sql: CoreSql, row: SeatRow, there: TokenRow, wish: SeatWish) -> Admitted:
    """The phone that is there goes on under another token."""
    end(sql, row.key, "moved")
    _put(sql, row, there.board, wish)
    journal = journal_of(sql, there.board) if wish.is_empty(there.check, wish.check) else None
    return Admitted(wish.check, row.name, there.board, row.locked, True, False, journal)


def _put(sql: CoreSql, row: SeatRow, board: str, wish: SeatWish) -> None:
    now = sql.now_ms()
    sql.run("DELETE FROM phones WHERE ended < :since", since=now - _KEPT_MS)
    ended = "FROM phones WHERE board = :board AND ended IS NOT NULL"
    latest = f"SELECT since {ended} ORDER BY since DESC LIMIT {_KEPT}"
    sql.run(f"DELETE {ended} AND since < (SELECT MIN(since) FROM ({latest}) AS latest)", board=board)
    its = {"token_check": wish.check, "board": board, "seat": row.key, "since": now, "heard": now}
    sql.insert("phones", [its])
