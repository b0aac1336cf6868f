"""The KiCad project beside the board file: the rules by which KiCad checks it, as board.toml says them."""

import json
from typing import Any

from hardware.circuit.netlist import POWER
from hardware.source.board import Board

# What KiCad only warns of, or passes over, counts as well.
_ERRORS = (
    "annular_width",
    "clearance",
    "copper_edge_clearance",
    "courtyards_overlap",
    "drill_out_of_range",
    "duplicate_footprints",
    "footprint_type_mismatch",
    "hole_clearance",
    "hole_near_hole",
    "invalid_outline",
    "item_on_disabled_layer",
    "items_not_allowed",
    "malformed_courtyard",
    "missing_courtyard",
    "npth_inside_courtyard",
    "padstack",
    "pth_inside_courtyard",
    "shorting_items",
    "silk_over_copper",
    "silk_overlap",
    "through_hole_pad_without_hole",
    "track_dangling",
    "track_width",
    "tracks_crossing",
    "unconnected_items",
    "unresolved_variable",
    "via_dangling",
    "zone_has_empty_net",
    "zones_intersect",
)
SILK_CLEARANCE = 0.1


def carrier_project(board: Board) -> str:
    """The text of the project file; it stands beside the board file and has its name."""
    carrier = board.carrier
    rules = {
        "allow_blind_buried_vias": False,
        "allow_microvias": False,
        "max_error": 0.005,
        "min_clearance": carrier.clearance,
        "min_copper_edge_clearance": carrier.edge,
        "min_hole_clearance": carrier.clearance,
        "min_hole_to_hole": carrier.hole_gap,
        "min_silk_clearance": SILK_CLEARANCE,
        "min_through_hole_diameter": carrier.via_drill,
        "min_track_width": min(carrier.track, carrier.power_track),
        "min_via_annular_width": round((carrier.via - carrier.via_drill) / 2, 4),
        "min_via_diameter": carrier.via,
    }
    project = {
        "board": {
            "design_settings": {
                "meta": {"version": 2},
                "rule_severities": dict.fromkeys(_ERRORS, "error"),
                "rules": rules,
                "track_widths": [],
                "via_dimensions": [],
            },
        },
        "meta": {"filename": "carrier.kicad_pro", "version": 1},
        "net_settings": {
            "classes": [_net_class(board, "Default", carrier.track), _net_class(board, "Power", carrier.power_track)],
            "meta": {"version": 2},
        },
    }
    return json.dumps(project, indent=2, sort_keys=True) + "\n"


def _net_class(board: Board, name: str, width: float) -> dict[str, Any]:
    return {
        "clearance": board.carrier.clearance,
        "name": name,
        "nets": sorted(POWER) if name == "Power" else [],
        "track_width": width,
        "via_diameter": board.carrier.via,
        "via_drill": board.carrier.via_drill,
    }
