"""What a schedule's halves share: the damaged store, the commands that run on it, and what is written down."""

import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.damage import manners
from tests.damage.base import club
from tests.damage.damage import Damaged, damaged
from tests.damage.desk_truth import lost
from tests.damage.laptop import Laptop, Ran
from tests.damage.truth import BESIDE, Content, Oracle, Records, missing

Log = Callable[[str], None]
DB = "club.db"


class World:
    """A store that is damaged by `damage`. `broken`: (promise, what happened); `tally` counts what was done.

    `before`: what the file held when it was last looked at.
    """

    def __init__(self, draw: random.Random, laptop: Laptop, oracle: Oracle, log: Log) -> None:
        self.broken: list[tuple[str, str]] = []
        self.tally: Counter[str] = Counter()
        self.draw = draw
        self.oracle = oracle
        self.say = log
        self.laptop = laptop
        laptop.anew()
        self.work = laptop.folder / "work"
        self.db = self.work / DB
        self._scratch = laptop.folder / "scratch"
        self._scratch.mkdir(exist_ok=True)
        self.damaged = Damaged()
        self.is_odd = False

    def damage(self, base: Path, is_odd: bool, kinds: tuple[str, ...], first: str) -> None:
        """Begin with a copy of this store, damaged; as for `damaged`."""
        shutil.copyfile(base, self.db)
        self.is_odd = is_odd
        self.say(f"a copy of the club's store{', where a board told two histories and one is newer' if is_odd else ''}")
        self.damaged = damaged(self.draw, self.db, kinds, first)
        for said in self.damaged.said:
            self.say(f"damage: {said}")
        self.tally.update(self.damaged.kinds)
        self.before = self.look()
        lost = len(missing(self.base, self.before.records))
        finds = self.before.error or ("finds the file whole" if self.before.is_whole else "finds the file damaged")
        self.say(f"of {sum(map(len, self.base.values()))} records {lost} are damaged or gone; SQLite: {finds}")

    @property
    def base(self) -> Records:
        """What the store held before it was damaged."""
        return {journal.place: journal.kept() for journal in club(self.is_odd)}

    def breaks(self, promise: str, ran: Ran | None, what: str) -> None:
        """A promise is broken."""
        command = "" if ran is None else f"`tallyboard {' '.join(ran.args)}`: "
        told = f"{command}{what}".replace("\n", " | ")
        self.say(f"BROKEN, {promise}: {told}")
        self.broken.append((promise, told))

    def look(self, db: str = DB) -> Content:
        """What the file holds now."""
        return Content(self.work / db, self._scratch)

    def command(self, *args: object, form: str = "text", db: str | None = DB, **wishes: Any) -> Ran:
        """Run a command on the store, with the manners that all have to have; `db`: None for one that takes none."""
        ran = self.laptop.run(*args, *(() if db is None else ("--db", db)), **wishes)
        self.tally["commands"] += 1
        said = ", ".join(f"{name} {value}" for name, value in wishes.items())
        self.say(f"tallyboard {' '.join(ran.args)}{f' ({said})' if said else ''}: exit code {ran.code}")
        if not wishes.get("killed") and "calls" not in wishes:
            for fault in manners.faults(ran, self.laptop.log, form):
                self.breaks("manners", ran, fault)
        return ran

    def kept(self, ran: Ran) -> Content:
        """Every record, event and correction that was sound before is there still; what the file holds now."""
        before, after = self.before, self.look()
        if before.is_whole and not before.error:
            gone = missing(before.records, after.records)
            if "rebuild" in ran.args:
                gone = [one for one in gone if not self._is_given_back(one, after)]
            if after.error or gone:
                self.breaks("nothing is lost", ran, after.error or f"{len(gone)} sound records are gone, {gone[:3]}")
                self.tally["lost"] += len(gone)
            if entered := lost(before.desk, after.desk, mended="rebuild" in ran.args):
                self.breaks("nothing is lost", ran, f"{len(entered)} that were entered are gone, {entered[:3]}")
                self.tally["lost"] += len(entered)
        return after

    def _is_given_back(self, gone: tuple[str, int, int], after: Content) -> bool:
        """Whether a record whose board a disk has changed stands where the others of its epoch do."""
        board, epoch, seq = gone
        data = self.before.records[board, epoch][seq]
        owners = [place for place in self.base if place[1] == epoch]
        return (board, epoch) not in owners and any(after.records.get(own, {}).get(seq) == data for own in owners)

    def appearance(self) -> dict[str, bytes]:
        """The files in the folder, but for what SQLite may leave beside a store that has a write-ahead log."""
        files = (path for path in sorted(self.work.iterdir()) if path.is_file())
        return {path.name: path.read_bytes() for path in files if not path.name.endswith((*BESIDE, ".zip"))}

    def unchanged(self, ran: Ran, seen: dict[str, bytes]) -> None:
        """A reader has left the files as they were; else they are put back."""
        now = self.appearance()
        if now.keys() != seen.keys():
            self.breaks("readers change nothing", ran, f"the files are {sorted(now)}, they were {sorted(seen)}")
        elif now == seen or self.damaged.has_log:  # a log beside the file is SQLite's to put into it
            return
        else:
            self.breaks("readers change nothing", ran, "the bytes of the file are others")
        for name in now.keys() - seen.keys():
            (self.work / name).unlink()
        for name, data in seen.items():
            (self.work / name).write_bytes(data)
