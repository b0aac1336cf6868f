"""The page of a box that is bought, and what else is made for it: a template for each language, with the figures of
its board file in it."""

from pathlib import Path
from typing import Any

from hardware.bought.pictures import STEPS, pictures
from hardware.buying.products import texts_of_bought
from hardware.circuit.bus import bought_bus
from hardware.circuit.current import bought_ma
from hardware.circuit.wiring_table import address_bits
from hardware.face.pad import pad_layout, pad_svg, stickers_svg
from hardware.face.products import write_sheets
from hardware.making.template import rendered
from hardware.source.board import Board, Bought, Wired
from hardware.source.read import read_boards

LANGUAGES = {"en": "", "fr": "-fr"}  # what a file's name has for it


def pages(boards: dict[str, Wired], displays: Board) -> dict[str, str]:
    """The pages of each box that is bought, by their path under hardware/. `displays`: whose displays it has."""
    return {
        f"boards/{name}{ending}.md": page_source(board, displays, name, ending)
        for name, board in boards.items()
        if isinstance(board, Bought)
        for ending in LANGUAGES.values()
    }


def texts(boards: dict[str, Wired], displays: Board) -> dict[str, str]:
    """Bill, labels and pictures of each, by their path under hardware/build/."""
    made: dict[str, str] = {}
    for name, board in boards.items():
        if isinstance(board, Bought):
            face = pad_layout(board, displays)
            made |= texts_of_bought(board, name, displays)
            made[f"{name}/face.svg"] = pad_svg(board, face)
            made |= {f"{name}/{step}.svg": drawn for step, drawn in pictures(board, displays).items()}
    return made | {f"{path}.svg": svg for path, svg in _labels(boards, displays).items()}


def make(displays: Board, build: Path) -> None:
    """The labels as PDF too: a browser prints an SVG as large as the page is."""
    write_sheets(_labels(read_boards(), displays), build)


def _labels(boards: dict[str, Wired], displays: Board) -> dict[str, str]:
    """The sheet of labels of each box that is bought, by its path under hardware/build/ without the ending."""
    return {
        f"{name}/labels{ending}": stickers_svg(board, pad_layout(board, displays), language)
        for name, board in boards.items()
        if isinstance(board, Bought)
        for language, ending in LANGUAGES.items()
    }


def page_source(board: Bought, displays: Board, name: str, ending: str) -> str:
    """The page in the language whose files end so. Raises ValueError where it leaves out one of the pictures."""
    made = rendered(
        Path(__file__).with_name(f"page{ending}.md.j2"),
        lambda value: f"{value:g}".replace(".", "," if ending else "."),
        name=name,
        **_figures(board, displays),
    )
    if missing := [step for step in STEPS if f"build/{name}/{step}.svg)" not in made]:
        raise ValueError(f"page{ending}.md.j2 has no picture of {', '.join(missing)}")
    return made


def _figures(board: Bought, displays: Board) -> dict[str, Any]:
    bus = bought_bus(board, displays)
    return {
        "board": board,
        "chain": list(zip(board.pad.chain, board.pad.cables, strict=True)),
        "jumpers": {of: address_bits(at) for of, at in sorted(board.displays.items()) if address_bits(at)},
        "open": [of for of, at in sorted(board.displays.items()) if not address_bits(at)],
        "ma": round(bought_ma(board)),
        "cable_m": sum(board.pad.cables) / 1000,
        "kilohm": round(bus.ohms / 1000, 1),
        "sink_ma": round(bus.sink_ma, 1),
        "rise_ns": round(bus.rise_ns),
    }
