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
from hardware.source.board import Board


def faces_json(board: Board) -> str:
    """{"cap": side of a key, "colour": of the LEDs, "displays": {name: address}, "faces": {sides: face},
    "legends": {card: {sides: legend}}}; a card is named as its file is, and one in French ends in "-fr"."""
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
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


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
    texts = [
        [_mm(text.x), _mm(text.y), _mm(text.line.size), _mm(text.line.width), text.line.bold, text.line.plain]
        for text in written.texts
    ]
    dashes = [[_mm(x), _mm(y)] for x, y in written.dashes.values()]
    return {"texts": texts, "dashes": dashes, "meanings": meanings(card, face), "steps": steps(card, face)}


def _mm(value: float) -> float:
    return round(value, 2)
