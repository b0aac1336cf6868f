"""What tells whether two stores have the same records of a journal without reading them both over a line: a digest of
every block of numbers, which PostgreSQL computes itself."""

from collections.abc import Collection
from hashlib import sha256
from itertools import groupby

from tallyboard.store.tables.rows import rows_of
from tallyboard.store.tables.sql import Sql

BLOCK = 4096  # numbers of records that a digest stands for

Journal = tuple[str, int]  # board and epoch
Digest = tuple[int, bytes]  # how many records there are, and the SHA-256 of their bytes in order

# A record's check covers its number, so the same bytes are the same records.
_STATEMENT = f"""
SELECT board, epoch, seq / {BLOCK} AS block, count(*), sha256(string_agg(data, CAST('' AS bytea) ORDER BY seq))
FROM records JOIN unnest(CAST(:boards AS text[]), CAST(:epochs AS bigint[])) AS wanted(board, epoch)
USING (board, epoch) GROUP BY board, epoch, block
"""


def digests(sql: Sql, journals: Collection[Journal]) -> dict[Journal, dict[int, Digest]]:
    """Of each of these journals the digests of the blocks in which there are records, sound or not.

    Block b stands for the numbers from b * BLOCK on.
    """
    if sql.dialect != "postgresql":
        return {journal: _of_rows(sql, *journal) for journal in journals}
    found: dict[Journal, dict[int, Digest]] = {journal: {} for journal in journals}
    wanted = {"boards": [board for board, _ in journals], "epochs": [epoch for _, epoch in journals]}
    for board, epoch, block, count, digest in sql.rows(_STATEMENT, **wanted) if journals else ():
        found[board, epoch][block] = count, bytes(digest)
    return found


def _of_rows(sql: Sql, board: str, epoch: int) -> dict[int, Digest]:
    found = {}
    for block, rows in groupby(rows_of(sql, board, epoch, 0), lambda row: row[0] // BLOCK):
        held = [data for _, data in rows]
        found[block] = len(held), sha256(b"".join(held)).digest()
    return found
