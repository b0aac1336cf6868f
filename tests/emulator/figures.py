"""The figures that are promised: press to light, start to score, heap left. All times are simulated ms."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from shared_rules.journal.record import SIZE
from shared_rules.link import frame, laptop_half
from tallyboard.journal.runs import Spans
from tallyboard.link import Client
from tests.emulator.by_radio import AirPort, Turn, prepare_radio, turns
from tests.emulator.chip import Chip
from tests.emulator.drive import HEAP_REPORT, observed, prepare, yardstick
from tests.emulator.history import LONG_GAME, History, long_match, play
from tests.emulator.port import DataPort, client

EVENTS = 600
PRESSES = 120
RATIO = 0.75  # press to light, at most so much of the yardstick's
START_MS = 1200  # from the first line of code.py to the score after EVENTS events, at most
FREE_BYTES = 64 * 1024  # of heap after EVENTS events, at least

ASK_MS = 1000  # between the questions of a laptop that follows
HOLD_MS = 800  # after so long a hold acts
LATEST_MS = 20  # the longest that any press may take
READ_MS = 15  # from a press until a laptop that follows has read its record, at most in half of the cases
RADIO_MS = 0.5  # so much later is a press lit at most where a laptop follows by radio
TURN_MS = 1.1  # of the radio at most: 1, and what the pins and the model of a poll take that are measured with it
MENU_MS = 100  # the longest that the menu may take to open for the first time
UNDO_MS = 10  # the longest that an UNDO in a long round may take
NOON = 1_795_262_400  # 2026-11-21T12:00:00Z

_AROUND = 4 + 6 + 2  # bytes of a REC's frame around the records: their first number, type, request, CRC, COBS
_READ_MS = 1  # how often the laptop that follows looks
_HELD_MS = 60
_UP_MS = 60
_AT_REST_MS = 3500  # no happening is told any more


class Latency(NamedTuple):
    """From a pin's edge to the last acknowledged byte of the first I2C write that changed what the display shows.

    `complete` is the same for the last such write: a number may come in parts. `at`: when the edge was.
    """

    key: str
    first: float
    complete: float
    at: float = 0.0


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that so many percent of them do not exceed."""
    ranked = sorted(values)
    return ranked[-(-len(ranked) * percent // 100) - 1]


def press_to_light(chip: "Chip | Followed", presses: Sequence[tuple[str, str]]) -> list[Latency]:
    """Presses (key, display that has to change), at moments that fit no clock of the board's.

    Raises AssertionError for a press that changes nothing.
    """
    rng = random.Random(1)
    found = []
    for key, display in presses:
        chip.wait(40 + 100 * rng.random())
        since = len(chip.lights())
        pressed = chip.ms
        chip.down(key)
        chip.wait(_HELD_MS)
        chip.up(key)
        chip.wait(_UP_MS)
        answers = [light.ms for light in chip.lights(since) if light.display == display]
        if not answers:
            raise AssertionError(f"{key}, pressed at {pressed:.1f} ms, changed nothing on {display}: {chip.lit}")
        found.append(Latency(key, answers[0] - pressed, answers[-1] - pressed, pressed))
    return found


def act_on_press_keys(count: int) -> list[tuple[str, str]]:
    """Keys that act on press, in crokinole with 24 discs: every count changes its side's number, every NEXT both."""
    rng = random.Random(2)
    presses = []
    for i in range(count):
        if i % 24 == 23:
            presses.append(("NEXT", "A"))
        else:
            side = rng.choice("AB")
            presses.append((f"{side}{rng.randint(1, 3)}", side))
    return presses


def ours(uf2: Path, deployed: Path, folder: Path, count: int = PRESSES) -> list[Latency]:
    """Press to light of the deployed drive."""
    prepare(deployed, folder, LONG_GAME)
    with Chip(uf2, folder) as chip:
        chip.boot()
        chip.do("press A1")  # key 4 is no act-on-press key before the first event, and B's point is lit from here on
        return press_to_light(chip, act_on_press_keys(count))


class Followed:
    """A chip on a laptop that follows it: FOLLOW, and every ASK_MS a question for the state and FOLLOW again. `port`:
    by which it does.

    Everything but `wait` is the chip's own. `heard`: the states that came. `read_at`: when each record that was made
    since had come to the laptop.
    """

    def __init__(self, chip: Chip, port: "DataPort | AirPort | None" = None) -> None:
        self._port = port or DataPort(chip)
        laptop = Client(self._port, clock=lambda: chip.ms / 1000)
        laptop.hello()
        laptop.set_time(NOON)
        fields = laptop.hello()
        self.heard: list[dict[str, Any]] = []
        self.read_at: list[float] = []
        self._chip = chip
        self._epoch, self._following = fields["epoch"], fields["next"]
        self._decoder = frame.Decoder()
        self._ask_at = chip.ms

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chip, name)

    def wait(self, ms: float) -> None:
        until = self._chip.ms + ms
        while self._chip.ms < until:
            if self._chip.ms >= self._ask_at:
                self._ask_at += ASK_MS
                follow = frame.encode(frame.FOLLOW, 2, laptop_half.follow(self._epoch, self._following))
                self._port.write(frame.encode(frame.STATE, 1, laptop_half.state()) + follow)
            self._chip.wait(min(_READ_MS, until - self._chip.ms))
            for kind, _, body in self._decoder.feed(self._port.receive()):
                if kind == frame.LIVE:
                    self.heard.append(laptop_half.read_live(body))
                elif kind == frame.REC:
                    first, data = laptop_half.read_rec(body)
                    count = len(data) // SIZE
                    assert first == self._following, "a record came twice, or not at all"
                    self._following += count
                    self.read_at += [self._chip.ms] * count


class Following(NamedTuple):
    """Press to light while a laptop follows, and from a press until the laptop has read its record, ms."""

    light: list[Latency]
    read: list[float]


def followed(uf2: Path, deployed: Path, folder: Path, count: int = PRESSES) -> Following:
    """Of the deployed drive."""
    prepare(deployed, folder, LONG_GAME)
    with Chip(uf2, folder) as chip:
        chip.boot()
        chip.do("press A1")
        laptop = Followed(chip)
        found = press_to_light(laptop, act_on_press_keys(count))
        laptop.wait(2 * ASK_MS)
        assert len(laptop.read_at) == count, "the laptop has not followed"
        assert laptop.heard
        return Following(found, [read - one.at for read, one in zip(laptop.read_at, found, strict=True)])


class ByRadio(NamedTuple):
    """As Following, by radio, and what its turns took: `quiet` ones and those that did something, ms."""

    light: list[Latency]
    read: list[float]
    quiet: list[float]
    acts: list[float]


def followed_by_radio(uf2: Path, deployed: Path, folder: Path, count: int = PRESSES) -> ByRadio:
    """Of the deployed drive with radio.py loaded, on modelled modules."""
    prepare_radio(deployed, folder, LONG_GAME)
    with Chip(uf2, folder) as chip:
        port = AirPort(chip)
        chip.boot()
        chip.do("press A1")
        port.wait_for_session()
        laptop = Followed(chip, port)
        before = chip.ms
        found = press_to_light(laptop, act_on_press_keys(count))
        laptop.wait(2 * ASK_MS)
        assert len(laptop.read_at) == count, "the laptop has not followed"
        assert laptop.heard
        played: list[Turn] = [turn for turn in turns(chip) if turn.at >= before]
        return ByRadio(
            found,
            [read - one.at for read, one in zip(laptop.read_at, found, strict=True)],
            [turn.ms for turn in played if not turn.did],
            [turn.ms for turn in played if turn.did],
        )


def yardsticks(uf2: Path, folder: Path, count: int = PRESSES) -> list[Latency]:
    """Press to light of the shortest scoreboard that works."""
    yardstick(folder)
    with Chip(uf2, folder) as chip:
        chip.boot()
        return press_to_light(chip, [("A1", "A")] * count)


def ratios(mine: Sequence[Latency], theirs: Sequence[Latency]) -> dict[str, float]:
    """p50 and p99 of the first write, ours by theirs."""
    return {
        f"p{percent}": percentile([one.first for one in mine], percent)
        / percentile([one.first for one in theirs], percent)
        for percent in (50, 99)
    }


def latency_table(mine: Sequence[Latency], theirs: Sequence[Latency]) -> list[str]:
    """Both, in lines to print."""
    lines = [f"press to light, ms, {len(mine)} presses    ours  yardstick  ratio"]
    for what in ("first", "complete"):
        for percent in (50, 99):
            own = percentile([getattr(one, what) for one in mine], percent)
            other = percentile([getattr(one, what) for one in theirs], percent)
            lines.append(f"    {what:8} write    p{percent} {own:15.1f} {other:10.1f} {own / other:6.2f}")
    return lines


class Start(NamedTuple):
    """A power-on with a journal of EVENTS events.

    `to_code`: from power-on to the first line of code.py. `to_score`: from there until A and B show the score.
    `free`: bytes that gc.mem_free() would say after a collection, at rest. `lit`: what was shown.
    """

    to_code: float
    to_score: float
    free: int
    lit: dict[str, str]


def long_history(folder: Path) -> History:
    """EVENTS events of one match."""
    return play(folder, LONG_GAME, long_match(EVENTS))


def start_with(uf2: Path, deployed: Path, folder: Path, history: History, *, by_radio: bool = False) -> Start:
    """Power on with that journal. `by_radio`: with radio.py loaded, and its modelled modules."""
    if by_radio:
        prepare_radio(deployed, folder, LONG_GAME, observed(deployed))
    else:
        prepare(deployed, folder, LONG_GAME, files={"code.py": observed(deployed)})
    with Chip(uf2, folder) as chip:
        chip.fram = history.image
        on = chip.ms
        chip.boot()
        chip.wait(_AT_REST_MS)
        began = next(edge.ms for edge in chip.marks() if edge.high)
        shown = _shown(chip, {side: history.lit[side] for side in "AB"})
        lit, live = chip.lit, chip.live_heap
        # What is live is counted from outside while the program runs; how much there is in all, the program's end says.
        report = chip.type("\x03", " END").split(HEAP_REPORT)[1].split()
        free, allocated = int(report[0]), int(report[1])
        return Start(began - on, shown - began, free + allocated - live, lit)


def _shown(chip: Chip, wanted: dict[str, str]) -> float:
    """When all of these came to be lit."""
    seen = {}
    for light in chip.lights():
        seen[light.display] = light.text
        if wanted.items() <= seen.items():
            return light.ms
    raise AssertionError(f"{wanted} was never shown; lit: {chip.lit}")


def sent_a_second(uf2: Path, deployed: Path, folder: Path, history: History) -> float:
    """Bytes on the wire a second of simulated time, when a laptop collects that journal and does nothing else."""
    prepare(deployed, folder, LONG_GAME)
    with Chip(uf2, folder) as chip:
        chip.fram = history.image
        chip.boot()
        chip.wait(_AT_REST_MS)
        laptop = client(chip)
        fields = laptop.hello()
        began = chip.ms
        wanted = Spans([(fields["oldest"], fields["next"])])
        frames = [data for _, data in laptop.pull(fields["epoch"], wanted, lambda *_: True)]
        return sum(len(data) + _AROUND for data in frames) / (chip.ms - began) * 1000


def sent_line(speed: float) -> str:
    """How fast a journal goes to the laptop, to print."""
    return f"collecting a journal             {speed / 1000:.1f} kB/s on the wire"


def followed_line(mine: Following) -> str:
    """Press to light while a laptop follows, and press to its read, to print."""
    p50, p99 = (percentile([one.first for one in mine.light], percent) for percent in (50, 99))
    r50, r99 = (percentile(mine.read, percent) for percent in (50, 99))
    return (
        f"the same, followed by a laptop   p50 {p50:.1f}, p99 {p99:.1f}; press to its read p50 {r50:.1f}, p99 {r99:.1f}"
    )


def by_radio_lines(mine: ByRadio) -> list[str]:
    """The same by radio, to print."""
    median, most = (percentile(mine.acts, percent) for percent in (50, 90))
    return [
        followed_line(Following(mine.light, mine.read)).replace("by a laptop", "by radio "),
        f"a turn of the radio, ms          quiet {percentile(mine.quiet, 50):.2f}, one that does something p50 "
        f"{median:.2f}, p90 {most:.2f}, the longest, with a collection, {max(mine.acts):.1f}",
    ]


class Slowest(NamedTuple):
    """What takes longest, ms: the latest of many presses in and around a new match that has to have room made for it,
    an UNDO in a round of 46 counts, and the menu when it opens for the first time."""

    press: float
    undo: float
    menu: float


def full_history(folder: Path) -> History:
    """Some 3,700 records of short matches."""
    one = ["press B1", "press UNDO"] * 11 + ["press B1", "hold NEXT", "hold NEXT"]
    return play(folder, "crokinole-official target=20 discs=24", one * 123)


def slowest(uf2: Path, deployed: Path, folder: Path, history: History) -> Slowest:
    """With that journal, all of it acknowledged."""
    prepare(deployed, folder, None)
    with Chip(uf2, folder) as chip:
        chip.fram = history.image
        chip.boot()
        chip.wait(_AT_REST_MS)
        fields = client(chip).hello()
        assert fields["next"] - fields["oldest"] > 3600, fields
        client(chip).ack(fields["epoch"], fields["next"])
        chip.do("press B1", "hold NEXT", "hold NEXT")  # a result, and a match that wants more room than there is
        waits = [one.first for one in press_to_light(chip, [("A1", "A"), ("B2", "B")] * 22)]
        assert client(chip).hello()["oldest"] > fields["oldest"], "no room was made"
        chip.do("press A3", "press B3")
        chip.down("UNDO")
        chip.wait(_HELD_MS)
        chip.up("UNDO")
        undo = _changed(chip, "B", chip.ms)
        chip.wait(_AT_REST_MS)
        chip.down("MENU")
        menu = _changed(chip, "S", chip.ms + HOLD_MS)
        chip.up("MENU")
        return Slowest(max(waits), undo, menu)


def _changed(chip: Chip, display: str, since: float) -> float:
    """How long after this time the display comes to show something else."""
    before = len(chip.lights())
    chip.wait(since - chip.ms + 500)
    return next(light.ms for light in chip.lights(before) if light.display == display and light.ms >= since) - since


def slowest_line(found: Slowest) -> str:
    """These, to print."""
    return (
        f"the latest, ms                   press {found.press:.1f}, UNDO in a round of 46 {found.undo:.1f}, "
        f"first menu {found.menu:.1f}"
    )


def start_line(start: Start) -> str:
    """How long it took, to print."""
    before = f"(power-on to code.py {start.to_code:.0f})"
    return f"start with {EVENTS} events, ms        code.py to score {start.to_score:.0f} {before}"


def heap_line(start: Start) -> str:
    """What is left, to print."""
    return f"heap free after {EVENTS} events       {start.free / 1024:.1f} KB"
