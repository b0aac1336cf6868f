"""Has KiCad read, fill, check and plot the carrier, and reads what it says of it."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.circuit.netlist import Component
from hardware.making.tools import DEBIAN_PYTHON, KICAD, require
from hardware.source.read import ROOT

NAME = "tallyboard-carrier"

Point = tuple[float, float]


@dataclass(frozen=True)
class Pad:
    """A pad as KiCad reads it. `number`: "" for a hole without copper; `net`: None where nothing is connected; `at`: in
    mm from the lower left corner of the board, y upwards; `drill`: 0 without a hole."""

    number: str
    net: str | None
    at: Point
    drill: float
    plated: bool


@dataclass(frozen=True)
class Part:
    """A part as KiCad reads it. `side`: "front" or "back"."""

    ref: str
    side: str
    pads: tuple[Pad, ...]


@dataclass(frozen=True)
class Plotted:
    """What KiCad made of a board, in `folder`: gerbers/ with the drills, filled/ with the board. `violations`: of the
    design rules, a line each; `vias`: x, y and drill."""

    folder: Path
    parts: tuple[Part, ...]
    vias: tuple[tuple[float, float, float], ...]
    violations: tuple[str, ...]

    @property
    def gerbers(self) -> Path:
        return self.folder / "gerbers"

    @property
    def filled(self) -> Path:
        return self.folder / f"filled/{NAME}.kicad_pcb"


class BrokenCarrierError(Exception):
    """The carrier keeps a design rule not, or differs from the circuit. Its text has a line for each."""


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment in which KiCad finds nobody's settings, and no clock but UTC."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "TZ": "UTC", "LC_ALL": "C.UTF-8", **more}


def violations(report: str) -> Iterator[str]:
    """The violations in KiCad's report, an error, warning or unconnected pad each, with the places it names."""
    for found in re.finditer(r"^\[.*(?:\n    .*)*", report, re.MULTILINE):
        rule, _, *places = (line.strip() for line in found[0].splitlines())
        yield f"{rule} {'; '.join(places)}"
    # The counts come last, for a report that is written otherwise than this reads it.
    for count, what in re.findall(r"^\*\* Found ([1-9]\d*) (.*) \*\*$", report, re.MULTILINE):
        yield f"{count} {what}"


def _part(raw: dict[str, Any]) -> Part:
    pads = tuple(Pad(**{**pad, "at": tuple(pad["at"]), "net": _net(pad["net"])}) for pad in raw["pads"])
    return Part(**{**raw, "pads": pads})


def _net(name: str) -> str | None:
    return None if name == "" or name.startswith("unconnected-") else name


def plotted(board: str, project: str, folder: Path) -> Plotted:
    """Runs KiCad over the text of a .kicad_pcb and of its .kicad_pro, into an empty folder. Raises MissingToolError
    without KiCad."""
    require(KICAD)
    source = folder / f"{NAME}.kicad_pcb"
    source.write_text(board)
    source.with_suffix(".kicad_pro").write_text(project)
    made = folder / "made"
    made.mkdir()
    subprocess.run(
        [DEBIAN_PYTHON, "-B", "-m", "hardware.carrier.kicad_run", str(source), str(made)],
        cwd=ROOT,
        env=environment(folder),
        check=True,
    )
    read = json.loads((made / "board.json").read_text())
    return Plotted(
        made,
        parts=tuple(map(_part, read["parts"])),
        vias=tuple(tuple(via) for via in read["vias"]),
        violations=tuple(violations((made / "drc.txt").read_text())),
    )


def net_differences(parts: tuple[Part, ...], circuit: list[Component]) -> Iterator[str]:
    """A line for each pad whose net on the board is another than in the circuit, and for pads that only one of them
    has."""
    expected = {(part.ref, pad): net for part in circuit for pad, net in part.nets.items()}
    found = [(part.ref, pad) for part in parts for pad in part.pads if pad.number]
    for ref, pad in found:
        if (ref, pad.number) not in expected:
            yield f"{ref}.{pad.number}: only on the board, not in the circuit"
        elif pad.net != expected[ref, pad.number]:
            yield f"{ref}.{pad.number}: {pad.net} on the board, {expected[ref, pad.number]} in the circuit"
    for ref, number in sorted(expected.keys() - {(ref, pad.number) for ref, pad in found}):
        yield f"{ref}.{number}: only in the circuit, not on the board"


def check(plot: Plotted, circuit: list[Component]) -> None:
    """Raises BrokenCarrierError unless every design rule is kept, and every net is as in the circuit."""
    wrong = [*net_differences(plot.parts, circuit), *plot.violations]
    if wrong:
        raise BrokenCarrierError("\n".join(["KiCad finds in the carrier:", *wrong]))
