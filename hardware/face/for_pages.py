"""The faces of the boxes for the board in the browser: where things are, and what stands beside the keys in each game.

Lengths in mm, as layout.py has them.
"""

import json
from typing import Any

from hardware.face.card_type import Card
from hardware.face.card_words import CARDS
from hardware.face.layout import Layout, Rectangle, layout
from hardware.face.legends import legends, meanings, steps
from hardware.face.overlay import DASH
from hardware.face.pad import on_the_cap, pad_layout
from hardware.face.text import Text
from hardware.source.board import Board, Bought, Wired


def faces_json(board: Board, boards: dict[str, Wired]) -> str:
    """{"cap": side of a key, "colour": of the LEDs, "displays": {name: address}, "faces": {sides: face},
    "legends": {card: {sides: legend}}}; a card is named as its file is, and one in French ends in "-fr". "boards" has,
    by the name of each of `boards` that is bought, what is otherwise there; its legends stand on the caps."""
    faces = {sides: layout(board, sides) for sides in range(2, board.most_sides + 1)}
    whole = {
        "cap": board.key.cap,
        "dash": DASH,
        "block": board.face.block,
        "pitch": board.face.key_pitch,
        "colour": board.leds.colour,
        "displays": dict(board.displays),
        "faces": {str(sides): _face(face) for sides, face in faces.items()},
        "legends": {
            card.name: {str(sides): _legends(board, face, card) for sides, face in faces.items()} for card in CARDS
        },
        "boards": {name: _of_pad(other, board) for name, other in boards.items() if isinstance(other, Bought)},
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def _of_pad(board: Bought, displays: Board) -> dict[str, Any]:
    face = pad_layout(board, displays)
    return {
        "cap": board.pad.cap,
        "block": board.pad.cap,  # a legend is no wider
        "pitch": board.pad.pitch,
        "colour": board.leds.colour,
        "displays": dict(board.displays),
        "knob": board.pad.knob,
        "faces": {"2": _face(face)},
        "legends": {card.name: {"2": _legends_on_caps(board, face, card)} for card in CARDS},
    }


def _legends_on_caps(board: Bought, face: Layout, card: Card) -> dict[str, Any]:
    of_keys = meanings(card, face)
    texts = [
        [*(_mm(at + by) for at, by in zip((text.x, text.y), face.keys[key], strict=True)), *_written(text)]
        for key, (tap, _) in of_keys.items()
        for text in on_the_cap(board, card, key, tap)
    ]
    return {"texts": texts, "dashes": [], "meanings": of_keys, "steps": steps(card, face)}


def _face(face: Layout) -> dict[str, Any]:
    return {
        "width": _mm(face.width),
        "height": _mm(face.height),
        "windows": {name: _rectangle(window) for name, window in face.windows.items()},
        "keys": {name: [_mm(x), _mm(y)] for name, (x, y) in face.keys.items()},
    }


def _rectangle(one: Rectangle) -> list[float]:
    return [_mm(one.left), _mm(one.top), _mm(one.width), _mm(one.height)]


def _legends(board: Board, face: Layout, card: Card) -> dict[str, Any]:
    """`texts`: x, y, size, length, what is bold, the rest. `meanings`: of a tap and of a hold, by key.

    `steps`: the five of a round, which do not fit on every face.
    """
    written = legends(board, face, card)
    texts = [[_mm(text.x), _mm(text.y), *_written(text)] for text in written.texts]
    dashes = [[_mm(x), _mm(y)] for x, y in written.dashes.values()]
    return {"texts": texts, "dashes": dashes, "meanings": meanings(card, face), "steps": steps(card, face)}


def _written(text: Text) -> list[Any]:
    return [_mm(text.line.size), _mm(text.line.width), text.line.bold, text.line.plain]


def _mm(value: float) -> float:
    return round(value, 2)
