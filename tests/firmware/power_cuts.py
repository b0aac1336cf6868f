"""Cuts the power in a match at every thing that a chip does, and again while the board recovers.

A script is played once, and everything that the chip does meanwhile is logged. A cut is then a memory: all that was
done before it, and something torn. A board that is switched on with that memory has a promise to keep: it shows what it
last showed, or what the press that was being written makes of it; it has every record that the laptop does not have,
and no other bytes in the place of one that the laptop has; a laptop that takes its records reads the match that it
shows; no match is kept in part; and the match goes on.

A cut has a name, by which it can be tried again: `12.3.zeros` is in step 3 of write 12, which left zeros; `12.done` is
behind the last step of write 12, before its press is shown. A cut in the recovery adds another of these.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from shared_rules.games import catalogue
from shared_rules.journal import record
from shared_rules.journal.replay import Replay
from tableside import texts
from tableside.journal import Journal
from tableside.table import Table
from tests.firmware.board import KEYS, Picture
from tests.firmware.log import NOTHING, Facts, Kept, Log, Write
from tests.firmware.matches import BY_PLACE, IN_THE_DARK, Player, Script
from tests.firmware.tally import Tally
from tests.harness.memory_chips import BYTE, FramChip, torn

_Item = TypeVar("_Item")

_MIXES_AGAIN = 2  # of old and new bits, where a recovery is cut
_PLAIN = 6  # so many of what may stand where a byte was being written have their recovery cut as well

_UNOWED = (record.BOOT, record.ACKED)  # they may go with an epoch of which a laptop has everything else


class Plan(NamedTuple):
    """Which cuts are tried: None for all that there are.

    `writes`: how many of each kind. `cuts`: at each of these, more at long ones. `again`: in the recovery, at each of
    its writes. `mixes`: see chips.torn. `onward`: after each so many recoveries the script is played to its end.
    `part` of `parts`: of the writes.
    """

    writes: int | None = None
    cuts: int | None = None
    again: int | None = None
    mixes: int | None = None
    onward: int = 150
    part: int = 0
    parts: int = 1


class Promise(NamedTuple):
    """What a board that is switched on after a cut has to keep: to show one of these, and nothing lost."""

    pictures: tuple[Picture, ...]
    facts: Facts


class Cut(NamedTuple):
    """A memory with which the power comes back; `done`: the write is completed.

    `rank`: its place among those of the same step, the plainest first.
    """

    name: str
    write: Write
    memory: bytes
    done: bool
    rank: int = 0

    @property
    def facts(self) -> Facts:
        return self.write.after if self.done else self.write.facts


class Campaign:
    """The cuts of one script on one medium, `fram` or `nvm`."""

    def __init__(self, script: Script, medium: str, journal: type[Journal] = Journal) -> None:
        self.tally = Tally()
        self._script = script
        self._name = f"{medium} {script.name}"
        self._medium = medium
        self._journal = journal
        self._recoveries = 0
        self._pictures: list[Picture] = []  # after each gesture
        self._epochs: list[int] = []
        chip = script.chip(medium)
        self.log = self.play(chip)
        self.writes = [write for write in self.log.writes if script.gestures[write.gesture].cut]
        self._end = bytes(chip.memory), Promise((self._pictures[-1],), self.log.facts), len(self._pictures) - 1

    def play(self, chip: FramChip) -> Log:
        """Play the script on this chip."""
        player = Player(self._script, chip, self._journal, self._name)
        log = Log(chip, player, NOTHING)
        for at in range(len(self._script.gestures)):
            log.gesture = at
            player.do(at)
            self._pictures.append(player.board.picture())
            self._epochs.append(player.board.journal.epoch)
        return log

    def run(self, plan: Plan) -> Tally:
        """Try the cuts of this plan."""
        draw = random.Random(self._name)
        if plan.part == 0:
            self._recover(*self._end, "end", plan)
        for at in self._chosen(draw, plan.writes):
            if at % plan.parts == plan.part:
                cuts = list(self.cuts(self.writes[at], str(at), plan.mixes))
                tried: set[int] = set()
                count = plan.cuts and max(plan.cuts, len(cuts) // 8)  # more where more can happen
                for cut in _sample(draw, cuts, count):
                    self._try(cut, draw, plan, tried)
        return self.tally

    def run_one(self, name: str) -> Tally:
        """Try the cut of this name, with everything that is looked at after some cuts only."""
        first, _, second = name.partition(" ")
        plan = Plan(onward=1)
        if name == "end":
            self._recover(*self._end, name, plan)
            return self.tally
        cut = self._named(self.writes, "", first)
        found, log = self._recover(cut.memory, self._promise(cut), cut.write.gesture, first, plan)
        if second:
            assert found is not None, "only a recovery that keeps its promise is cut again"
            again = self._named(log.writes, first + " ", second)
            self._recover(again.memory, _again(again, found, log), cut.write.gesture, name, plan)
        return self.tally

    def _named(self, writes: list[Write], before: str, name: str) -> Cut:
        at = name.split(".")[0]
        for cut in self.cuts(writes[int(at)], before + at, None):
            if cut.name == before + name:
                return cut
        raise ValueError(f"there is no cut {before}{name}")

    # ---- which cuts

    def _chosen(self, draw: random.Random, count: int | None) -> list[int]:
        """The writes to cut: so many of each kind, or all."""
        kinds = sorted({write.kind for write in self.writes})
        of_kind = [[at for at, write in enumerate(self.writes) if write.kind == kind] for kind in kinds]
        return sorted(at for some in of_kind for at in _sample(draw, some, count))

    def cuts(self, write: Write, name: str, mixes: int | None) -> Iterator[Cut]:
        """All cuts in this write, whose name this is; `mixes`: see chips.torn."""
        memory = bytearray(write.before)
        for n, step in enumerate(write.steps):
            place = slice(step.at, step.at + len(step.old))
            left = torn(step, random.Random(f"{self._name} {name}.{n}"), mixes)
            for rank, how in enumerate(left):
                memory[place] = left[how]
                yield Cut(f"{name}.{n}.{how}", write, bytes(memory), False, rank)
            memory[place] = step.new
        yield Cut(f"{name}.done", write, bytes(memory), True)

    def _try(self, cut: Cut, draw: random.Random, plan: Plan, tried: set[int]) -> None:
        """Recover from this cut, and from cuts of that recovery; `tried`: the ones that have been."""
        gesture = cut.write.gesture
        self.tally.kinds[cut.write.kind, False] += 1
        found, log = self._recover(cut.memory, self._promise(cut), gesture, cut.name, plan)
        once = cut.rank >= _PLAIN and cut.write.steps[0].kind == BYTE
        if plan.again == 0 or found is None or once:
            return
        for n, write in enumerate(log.writes):
            cuts = list(self.cuts(write, f"{cut.name} {n}", _MIXES_AGAIN))
            for again in _sample(draw, cuts, plan.again):
                promise = _again(again, found, log)
                key = hash((again.memory, promise.facts.epoch, len(promise.facts.records), found.standing))
                if key not in tried:
                    tried.add(key)
                    self.tally.kinds[write.kind, True] += 1
                    self._recover(again.memory, promise, gesture, again.name, plan)

    # ---- what has to be there

    def _promise(self, cut: Cut) -> Promise:
        """What was shown, or what the gesture makes of it; in the dark only that."""
        at = cut.write.gesture
        dark = self._script.gestures[at].word in IN_THE_DARK
        pictures: tuple[Picture, ...] = (self._pictures[at],) if dark else (self._pictures[at - 1], self._pictures[at])
        if at and self._epochs[at] != self._epochs[at - 1]:
            # The result of an acknowledged match goes with the old journal, and what the laptop assigned: then the
            # match of the settings is on. The light and the table's name may have been written already.
            fresh = self._fresh(at)
            lit = fresh._replace(light=self._pictures[at].light)
            named = lit._replace(name=self._pictures[at].name)
            pictures += (fresh, lit, named)
            # And the assignment that waits behind the match that was to be started by hand.
            pictures += tuple(_with_waiting(each, self._pictures[at]) for each in (fresh, lit, named))
        return Promise(pictures, _settled(cut.facts, self._epochs[at]))

    def _fresh(self, gesture: int) -> Picture:
        """What a board with an empty journal shows."""
        player = Player(self._script, self._script.chip(self._medium), Journal, "")
        player.power_on(gesture)
        return player.board.picture()

    def _recover(
        self, memory: bytes, promise: Promise, gesture: int, name: str, plan: Plan
    ) -> tuple[Picture | None, Log]:
        """Switch a board on with this memory; which of the promised pictures it shows, or None, and what it wrote."""
        self.tally.cuts += 1
        self._recoveries += 1
        chip = self._script.chip(self._medium)
        chip.memory[:] = memory
        # The same epochs after each cut, so that memories come out alike; others in a second recovery.
        player = Player(self._script, chip, self._journal, f"{self._name} {name.count(' ')}")
        log = Log(chip, player, promise.facts)
        try:
            player.power_on(gesture)
            found = next((each for each in promise.pictures if self._shows(player, each, gesture)), None)
            problems = list(self._problems(player, found, promise))
            if not problems and self._recoveries % plan.onward == 0:
                chip.wrote = None
                problems = list(self._onward(player, gesture))
        except Exception as fault:  # whatever goes wrong here is a board that stands still
            found, problems = None, [("stuck", f"raises {fault!r}")]
        self.tally.fail(f"{self._name} {name}", problems)
        return found, log

    def _problems(self, player: Player, found: Picture | None, promise: Promise) -> Iterator[tuple[str, str]]:
        """(What to count, what to say) of everything that is not as promised."""
        if found is None:
            yield "lost", f"shows {player.board.picture()}, and not one of {promise.pictures}"
        journal, facts = player.board.journal, promise.facts
        if facts.epoch not in (None, journal.epoch):
            yield "missing", f"the epoch is {journal.epoch:08x} and not {facts.epoch:08x}"
        if not journal.oldest <= journal.acked <= min(journal.next, facts.acked.get(journal.epoch, 0)):
            yield "missing", f"oldest, acked and next are {journal.oldest}, {journal.acked}, {journal.next}"
        held = bytes(journal.read(journal.oldest, journal.next - journal.oldest))
        for epoch, number, data in facts.records:
            if epoch == journal.epoch and journal.oldest <= number < journal.next:
                at = (number - journal.oldest) * len(data)
                fine = held[at : at + len(data)] == data
            else:
                fine = number < facts.acked.get(epoch, 0) or (epoch != journal.epoch and data[0] in _UNOWED)
            if not fine:
                yield "missing", f"the record {number} of {epoch:08x} is not {data.hex(' ')}"
        yield from _read(player.board.table, journal, held)
        if journal.oldest:
            for first, last in _matches(facts.records, journal.epoch):
                if first < journal.oldest <= last:
                    yield "missing", f"of the match from {first} to {last} what is before {journal.oldest} is given up"

    def _shows(self, player: Player, wanted: Picture, gesture: int) -> bool:
        """Whether the board shows this, but for what only the memory has to say."""
        found = player.board.picture()
        said = {wanted.status}
        if player.board.journal.full():
            said.add(texts.REFUSALS[texts.FULL])
        if self._script.gestures[gesture].word == "damage":
            said.add(texts.DAMAGE[:4])
        return found.status in said and found._replace(status="") == wanted._replace(status="")

    def _onward(self, player: Player, gesture: int) -> Iterator[tuple[str, str]]:
        """Play the rest of the script, and look once more after a power-on."""
        word = self._script.gestures[gesture].word
        if word not in IN_THE_DARK and self._shows(player, self._pictures[gesture - 1], gesture):
            rest = range(gesture, len(self._pictures))
        elif self._shows(player, self._pictures[gesture], gesture):
            rest = range(gesture + 1, len(self._pictures))
        else:
            return  # a match of the settings in the place of the script's
        if any(self._script.gestures[at].word in BY_PLACE for at in rest):
            return
        if rest and self._script.gestures[rest[0] - 1].word == "ack":
            player.acknowledge(0)  # of a match to be given up the laptop has the power-on too
        for at in rest:
            player.do(at)
        for when in ("at the end", "at the power-on after that"):
            if not self._shows(player, self._pictures[-1], len(self._pictures) - 1):
                yield "stuck", f"played on, and shows {when} {player.board.picture()}, not {self._pictures[-1]}"
            player.power_on(len(self._pictures) - 1)


def _with_waiting(picture: Picture, other: Picture) -> Picture:
    """This one, with the assignment that waits in the other."""
    waits = other.state[KEYS][1]
    return picture._replace(state=(*picture.state[:KEYS], (picture.state[KEYS][0], waits), *picture.state[KEYS + 1 :]))


def _read(table: Table, journal: Journal, held: bytes) -> Iterator[tuple[str, str]]:
    """(What to count, what to say) of everything that a laptop with these records would tell otherwise."""
    replay = Replay()
    for at in range(0, len(held), record.SIZE):
        number = journal.oldest + at // record.SIZE
        if journal.sealer.holds(held, at, number):
            on = replay.match
            if held[at] == record.ACKED and not (on is not None and on.finished):
                yield "wasted", f"the record {number} says that a laptop has a match which is not over"
            replay.feed(number, held, at)
    told = [
        (
            match and (catalogue.to_line(match), list(match.events[: match.length]), match.given),
            key,
            waits and waits.key,
        )
        for match, key, waits in (
            (table.match, table.key, table.assigned),
            (replay.match, replay.key, replay.assigned),
        )
    ]
    if told[0] != told[1]:
        yield "lost", f"a laptop reads {told[1]}, and the board goes on with {told[0]}"


def _matches(records: Iterable[Kept], epoch: int) -> list[tuple[int, int]]:
    """The first and the last record of each match among these, of this epoch."""
    replay = Replay()
    ends: dict[int, int] = {}
    for each in records:
        if each.epoch == epoch:
            replay.feed(each.number, each.data)
            if replay.match is not None:
                ends[replay.first_seq] = replay.last_seq
    return list(ends.items())


def _settled(facts: Facts, epoch: int | None) -> Facts:
    """These facts, with no word about the epoch where it is about to become this one."""
    return facts if facts.epoch == epoch else facts._replace(epoch=None)


def _again(cut: Cut, found: Picture, log: Log) -> Promise:
    """What a second recovery has to keep: the same as the one that was cut."""
    return Promise((found,), _settled(cut.facts, log.facts.epoch))


def _sample(draw: random.Random, of: Sequence[_Item], count: int | None) -> list[_Item]:
    return list(of) if count is None or count >= len(of) else draw.sample(of, count)
