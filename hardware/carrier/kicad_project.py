"""The carrier's .kicad_pro: the widths and distances of board.toml as the rules that KiCad checks, and offers to
one who routes the board anew.
"""

import json
from typing import Any

from hardware.circuit.netlist import GND, SUPPLY
from hardware.source.board import Board

_EDGE = 0.3  # mm, from copper to the edge of the board, which most board houses ask
_SILENT = ("lib_footprint_issues", "missing_courtyard", "npth_inside_courtyard", "pth_inside_courtyard")


def _net_class(name: str, board: Board, track: float, nets: tuple[str, ...] = ()) -> dict[str, Any]:
    carrier = board.carrier
    return {
        "name": name,
        "clearance": carrier.clearance,
        "track_width": track,
        "via_diameter": carrier.via,
        "via_drill": carrier.via_drill,
        "nets": list(nets),
    }


def project_source(board: Board) -> str:
    """The text of tallyboard-carrier.kicad_pro."""
    carrier = board.carrier
    rules = {
        "min_clearance": carrier.clearance,
        "min_copper_edge_clearance": _EDGE,
        "min_hole_clearance": carrier.clearance,
        "min_hole_to_hole": carrier.clearance,
        "min_through_hole_diameter": carrier.via_drill,
        "min_track_width": carrier.track,
        "min_via_annular_width": round((carrier.via - carrier.via_drill) / 2, 4),
        "min_via_diameter": carrier.via,
    }
    classes = [
        _net_class("Default", board, carrier.track),
        _net_class("Power", board, carrier.power_track, (GND, SUPPLY)),
    ]
    project = {
        "board": {
            "design_settings": {
                "meta": {"version": 2},
                "rule_severities": dict.fromkeys(_SILENT, "ignore"),
                "rules": rules,
            }
        },
        "meta": {"filename": "tallyboard-carrier.kicad_pro", "version": 1},
        "net_settings": {"classes": classes, "meta": {"version": 2}},
    }
    return json.dumps(project, indent=2) + "\n"
