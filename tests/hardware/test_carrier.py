"""The carrier: its file is the circuit, and its check catches what a maker would pay for."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from math import hypot

import pytest

from hardware.carrier.board_file import read_board_file
from hardware.carrier.check import faults
from hardware.carrier.pcb import carrier_pcb
from hardware.carrier.router import PATIENCE, Router, Way
from hardware.source.read import ROOT
from hardware.source.rules import BadBoard
from tests.hardware.sample import BOARD
from tests.hardware.shuffled import shuffled, without_third_side

ROUTED = pytest.mark.check("the router lays all tracks of one more board")


@pytest.fixture(scope="module")
def text() -> str:
    return carrier_pcb(BOARD)


def net_number(text: str, net: str) -> str:
    found = re.search(rf'^  \(net (\d+) "{net}"\)$', text, re.MULTILINE)
    assert found
    return found[1]


def tracks_of(text: str, net: str) -> list[str]:
    return re.findall(rf"^  \(segment .*\(net {net_number(text, net)}\) .*\n", text, re.MULTILINE)


def test_nothing_is_wrong_with_the_carrier(text: str) -> None:
    assert faults(text, BOARD) == []


@ROUTED
def test_the_same_board_gives_the_same_file_whatever_order_sets_have(text: str) -> None:
    program = (
        "from hardware.carrier.pcb import carrier_pcb; from tests.hardware.sample import BOARD;"
        " import sys; sys.stdout.reconfigure(encoding='utf-8'); print(carrier_pcb(BOARD), end='')"
    )
    again = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        check=True,
    )
    assert again.stdout.decode() == text


@ROUTED
def test_another_board_finds_its_tracks_too() -> None:
    board = shuffled(without_third_side(BOARD), 2, piezo=False)
    text = carrier_pcb(board)
    assert faults(text, board) == []
    parts = {ref for ref, _, _ in read_board_file(text).pads}
    assert ("JC" in parts) == ("KC" in parts) == ("C" in board.displays)
    assert ("BZ1" in parts) == ("R3" in parts) == (board.piezo is not None)


@ROUTED
def test_a_supply_that_is_wider_than_between_two_pads_gets_narrow_beside_them() -> None:
    board = replace(BOARD, carrier=replace(BOARD.carrier, power_track=1.0))
    text = carrier_pcb(board)
    assert faults(text, board) == []
    widths = {re.search(r"\(width ([\d.]+)\)", track)[1] for track in tracks_of(text, "3V3")}  # type: ignore[index]
    assert widths == {"1", "0.25"}


@ROUTED
def test_a_board_without_room_for_its_tracks_is_refused() -> None:
    board = replace(BOARD, carrier=replace(BOARD.carrier, track=0.8, clearance=0.8))
    with pytest.raises(BadBoard, match=r"carrier\.size: no room for the tracks of "):
        carrier_pcb(board)


def test_the_router_gives_up_where_more_rounds_do_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[list[str]] = []
    monkeypatch.setattr(Router, "_lay", lambda self, net: self.ways.setdefault(net, Way()))
    monkeypatch.setattr(Router, "_collides", lambda self, net: net in ("GND", "3V3"))
    monkeypatch.setattr(Router, "_remember", lambda self, nets: rounds.append(nets))
    with pytest.raises(BadBoard, match=r"no room for the tracks of 3V3, GND; .* or make carrier\.track"):
        carrier_pcb(replace(BOARD, carrier=replace(BOARD.carrier, track=0.26)))
    assert len(rounds) == PATIENCE


def test_swapped_nets_are_seen(text: str) -> None:
    a1, a2 = net_number(text, "A1"), net_number(text, "A2")
    swapped = text.replace(f'(net {a1} "A1") (tstamp', "(net 0 swap").replace(f'(net {a2} "A2") (tstamp', "(net 1 swap")
    swapped = swapped.replace("(net 0 swap", f'(net {a2} "A2") (tstamp').replace(
        "(net 1 swap", f'(net {a1} "A1") (tstamp'
    )
    assert swapped != text
    found = faults(swapped, BOARD)
    assert "pad 1 of R11 is on A2, and has to be on A1" in found
    assert any(fault.startswith("A1 is in ") for fault in found)


def length(track: str) -> float:
    x1, y1, x2, y2 = map(float, re.findall(r"-?[\d.]+", track)[:4])
    return hypot(x1 - x2, y1 - y2)


@pytest.mark.parametrize("net", ["A1", "KEY_B5", "SDA", "SCL-D", "3V3", "VDISP", "RUN", "GND"])
def test_a_missing_track_is_seen(text: str, net: str) -> None:
    track = max(tracks_of(text, net), key=length)
    assert any(fault.startswith(f"{net} is in 2 pieces") for fault in faults(text.replace(track, ""), BOARD))


def test_a_track_that_is_too_wide_is_seen(text: str) -> None:
    track = max(tracks_of(text, "A3"), key=length)
    found = faults(text.replace(track, track.replace("(width 0.25)", "(width 4)")), BOARD)
    assert any("is 4 mm wide, not 0.25" in fault for fault in found)
    assert any("the track of A2" in fault and fault.endswith("mm, not 0.25") for fault in found)


@pytest.mark.parametrize(("part", "pad"), [("U1", "36"), ("U2", "8"), ("U3", "3"), ("R1", "1")])
def test_an_open_supply_pin_is_seen(text: str, part: str, pad: str) -> None:
    start = text.index(f'(fp_text reference "{part}"')
    start = text.index(f'(pad "{pad}"', start)
    end = text.index("\n", start)
    line = re.sub(r" \(net \d+ \"3V3\"\)", "", text[start:end])
    found = faults(text[:start] + line + text[end:], BOARD)
    assert f"pad {pad} of {part} is on no net, and has to be on 3V3" in found


def test_copper_at_the_edge_and_holes_in_holes_are_seen(text: str) -> None:
    ground = net_number(text, "GND")
    via = '  (via (at {}) (size 0.7) (drill 0.35) (layers "F.Cu" "B.Cu") (net {}) (tstamp 0))\n'
    end = text.rindex(")")
    edge = faults(text[:end] + via.format("50.5 100", ground) + ")", BOARD)
    assert any("from the board's edge" in fault for fault in edge)
    hole = faults(text[:end] + via.format("54 54.9", ground) + ")", BOARD)
    assert any("from hole to hole" in fault for fault in hole)


def test_a_face_without_its_zone_is_seen(text: str) -> None:
    start = text.index(f'  (zone (net {net_number(text, "GND")}) (net_name "GND") (layer "B.Cu")')
    end = text.index("\n  )\n", start) + 5
    assert "no zone of GND on B.Cu" in faults(text[:start] + text[end:], BOARD)
