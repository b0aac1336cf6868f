"""Which damage a store gets: several kinds at once, drawn."""

import contextlib
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.damage.desk_rows import DESKS
from tests.damage.pages import BESIDE, FILE
from tests.damage.rows import DERIVED, FACTS, RECORDS, VERSIONS
from tests.damage.schema import HARMLESS, SCHEMA

# The kinds of damage of each room, and how often that room is drawn.
ROOMS = (
    (DERIVED, 8),
    (FACTS, 7),
    (RECORDS, 5),
    (DESKS, 7),
    (HARMLESS, 1),
    (BESIDE, 3),
    (VERSIONS, 1),
    (SCHEMA, 3),
    (FILE, 6),
)
_OF_ROWS = DERIVED | FACTS | RECORDS | DESKS | HARMLESS | VERSIONS | SCHEMA
_OF_FILES = FILE | BESIDE
KINDS = tuple(kind for room, _ in ROOMS for kind in room)
STRANGE = frozenset((*SCHEMA, *VERSIONS, *FILE))


@dataclass
class Damaged:
    """What was done to a store: `kinds`, and a sentence for each."""

    kinds: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def is_strange(self) -> bool:
        """Whether the file or its shape is not what it should be: a store need not be mended then, only told of."""
        return any(kind in STRANGE for kind in self.kinds)

    @property
    def has_conflicts(self) -> bool:
        """Whether rows of conflicts are damaged, which nobody can tell from what a board said."""
        return any(kind.startswith("conflicts") for kind in self.kinds)

    @property
    def has_corrections(self) -> bool:
        """Whether somebody's word may be gone that changed a result which was entered then."""
        return any(kind.startswith("corrections") for kind in self.kinds)

    @property
    def has_journals(self) -> bool:
        """Whether it may be forgotten which epoch of a board is its newest."""
        return any(kind.startswith(("journals", "epochs", "boards", "records' numbers")) for kind in self.kinds)

    @property
    def has_log(self) -> bool:
        """Whether something lies beside the file, which SQLite may take or throw away."""
        return any(kind in BESIDE for kind in self.kinds)


def damaged(draw: random.Random, path: Path, kinds: tuple[str, ...] = (), first: str = "") -> Damaged:
    """Damage the store at `path`: rows first, then its shape, then its file and what lies beside.

    `kinds`: these, instead of what is drawn; `first`: this one, and what is drawn besides.
    """
    made = Damaged()
    only_rows = first not in STRANGE and draw.random() < 0.75
    rooms = [(room, weight) for room, weight in ROOMS if not (only_rows and STRANGE & room.keys())]
    drawn = draw.choices([room for room, _ in rooms], [weight for _, weight in rooms], k=draw.randint(0, 3))
    besides = {draw.choice(sorted(room)) for room in drawn}
    for kind in kinds or sorted({first, *besides}, key=KINDS.index):
        said = _of_rows(draw, path, kind) if kind in _OF_ROWS else _OF_FILES[kind](draw, path)
        made.kinds.append(kind)
        made.said.append(f"{kind}: {said}")
    return made


def _of_rows(draw: random.Random, path: Path, kind: str) -> str:
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.text_factory = lambda data: data.decode("utf-8", "replace")
            db.execute("PRAGMA foreign_keys = OFF")
            db.execute("PRAGMA journal_mode = WAL")
            said = _OF_ROWS[kind](draw, db)
            with contextlib.suppress(sqlite3.Error):
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return said
    except sqlite3.Error as error:
        return f"nothing, for {error}"
