"""What stands behind `gpiod` for real: its names, and the kernel's own simulated pins where there are some.

The kernel's i2c-stub would take no write of the firmware's: it knows SMBus commands only (i2c/i2c-stub.rst).
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tallyboard.pi.parts import Lines
from tests.harness.missing import GPIO_SIM, cannot_run
from tests.host.pi.model_pi import Clock, EdgeEvent, GpioChip


def real() -> Any:
    try:
        import gpiod
    except ImportError:
        cannot_run("gpiod is not installed: it is for Linux")
    return gpiod


def test_the_model_has_the_names_that_gpiod_has() -> None:
    gpiod, model = real(), GpioChip(Clock()).module()
    for name in vars(model):
        assert hasattr(gpiod, name), name
    for kind in ("Direction", "Bias", "Edge"):
        assert set(getattr(model.line, kind).__members__) <= set(getattr(gpiod.line, kind).__members__)
    assert set(EdgeEvent.Type.__members__) == set(gpiod.EdgeEvent.Type.__members__)
    request, asked = gpiod.LineRequest, ("get_value", "wait_edge_events", "read_edge_events", "release", "fd")
    assert all(hasattr(request, name) for name in asked)
    event = gpiod.EdgeEvent(gpiod.EdgeEvent.Type.RISING_EDGE.value, 1, 2, 3, 4)
    assert (event.timestamp_ns, event.line_offset, event.global_seqno) == (1, 2, 3)
    assert {"used", "consumer"} <= gpiod.LineInfo.__dataclass_fields__.keys()
    assert "label" in gpiod.ChipInfo.__dataclass_fields__
    settings = gpiod.LineSettings(
        direction=gpiod.line.Direction.INPUT, bias=gpiod.line.Bias.PULL_UP, edge_detection=gpiod.line.Edge.BOTH
    )
    assert settings.event_clock == gpiod.line.Clock.MONOTONIC, "what edges and the board's time are counted by"


@pytest.fixture
def pull() -> Iterator[Any]:
    """`pull(line, down)` closes or opens a switch of the kernel's (admin-guide/gpio/gpio-sim.rst)."""
    device = GPIO_SIM / "tallyboard"
    bank = device / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text("54")
    (bank / "label").write_text("pinctrl-bcm2711")
    (device / "live").write_text("1")
    lines = Path("/sys/devices/platform") / (device / "dev_name").read_text().strip()
    lines /= (bank / "chip_name").read_text().strip()

    def close(line: int, down: bool) -> None:
        (lines / f"sim_gpio{line}" / "pull").write_text("pull-down" if down else "pull-up")

    yield close
    (device / "live").write_text("0")
    bank.rmdir()
    device.rmdir()


if GPIO_SIM.is_dir():  # no skip, which fails in CI: a line at the end of a run says so

    def test_edges_of_the_kernels_simulated_pins(pull: Any) -> None:
        lines = Lines(real(), {"A1": 5, "B1": 25}, time.monotonic_ns)
        try:
            assert lines.is_up(5) and lines.is_up(25)
            begun = time.monotonic_ns()
            pull(5, True)
            time.sleep(0.01)
            pull(5, False)
            edges = list(lines.edges())
            assert [edge[:2] for edge in edges] == [(5, True), (5, False)]
            assert begun <= edges[0][2] < edges[1][2] <= time.monotonic_ns()
        finally:
            lines.close()
