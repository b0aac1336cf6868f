"""What the legends ask of board.toml: that they fit beside their keys, and on a sheet that can be printed."""

from collections.abc import Iterator

from hardware.face.card_words import CARDS
from hardware.face.layout import layout
from hardware.face.legends import NoRoomError, legends
from hardware.face.sheet import END, PAPERS, SIDE, sheet_for
from hardware.source.board import Board


def wrong(board: Board) -> Iterator[tuple[str, str]]:
    """The key of board.toml and the rule that it breaks, for each rule that is broken."""
    broken: dict[str, str] = {}
    for sides in range(2, board.most_sides + 1):
        face = layout(board, sides)
        for card in CARDS:
            try:
                legends(board, face, card)
            except NoRoomError as why:
                broken.setdefault(why.key, str(why))
        if sheet_for(face) is None:
            wide, high = PAPERS["A3"]
            too_wide = face.width + 2 * SIDE > wide
            key, long, most = (
                ("face.block", face.width, wide - 2 * SIDE)
                if too_wide
                else ("face.key_pitch", face.height, high - 2 * END)
            )
            broken.setdefault(key, f"a face of {long:g} mm does not fit on A3, where there is room for {most:g}")
    yield from broken.items()
