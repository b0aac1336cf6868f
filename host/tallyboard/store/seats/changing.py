"""What the desk does to seats, and what hubs note of phones."""

import secrets
from collections.abc import Mapping, Sequence

from tallyboard.errors import CoreError
from tallyboard.errors import orders as told
from tallyboard.store.orders import table_name
from tallyboard.store.seats.reading import Seat, SeatRow, ask_that_waits, seat_rows, seats, token_rows
from tallyboard.store.tables.sql import CoreSql
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.store.transactions import PRESENCE, SEATS, WakeUp, Writable

MOST = 240  # seats that are open

NEWS = WakeUp(frozenset((SEATS, PRESENCE)))


def open_seats(store: Writable, tables: Sequence[str], renew: bool = False) -> list[Seat]:
    """Open these tables to phones, as far as they are not, and give their seats; a number is a table's name too.
    `renew`: those that are open get new secrets; who is in stays in.

    Raises CoreError for a name that no board can have, and where more than MOST would be open; nothing is opened then.
    """
    wanted = _named(tables)
    with store.writing(news=NEWS) as sql:
        take_turns(sql)
        there = {row.key: row for row in seat_rows(sql)}
        count = len(wanted.keys() | {key for key, row in there.items() if row.closed is None})
        if count > MOST:
            raise CoreError(told.FULL, wanted=count, most=MOST)
        now = sql.now_ms()
        for key, name in wanted.items():
            row = there.get(key)
            if row is None or row.closed is not None:
                made = {"key": key, "name": name, "secret": new_secret(), "opened": now, "locked": False}
                sql.upsert("seats", "key", [{**made, "board": None, "closed": None}])
            elif renew:
                sql.run("UPDATE seats SET secret = :secret WHERE key = :key", secret=new_secret(), key=key)
        return [seat for seat in seats(sql) if as_compared(seat.table) in wanted]


def close_seats(store: Writable, tables: Sequence[str]) -> list[Seat]:
    """Let nobody in at these tables any more, and nobody stay in; those that were open. Raises CoreError where one is
    not; then none is closed."""
    wanted = _named(tables)
    with store.writing(news=NEWS) as sql:
        take_turns(sql)
        there = {row.key: row for row in seat_rows(sql, "WHERE closed IS NULL")}
        for key, name in wanted.items():
            if key not in there:
                raise CoreError(told.NO_SEAT, table=name)
        before = [seat for seat in seats(sql) if as_compared(seat.table) in wanted]
        for key in wanted:
            end(sql, key, "closed")
            answer_all(sql, key, "no", "")
            sql.run(
                "UPDATE seats SET closed = :now, board = NULL, locked = :no WHERE key = :key",
                now=sql.now_ms(),
                no=False,
                key=key,
            )
    return before


def lock(store: Writable, table: str, locked: bool) -> None:
    """Have the keys of this table's phone do nothing, or again what they do. Raises CoreError where it has no seat."""
    with store.writing(news=NEWS) as sql:
        row = _open_row(sql, table)
        sql.run("UPDATE seats SET locked = :locked WHERE key = :key", locked=locked, key=row.key)


def free(store: Writable, table: str) -> None:
    """Take the keys from this table's phone; the next one goes on with its match. Raises CoreError where it has no
    seat."""
    with store.writing(news=NEWS) as sql:
        row = _open_row(sql, table)
        end(sql, row.key, "freed")
        answer_all(sql, row.key, "yes", "")


def answer(
    store: Writable, table: str, by: str, agreed: bool, asker: str | None = None, holder: str | None = None
) -> bool:
    """Say to the phone that wants this table whether it may have it; whether one waited. `by`: "phone" or the name of
    who is at the desk. Checks: `asker` of the phone that is meant, which has to be the one that waits; `holder` of the
    one that says so, which has to have the table still."""
    with store.writing(news=NEWS) as sql:
        row = _open_row(sql, table)
        waits = ask_that_waits(sql, row.key, sql.now_ms())
        if waits is None or asker not in (None, waits.check):
            return False
        there = [one.check for one in token_rows(sql, "WHERE seat = :seat AND ended IS NULL", seat=row.key)]
        if holder is not None and there != [holder]:
            return False
        answer_all(sql, row.key, "yes" if agreed else "no", by)
        return True


def heard(
    store: Writable, batteries: Mapping[str, tuple[int, bool] | None], ago_s: Mapping[str, float] | None = None
) -> None:
    """Note that the phones of these checks were heard, now or so many seconds ago, and what their batteries are said to
    have: how many percent, and whether they charge; None where a browser does not tell."""
    if not batteries:
        return
    noted = (
        "UPDATE phones SET heard = :now, percent = COALESCE(:percent, percent), "
        "charging = COALESCE(:charging, charging) WHERE token_check = :check"
    )
    with store.writing(is_passing=True, news=None) as sql:
        now, ago = sql.now_ms(), ago_s or {}
        rows = []
        for check, said in sorted(batteries.items()):
            percent, charging = said or (None, None)
            moment = now - round(1000 * ago.get(check, 0.0))
            rows.append({"now": moment, "check": check, "percent": percent, "charging": charging})
        sql.run_each(noted, rows)


def withdraw(store: Writable, check: str) -> None:
    """A phone that asked for a seat wants it no more."""
    with store.writing(news=NEWS) as sql:
        sql.run("DELETE FROM seat_asks WHERE token_check = :check AND answer IS NULL", check=check)


def _named(tables: Sequence[str]) -> dict[str, str]:
    """The names of the tables by what they are compared by."""
    found: dict[str, str] = {}
    for given in tables:
        name = table_name(given)
        if not name:
            raise CoreError(told.NO_NAME)
        found.setdefault(as_compared(name), f"Table {name}" if name.isdecimal() else name)
    return found


def new_secret() -> str:
    """128 random bits in 22 characters."""
    return secrets.token_urlsafe(16)


def take_turns(sql: CoreSql) -> None:
    """Wait until nobody else changes anything about seats, and keep others from it until the transaction ends. It is
    done first: whoever has locked something else waits for nobody here."""
    if sql.dialect == "postgresql":
        sql.run("LOCK TABLE seats IN SHARE ROW EXCLUSIVE MODE")


def _open_row(sql: CoreSql, table: str) -> SeatRow:
    """The seat of this table, when it is our turn."""
    take_turns(sql)
    row = next(iter(seat_rows(sql, "WHERE key = :key AND closed IS NULL", key=as_compared(table))), None)
    if row is None:
        raise CoreError(told.NO_SEAT, table=table)
    return row


def end(sql: CoreSql, seat: str, why: str) -> None:
    """End the token of this seat. Whoever stores records by it just now is waited for."""
    if sql.dialect == "postgresql":  # for an update alone nobody is waited for who has locked a row as tokens.py does
        sql.run("SELECT 1 FROM phones WHERE seat = :seat AND ended IS NULL FOR UPDATE", seat=seat)
    ended = "UPDATE phones SET ended = :now, why = :why WHERE seat = :seat AND ended IS NULL"
    sql.run(ended, now=sql.now_ms(), why=why, seat=seat)


def answer_all(sql: CoreSql, seat: str, said: str, by: str) -> None:
    """Say this to whoever waits for this seat."""
    answered = "UPDATE seat_asks SET answer = :said, answered_by = :by WHERE seat = :seat AND answer IS NULL"
    sql.run(answered, said=said, by=by, seat=seat)
