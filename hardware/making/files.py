"""Every file that `make hardware` writes without further tools, and what it should hold."""

from pathlib import Path

from hardware.circuit.pins_file import pins_source
from hardware.circuit.wiring_table import wiring_source
from hardware.face.card import card_svg
from hardware.face.card_words import CARDS
from hardware.face.picture import face_svg
from hardware.source.board import Board
from hardware.source.read import ROOT


def files(board: Board) -> dict[Path, str]:
    """The text of each generated file by its path."""
    return {
        ROOT / "firmware/lib/tableside/pins.py": pins_source(board),
        ROOT / "hardware/wiring.md": wiring_source(board),
        ROOT / "hardware/face.svg": face_svg(board, 2),
        **{ROOT / f"hardware/cards/{card.name}.svg": card_svg(card) for card in CARDS},
    }
