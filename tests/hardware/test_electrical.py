"""The sums of hardware/electrical.md, by its figures."""

from dataclasses import replace

import pytest

from hardware.buying.count import items
from hardware.circuit import bus, current
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
        (2, "carrier", 1330, 2.2, 105, 1.6),
        (3, "carrier", 1170, 2.5, 125, 1.8),
        (2, "wires", 2500, 1.2, 90, 0.5),
        (3, "wires", 2000, 1.5, 110, 0.7),
    ],
)
def test_the_bus(sides: int, build: str, ohms: float, sink: float, picofarads: float, longest: float) -> None:
    assert bus.resistance(BOARD, sides, build) == pytest.approx(ohms, abs=5)
    assert bus.sink_ma(BOARD, sides, build) == pytest.approx(sink, abs=0.06)
    assert bus.parts_pf(BOARD, sides, build) == picofarads
    assert bus.longest_m(BOARD, sides, build) == pytest.approx(longest, abs=0.06)


@pytest.mark.parametrize(("sides", "rise"), [(2, 523), (3, 434)])
def test_without_own_pull_ups_the_carrier_is_too_slow(sides: int, rise: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 0.8 m of cables."""
    bare = replace(BOARD, bus=replace(BOARD.bus, pull_up_ohm=0))
    monkeypatch.setattr(bus, "cable_m", lambda *_: 0.8)
    assert bus.rise_ns(bare, sides, "carrier") == pytest.approx(rise, abs=1)
    assert rise > bus.most_rise_ns(bare)


def test_the_longest_cables_are_just_fast_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for sides in (2, 3):
        for build in bus.BUILDS:
            metres = bus.longest_m(BOARD, sides, build)
            monkeypatch.setattr(bus, "cable_m", lambda *_, metres=metres: metres - 1e-9)
            assert bus.rise_ns(BOARD, sides, build) == pytest.approx(bus.most_rise_ns(BOARD))


def test_without_a_carrier_pull_ups_are_soldered_on_only_where_the_bus_is_too_slow_else() -> None:
    assert not bus.needs_pull_ups(BOARD, 2)
    long = read_board(changed({"bus.metre_pf": "130"}))
    assert bus.needs_pull_ups(long, 2)
    assert bus.resistance(long, 2, "wires") == pytest.approx(1630, abs=5)
    assert bus.resistance(long, 2, "carrier") == bus.resistance(BOARD, 2, "carrier")
    found = {item.key: item for item in items(long, 2, "wires")}
    assert found["wired_pull_up"].needed == 2
    assert found["wired_pull_up"].name == "resistor 4.7 kΩ, 1/4 W, with wires"


def test_a_slower_bus_may_rise_slower() -> None:
    slow = read_board(changed({"i2c.frequency": "100_000", "bus.pull_up_ohm": "0"}))
    assert bus.most_rise_ns(slow) == 1000


def test_the_tables_say_the_figures() -> None:
    page = texts(BOARD)["electrical.md"]
    assert "| **together** | **226 mA** | **285 mA** |" in page
    assert "| highest brightness within it | 13 | 10 |" in page
    assert "| carrier, 3 sides | 1.17 kΩ | 2.5 mA | 125 pF | 0.90 m | 213 ns | 1.7 m |" in page
    for row in page.splitlines():
        assert not row.startswith("|") or row.count("|") in (4, 8), row
