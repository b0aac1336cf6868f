"""What is made of the parts."""

from hardware.buying.bom import BOXES, bought_source, csv_name, csv_source, page_source
from hardware.buying.count import BUILDS
from hardware.buying.pictures import pictures
from hardware.buying.suppliers import read_offers
from hardware.source.board import Board, Bought


def texts(board: Board) -> dict[str, str]:
    """Files by their path under hardware/build/."""
    offers = read_offers()
    made = {"buying/bom.md": page_source(board, offers), **pictures(board.parts, board)}
    for build in BUILDS:
        for sides in range(2, board.most_sides + 1):
            for boxes in BOXES:
                made[f"buying/{csv_name(boxes, sides, build)}"] = csv_source(board, offers, boxes, sides, build)
    return made


def texts_of_bought(board: Bought, name: str, displays: Board) -> dict[str, str]:
    """The same for the box of this name that is bought; it has the displays of a Board."""
    return {f"{name}/bill.md": bought_source(board, read_offers(), name), **pictures(board.parts, displays)}
