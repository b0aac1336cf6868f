"""Whether the page of all tables is out of date."""

from zlib import crc32

from tallyboard.store.hubs import present
from tallyboard.store.tables.sql import Sql

TABLES = "tables"  # in place of a tournament, for whoever follows


def tables_version(sql: Sql) -> str:
    """Another one where an order was given or has ended, a board has come or gone, or is called or waits for something
    else. Not with each press: scores are for the hall. It has the parts of a tournament's version."""
    in_all = "SELECT COUNT(*), MAX(ended), SUM(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END) FROM orders"
    given = next(sql.rows(in_all))
    alarms = next(sql.rows("SELECT COUNT(*) FROM conflicts"))
    boards = list(sql.rows("SELECT id, table_name, firmware FROM boards ORDER BY id"))
    there = [
        (one.board, one.hub.id, one.port, one.waits, None if one.upcoming is None else one.upcoming["key"])
        for one in present(sql)
    ]
    return f"{TABLES}-0-{crc32(repr((given, alarms, boards, there)).encode()):08x}"
