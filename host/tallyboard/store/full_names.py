"""Names as the laptop knows them. A board keeps a shorter form, and a report says the full one."""

from tallyboard.shapes import RecordedMatch
from tallyboard.store.tables.sql import Sql


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
        key, names = match["key"], match["names"]
        if key is None or not self._names:
            return names
        return {side: name and self._names.get((key, side, name), name) for side, name in names.items()}
