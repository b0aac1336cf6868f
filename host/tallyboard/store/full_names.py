"""Names as the laptop knows them. A board keeps a shorter form, and a report says the full one."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tallyboard.shapes import NextMatch, RecordedMatch
from tallyboard.store.tables.sql import Sql

if TYPE_CHECKING:
    from sqlalchemy import Connection


class FullNames:
    """The full names in a store: by the match's key there, the side, and what the board keeps of the name.

    What the board keeps belongs to it, so that a key that is used a second time renames nobody.
    """

    def __init__(self, sql: Sql, key: str | None = None) -> None:
        """Those by this key; None: all there are."""
        self._names: dict[tuple[str, str, str], str] = {}
        wanted = "SELECT key, side, shown, name FROM full_names"
        if sql.has("full_names"):
            rows = sql.rows(wanted) if key is None else sql.rows(f"{wanted} WHERE key = :key", key=key)
            for key, side, shown, name in rows:
                if isinstance(name, str):
                    self._names[key, side, shown] = name

    def all(self) -> list[str]:
        """Every one of them."""
        return list(self._names.values())

    def of(self, match: RecordedMatch) -> dict[str, str | None]:
        """The names of this match's sides, full ones where there are."""
        return match["names"] if match["key"] is None else self.known(match["key"], match["names"])

    def of_next(self, waiting: NextMatch) -> NextMatch:
        """The match that waits, with full names where there are."""
        return {**waiting, "names": self.known(waiting["key"], waiting["names"])}

    def known(self, key: str, names: dict[str, str | None]) -> dict[str, str | None]:
        """Full names for those that the board keeps in the match of this key, where there are."""
        if not self._names:
            return names
        return {side: name and self._names.get((key, side, name), name) for side, name in names.items()}


def names_version(sql: Sql) -> object:
    """Another one where the names in a store are others."""
    if not sql.has("full_names"):
        return None
    return next(sql.rows("SELECT COUNT(*), MAX(given) FROM full_names"))


def keep_names(connection: "Connection", key: str, names: Mapping[tuple[str, str], str]) -> None:
    """Keep full names for the match of this key: (side, what the board keeps of the name) to the name.

    One that the board keeps in full needs no row, but for one that says so where there was another name before.
    """
    from sqlalchemy import case, insert, select, update

    from tallyboard.store.tables.clock import now_ms
    from tallyboard.store.tables.schema import full_names

    now = connection.execute(select(now_ms())).scalar_one()
    for (side, shown), name in names.items():
        row = {"key": key, "side": side, "shown": shown}
        mine = [full_names.c[column] == value for column, value in row.items()]
        given = case((full_names.c.given < now, now), else_=full_names.c.given + 1)  # a clock may have been set back
        changed = connection.execute(update(full_names).where(*mine).values(name=name, given=given)).rowcount
        if not changed and name != shown:
            connection.execute(insert(full_names).values(**row, name=name, given=now))
