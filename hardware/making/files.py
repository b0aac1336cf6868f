"""Every file that `make hardware` writes with nothing but Python, and what it should hold."""

from pathlib import Path

from hardware.bought import page as bought
from hardware.buying import products as buying
from hardware.carrier import products as carrier
from hardware.circuit import products as circuit
from hardware.circuit.pins_file import boards_json, pins_source
from hardware.circuit.wiring_table import wiring_source
from hardware.drawing import products as drawing
from hardware.face import products as face
from hardware.face.card import card_svg
from hardware.face.card_words import CARDS
from hardware.face.for_pages import faces_json
from hardware.face.picture import face_svg
from hardware.guide import page as guide
from hardware.pictures import products as pictures
from hardware.source.board import Board
from hardware.source.read import REFERENCE, ROOT, read_boards

BUILD = ROOT / "hardware/build"
ROOMS = (circuit.texts, buying.texts, carrier.texts, face.texts, drawing.texts, pictures.texts)


def files(board: Board) -> dict[Path, str]:
    """The text of each generated file by its path."""
    others = read_boards()
    return {
        ROOT / "firmware/lib/tableside/pins.py": pins_source(board),
        ROOT / "host/tallyboard/drive/boards.json": boards_json(others | {REFERENCE: board}),
        ROOT / "hardware/wiring.md": wiring_source(board),
        ROOT / "hardware/face.svg": face_svg(board, 2),
        **{ROOT / "hardware" / name: text for name, text in guide.texts(board).items()},
        ROOT / "host/tallyboard/play/faces.json": faces_json(board, others),
        **{ROOT / f"hardware/cards/{card.name}.svg": card_svg(card) for card in CARDS},
        **{BUILD / name: text for texts in ROOMS for name, text in texts(board).items()},
        **{ROOT / "hardware" / name: text for name, text in bought.pages(others, board).items()},
        **{BUILD / name: text for name, text in bought.texts(others, board).items()},
    }


def write(texts: dict[Path, str]) -> None:
    """Writes each text to its path."""
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
