"""The sums of hardware/electrical.md, by its figures."""

from dataclasses import replace

import pytest

from hardware.buying.count import items
from hardware.circuit import bus, current
from hardware.circuit.pins_file import pins_source
from hardware.circuit.products import texts
from hardware.source.read import read_board
from tests.hardware.changed import changed
from tests.hardware.sample import BOARD


def test_the_mean_of_a_display_is_what_its_datasheet_gives() -> None:
    """33 or 60 segments of 25 mA, each on for 1024 of 9504 microseconds."""
    assert current.display_ma(BOARD, "A", 16) == pytest.approx(88.9, abs=0.05)
    assert current.display_ma(BOARD, "S", 16) == pytest.approx(161.6, abs=0.05)
    assert current.display_ma(BOARD, "S", 4) == pytest.approx(161.6 / 4, abs=0.05)


@pytest.mark.parametrize(
    ("sides", "light", "total"),
    [(2, 8, 184), (2, 13, 290), (2, 14, 311), (3, 8, 231), (3, 10, 285), (3, 11, 311), (2, 16, 354), (3, 16, 445)],
)
def test_the_worst_case(sides: int, light: int, total: int) -> None:
    assert current.total_ma(BOARD, sides, light) == pytest.approx(total, abs=1)


def test_the_highest_brightness_is_the_last_below_the_limit() -> None:
    assert [current.most_light(BOARD, sides) for sides in (2, 3)] == [13, 10]
    weak = replace(BOARD, supply=replace(BOARD.supply, limit_ma=20))
    assert current.most_light(weak, 3) == 0


def test_the_board_keeps_to_it() -> None:
    assert BOARD.supply.most_light <= current.most_light(BOARD, 3)
    assert current.total_ma(BOARD, 3, BOARD.supply.most_light) < 300


@pytest.mark.parametrize(
    ("sides", "build", "ohms", "sink", "picofarads", "longest"),
    [
        (2, "carrier", [4700, 1950], 2.1, [65, 90], 0.9),
        (3, "carrier", [4700, 1632], 2.4, [65, 110], 1.1),
        (2, "wires", [2500], 1.2, [90], 0.5),
        (3, "wires", [2000], 1.5, [110], 0.7),
    ],
)
def test_the_bus(
    sides: int, build: str, ohms: list[float], sink: float, picofarads: list[float], longest: float
) -> None:
    made = bus.sides_of(BOARD, sides, build)
    assert [side.ohms for side in made] == pytest.approx(ohms, abs=5)
    assert [side.parts_pf for side in made] == picofarads
    assert bus.sink_ma(BOARD, sides, build) == pytest.approx(sink, abs=0.06)
    assert bus.longest_m(BOARD, sides, build) == pytest.approx(longest, abs=0.06)


@pytest.mark.parametrize("volts", [3.3, 5.0])
def test_a_line_rises_as_its_two_sides_and_the_transistor_between_them_do(volts: float) -> None:
    """Against a sum in small steps of time: both sides together as long as the gate is above the line, then alone."""
    board = replace(BOARD, supply=replace(BOARD.supply, displays_v=volts))
    made = bus.sides_of(board, 2, "carrier")
    slowest = [0.0, 0.0]
    for gate in bus.GATE_VOLTS:
        at, begins, ends, now, step = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], 0.0, 1e-11
        while not all(ends):
            flows = [(side.volts - at[n]) / side.ohms for n, side in enumerate(made)]
            if at[0] < bus.VOLTS - gate:
                at = [at[0] + sum(flows) * step / sum(side.farads for side in made)] * 2
            else:
                at = [at[n] + flows[n] * step / side.farads for n, side in enumerate(made)]
            now += step
            for n, side in enumerate(made):
                begins[n] = begins[n] or (now if at[n] >= 0.3 * side.volts else 0.0)
                ends[n] = ends[n] or (now if at[n] >= 0.7 * side.volts else 0.0)
        slowest = [max(slowest[n], (ends[n] - begins[n]) * 1e9) for n in (0, 1)]
    assert bus.rises_ns(board, 2, "carrier") == pytest.approx(slowest, rel=0.01)


def test_two_sides_may_have_5_volts_and_three_may_not_at_400_khz() -> None:
    five = replace(BOARD, supply=replace(BOARD.supply, displays_v=5.0))
    assert bus.sink_ma(five, 2, "carrier") <= bus.MOST_SINK_MA < bus.sink_ma(five, 3, "carrier")
    assert max(bus.rises_ns(five, 2, "carrier")) <= 300
    assert current.limit(five) == ("supply.usb_ma", 500)
    assert [current.most_light(five, sides) for sides in (2, 3)] == [16, 14]
    assert current.total_ma(five, 2, 16) == pytest.approx(339 + 3 * 2 + 3.2 + 100 + 6.5, abs=1)
    two_sides = {"displays.C": None, **{f"buttons.C{n}": None for n in range(1, 6)}}
    bright = read_board(changed(two_sides | {"supply.displays_v": "5.0", "supply.most_light": "16"}))
    assert "MOST_LIGHT = 16" in pins_source(bright)
    slow: dict[str, str | None] = {
        "i2c.frequency": "100_000",
        "bus.displays_pull_up_ohm": "0",
        "supply.displays_v": "5.0",
    }
    assert read_board(changed(slow)).supply.displays_v == 5


def test_without_a_carrier_displays_have_3_3_volts_whatever_the_jumper_says() -> None:
    five = replace(BOARD, supply=replace(BOARD.supply, displays_v=5.0))
    assert [side.volts for side in bus.sides_of(five, 3, "wires")] == [3.3]


@pytest.mark.parametrize(("sides", "rise"), [(2, 433), (3, 377)])
def test_without_pull_ups_on_the_displays_side_the_carrier_is_too_slow(sides: int, rise: float) -> None:
    bare = replace(BOARD, bus=replace(BOARD.bus, displays_pull_up_ohm=0))
    assert max(bus.rises_ns(bare, sides, "carrier", 0.8)) == pytest.approx(rise, abs=2)
    assert max(bus.rises_ns(bare, sides, "carrier", 0.8)) > bus.most_rise_ns(bare)


def test_the_longest_cables_are_just_fast_enough() -> None:
    for sides in (2, 3):
        for build in bus.BUILDS:
            metres = bus.longest_m(BOARD, sides, build)
            assert max(bus.rises_ns(BOARD, sides, build, metres)) == pytest.approx(bus.most_rise_ns(BOARD), abs=0.01)


def test_without_a_carrier_pull_ups_are_soldered_on_only_where_the_bus_is_too_slow_else() -> None:
    assert not bus.needs_pull_ups(BOARD, 2)
    long = read_board(changed({"bus.metre_pf": "130", "bus.displays_pull_up_ohm": "3900"}))
    assert bus.needs_pull_ups(long, 2)
    (side,) = bus.sides_of(long, 2, "wires")
    assert side.ohms == pytest.approx(1630, abs=5)
    assert [side.ohms for side in bus.sides_of(long, 2, "carrier")] == pytest.approx([4700, 1797], abs=5)
    found = {item.key: item for item in items(long, 2, "wires")}
    assert found["wired_pull_up"].needed == 2
    assert found["wired_pull_up"].name == "resistor 4.7 kΩ, 1/4 W, with wires"


def test_a_slower_bus_may_rise_slower() -> None:
    slow = read_board(changed({"i2c.frequency": "100_000", "bus.displays_pull_up_ohm": "0"}))
    assert bus.most_rise_ns(slow) == 1000


def test_the_tables_say_the_figures() -> None:
    page = texts(BOARD)["electrical.md"]
    assert "| **together** | **226 mA** | **284 mA** |" in page
    assert "| highest brightness within it | 13 | 10 |" in page
    assert (
        "| carrier, 3 sides: the displays' side | 3.3 V | 1.63 kΩ | 1.8 mA | 110 pF | 0.90 m | 274 ns | 1.1 m |" in page
    )
    for row in page.splitlines():
        assert not row.startswith("|") or row.count("|") in (4, 9), row
