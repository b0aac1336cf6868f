"""Reads board.toml."""

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from hardware.source.board import (
    Board,
    Carrier,
    DisplaySize,
    Enclosure,
    FaceSizes,
    Fram,
    I2c,
    Key,
    Leds,
    Looms,
    Place,
    Supply,
)

ROOT = Path(__file__).resolve().parents[2]
BOARD_FILE = ROOT / "hardware/board.toml"

Table = TypeVar("Table")


def _table(kind: type[Table], values: dict[str, Any]) -> Table:
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})


def read_board(text: str | None = None) -> Board:
    """The text of a board.toml, or of the project's own, as a Board."""
    raw = tomllib.loads(BOARD_FILE.read_text() if text is None else text)
    carrier = dict(raw["carrier"])
    carrier["holes"] = [tuple(hole) for hole in carrier["holes"]]
    carrier["places"] = {part: Place(*at) for part, at in carrier["places"].items()}
    return Board(
        i2c=_table(I2c, raw["i2c"]),
        displays=raw["displays"],
        fram=_table(Fram, raw["fram"]),
        buttons=raw["buttons"],
        piezo=raw["piezo"]["pin"] if "piezo" in raw else None,
        supply=_table(Supply, raw["supply"]),
        leds=_table(Leds, raw["leds"]),
        display_size={name: _table(DisplaySize, size) for name, size in raw["display_size"].items()},
        key=_table(Key, raw["key"]),
        face=_table(FaceSizes, raw["face"]),
        enclosure=_table(Enclosure, raw["enclosure"]),
        carrier=_table(Carrier, carrier),
        looms=_table(Looms, raw["looms"]),
    )
