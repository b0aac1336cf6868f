"""What is true of a store: the sound records in its file, and the matches that a fresh store makes of such records."""

import shutil
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from tallyboard.store import Heard, open_store
from tests.damage.base import club, holds
from tests.damage.desk_truth import DeskContent

Place = tuple[str, int]  # a board and an epoch
Records = dict[Place, dict[int, bytes]]
Match = dict[str, Any]

BESIDE = ("-wal", "-shm", "-journal")


class Content:
    """What can be read of a store's file, from a copy of it.

    `records`: the sound ones; `unsound`: keys of the others. `beside`: what stands of another history. `nexts`: what
    the journals say. `is_whole`: SQLite finds nothing wrong with the pages. `desk`: tournaments and corrections.
    `error`: why nothing could be read, else "".
    """

    def __init__(self, path: Path, scratch: Path) -> None:
        self.records: Records = {}
        self.unsound: set[tuple[Any, Any, Any]] = set()
        self.beside: Records = {}
        self.nexts: dict[Place, list[int]] = {}
        self.is_whole = False
        self.error = ""
        self.desk: DeskContent
        copy = scratch / "looked-at.db"
        for end in ("", *BESIDE):
            Path(f"{copy}{end}").unlink(missing_ok=True)
            if Path(f"{path}{end}").is_file():
                shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        try:
            with closing(sqlite3.connect(copy)) as connection:
                connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
                self.desk = DeskContent(connection)
                self._read(connection)
        except (sqlite3.Error, OSError) as error:
            self.error = str(error) or repr(error)

    def _read(self, connection: sqlite3.Connection) -> None:
        for board, epoch, seq, data in connection.execute("SELECT board, epoch, seq, data FROM records NOT INDEXED"):
            if holds(epoch, seq, data) and isinstance(board, str) and board.isprintable():
                self.records.setdefault((board, epoch), {})[seq] = data
            else:
                self.unsound.add((board, epoch, seq))
        self.is_whole = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        with suppress(sqlite3.Error):
            for board, epoch, seq, data in connection.execute("SELECT board, epoch, seq, data FROM conflicts"):
                self.beside.setdefault((board, epoch), {})[seq] = data
        try:
            for board, epoch, following in connection.execute("SELECT board, epoch, next_seq FROM journals"):
                if isinstance(following, int) and following >= 0:
                    self.nexts.setdefault((board, epoch), []).append(following)
        except sqlite3.Error:
            self.nexts = {}


def missing(before: Records, after: Records) -> list[tuple[str, int, int]]:
    """Which sound records of before are not there after, with the same bytes."""
    return [
        (*place, seq)
        for place, records in before.items()
        for seq, data in records.items()
        if after.get(place, {}).get(seq) != data
    ]


class Oracle:
    """Fresh stores. `empty`: the file of a store without anything, which is copied for each."""

    def __init__(self, scratch: Path) -> None:
        self._empty, self._fresh = scratch / "empty.db", scratch / "fresh.db"
        open_store(str(self._empty)).close()
        self._known: dict[Any, list[Match]] = {}
        self.base: Records = {journal.place: journal.kept() for journal in club(True)}
        self._heard = {journal.place: journal.heard for journal in club(True)}

    def matches(self, place: Place, records: Mapping[int, bytes], following: int, over: bool) -> list[Match]:
        """What a fresh store makes of these records of a board that said it had so many."""
        key = (place, tuple(sorted(records.items())), following, over)
        if key not in self._known:
            self._known[key] = self._made(place, records, following, over)
        return self._known[key]

    def _made(self, place: Place, records: Mapping[int, bytes], following: int, over: bool) -> list[Match]:
        shutil.copyfile(self._empty, self._fresh)
        heard = replace(self._heard[place], next=following)
        with closing(open_store(str(self._fresh))) as store:
            store.add(heard, sorted(records.items()))
            if over:
                store.add(Heard(place[0], "", "", place[1] ^ 1, 0, 0))
            return [of_the_records(cast(Match, match)) for match in store.matches()]

    @cache  # noqa: B019, there is one
    def club(self, is_odd: bool = False) -> list[Match]:
        """What the whole club's store gives, in the order of `results`."""
        shutil.copyfile(self._empty, self._fresh)
        with closing(open_store(str(self._fresh))) as store:
            for journal in club(is_odd):
                store.add(journal.heard, sorted(journal.kept().items()))
            return [of_the_records(cast(Match, match)) for match in store.matches()]

    def possible(self, place: Place, records: Mapping[int, bytes], nexts: Iterable[int] = ()) -> list[list[Match]]:
        """Each that these records may give, by what is known of the journal besides them."""
        last = max(records, default=-1) + 1
        wanted = {max(last, self._heard[place].next), last, *nexts}
        return [self.matches(place, records, following, over) for following in sorted(wanted) for over in (False, True)]


def of_the_records(match: Match) -> Match:
    """What of the match object the records give: not which came with other bytes too, nor what the table is called,
    nor what somebody says of it."""
    if match.get("correction") is not None:
        match = {**{key: value for key, value in match.items() if key != "newer"}, **match["correction"]["recorded"]}
    return {key: value for key, value in match.items() if key not in ("conflicts", "table", "correction")}


def by_place(matches: Iterable[Match]) -> dict[Place, list[Match]]:
    """The match objects of each journal, in order."""
    groups: dict[Place, list[Match]] = {}
    for match in matches:
        groups.setdefault((match["board"], match["epoch"]), []).append(of_the_records(match))
    return {place: sorted(group, key=lambda match: int(match["first_seq"])) for place, group in groups.items()}
