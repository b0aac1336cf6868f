"""The steps of the build guide, in the order in which they are done. Their numbers are counted, never written."""

from collections.abc import Callable
from dataclasses import dataclass

from hardware.circuit.netlist import Component, netlist
from hardware.source.board import Board

CARRIER, WIRES = "carrier", "wires"


@dataclass(frozen=True)
class Step:
    """One thing to do. `key`: its name, also of its picture; `build`: CARRIER or WIRES (without a carrier), "" for
    both; `has`: what a board file has to have for it, "third" (side), "piezo" or "tie" (of the cable), "" for nothing.
    A step that solders parts to the carrier is there where SOLDERED finds some."""

    key: str
    build: str = ""
    has: str = ""


STEPS = (
    # 1: decide and order
    Step("see-it-play"),
    Step("decide"),
    Step("order-parts"),
    Step("order-carrier", CARRIER),
    Step("print-meanwhile"),
    # 2: print the box
    Step("print-box"),
    Step("clean-box"),
    Step("or-build-of-wood"),
    # 3: the Pico and its firmware
    Step("install-circuitpython"),
    Step("deploy-firmware"),
    Step("open-console"),
    Step("set-three-sides", has="third"),
    # 4: the carrier
    Step("solder-memory", CARRIER),
    Step("solder-three-legs", CARRIER),
    Step("solder-small-parts", CARRIER),
    Step("solder-key-resistors", CARRIER),
    Step("solder-display-connectors", CARRIER),
    Step("solder-sockets", CARRIER),
    Step("solder-jumper", CARRIER),
    Step("solder-key-connectors", CARRIER),
    Step("solder-piezo", CARRIER),
    # 4: without a carrier
    Step("tray", WIRES),
    Step("wire-bus", WIRES),
    Step("wire-memory", WIRES),
    Step("bus-length", WIRES),
    Step("wire-piezo", WIRES, "piezo"),
    # 5: the displays
    Step("set-addresses"),
    Step("solder-modules"),
    Step("vhi-open"),
    Step("connect-displays"),
    # 6: keys and looms
    Step("cut-wires"),
    Step("crimp-plugs", CARRIER),
    Step("wire-keys-to-pico", WIRES),
    Step("switches-in"),
    Step("solder-switches"),
    # 7: the sound
    Step("hear-it", has="piezo"),
    # 8: close the box
    Step("displays-in"),
    Step("carrier-in"),
    Step("plug-cables"),
    Step("look-before-closing"),
    Step("close-box"),
    Step("tie-cable", has="tie"),
    Step("caps-on"),
    Step("legends-on"),
    # 9: the last tests
    Step("pull-the-plug"),
    Step("test-cable"),
    Step("name-it"),
    Step("choose-game"),
)

# Which parts of the carrier a step solders, by its key. A part belongs to the first that takes it.
SOLDERED: dict[str, Callable[[Board, Component], bool]] = {
    "solder-memory": lambda _, part: part.kind == "fram",
    "solder-three-legs": lambda _, part: part.ref[0] == "Q" or (part.ref[0] == "U" and len(part.nets) == 3),
    "solder-key-resistors": lambda board, part: (
        part.ref[0] == "R" and any(net in board.buttons for net in part.nets.values())
    ),
    "solder-small-parts": lambda _, part: part.ref[0] in "RC",
    "solder-display-connectors": lambda _, part: part.kind == "qt",
    "solder-sockets": lambda _, part: part.kind == "pico",
    "solder-jumper": lambda _, part: part.ref.startswith("JP"),
    "solder-key-connectors": lambda _, part: part.kind.startswith("keys"),
    "solder-piezo": lambda _, part: part.kind == "piezo",
}


# The steps at the printed box: their pictures are of its solids, all others are drawn flat.
SHADED = (
    "print-box",
    "clean-box",
    "tray",
    "switches-in",
    "displays-in",
    "carrier-in",
    "plug-cables",
    "look-before-closing",
    "close-box",
    "tie-cable",
    "caps-on",
    "legends-on",
)


def picture_of(key: str) -> str:
    """Where the picture of this step is, under hardware/build/."""
    return f"steps/{key}.png" if key in SHADED else f"steps/{key}.svg"


def soldered(board: Board) -> dict[str, tuple[Component, ...]]:
    """The parts of the carrier by the step that solders them. Raises ValueError for one that none does."""
    found: dict[str, list[Component]] = {}
    for part in netlist(board):
        if part.fitted:
            key = next((key for key, takes in SOLDERED.items() if takes(board, part)), None)
            if key is None:
                raise ValueError(f"no step of the guide solders {part.ref}: hardware/guide/steps.py, SOLDERED")
            found.setdefault(key, []).append(part)
    return {key: tuple(parts) for key, parts in found.items()}


def steps(board: Board) -> dict[str, int]:
    """The number of each step that a maker of this board file does, or leaves out by build, by its key."""
    parts = soldered(board)
    has = {
        "": True,
        "third": board.most_sides == 3,
        "piezo": board.piezo is not None,
        "tie": any("cable tie" in part.name for part in board.parts.values()),
    }
    keys = [step.key for step in STEPS if has[step.has] and (step.key not in SOLDERED or step.key in parts)]
    return {key: number for number, key in enumerate(keys, 1)}
