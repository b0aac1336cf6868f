"""What is made of the parts."""

from hardware.buying.bom import BOXES, csv_name, csv_source, page_source
from hardware.buying.count import BUILDS
from hardware.source.board import Board


def texts(board: Board) -> dict[str, str]:
    """Files by their path under hardware/build/."""
    made = {"buying/bom.md": page_source(board)}
    for build in BUILDS:
        for sides in range(2, board.most_sides + 1):
            for boxes in BOXES:
                made[f"buying/{csv_name(boxes, sides, build)}"] = csv_source(board, boxes, sides, build)
    return made
