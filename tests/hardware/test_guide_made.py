"""The guide is made from the board file: what it says of any board is so, and all its links lead to what is made."""

import re
from dataclasses import replace
from functools import cache

import pytest

from hardware.buying.count import items
from hardware.carrier import products as carrier
from hardware.circuit import pico
from hardware.circuit.bus import cable_m
from hardware.circuit.looms import bus_pins, chain, looms, part_of
from hardware.circuit.netlist import netlist
from hardware.drawing import parts
from hardware.drawing.harness import harnesses
from hardware.enclosure.geometry import Box
from hardware.enclosure.products import SIDES
from hardware.face.card_words import CARDS
from hardware.guide.figures import Sides, figures, marks
from hardware.guide.page import FOLDER, PAGES, page_source
from hardware.guide.steps import STEPS, steps
from hardware.making.files import BUILD, ROOMS
from hardware.source.board import Board
from tests.hardware.changed_boards import BOARDS
from tests.pages import ROOT, anchors, code_in, without_blocks

HARDWARE = ROOT / "hardware"
# What a template says in figures that no board file has: of tools, parts and papers that are bought, and of reading a
# meter. Whoever adds one adds it here, with what it is of.
LEFT_TO_WORDS = {
    *("350 °C", "370 °C", "2 to 2.5 mm", "1 to 1.5 mm", "0.5 to 0.7 mm", "2 mm", "0.4 mm"),  # tools
    *("0.2 mm", "20 %"),  # settings of the printer
    *("35 µm", "1 oz"),  # copper as board houses have it
    *("2 V", "3 V", "3.3 V", "5 V"),  # of LEDs and of the Pico, as electrical.md says
    *(
        "10 kΩ",
        "100 Ω",
        "1 kΩ",
        "2 to 12 kΩ",
        "2 kΩ",
        "3.2 to 3.4 V",
        "0 V",
        "0 Ω",
    ),  # read from a meter, with a wide margin
    *("3 mm",),  # to strip
    *("100 %", "100 mm", "97 mm"),  # the sheets of legends: their scale, and what is measured on them
}
# Directions that are left to words too, as the things themselves are made so: the dot of U2, the points of a display at
# the bottom, the large tabs of a connector, its slots, the rubber feet beside the corner screws.
_FIGURE = re.compile(r"(?:\d[\d.]* to )?\d[\d.]* (?:mm|%|°C|k?Ω|[µn]F|V|mA|oz|µm|g|hours)(?!\w)")

_LIKE_OTHERS = {"shuffled", "sample", *(name for name in BOARDS if name.startswith("by lot") and name != "by lot 0")}
boards = pytest.mark.parametrize("name", [name for name in BOARDS if name not in _LIKE_OTHERS])


@cache
def made(name: str) -> dict[str, str]:
    return {page: page_source(BOARDS[name], page) for page in PAGES}


def plain(text: str) -> str:
    return " ".join(text.split())


def products(board: Board) -> set[str]:
    """What is made for this board, by its path under hardware/: texts, and by its name what other tools make. The
    carrier's are the same for every board, and are made slowly: they are as they lie there."""
    found = {f"build/{path}" for texts in ROOMS if texts is not carrier.texts for path in texts(board)}
    found |= {name.removesuffix(".svg") + ".pdf" for name in found if name.endswith(".svg")}
    found |= {f"build/looms/{name}.svg" for name in harnesses(board)}
    boxes = {folder for sides, folder in SIDES.items() if sides <= board.most_sides}
    lying = ("carrier/*", "order/*", "steps/*.png", "enclosure/*.*", "enclosure/*/*")
    for path in (path for pattern in lying for path in BUILD.glob(pattern)):
        if path.parent.name not in SIDES.values() or path.parent.name in boxes:
            found.add(path.relative_to(HARDWARE).as_posix())
    return found


@boards
def test_every_link_of_a_board_s_guide_leads_to_what_is_made_for_it(name: str) -> None:
    there = products(BOARDS[name])
    for text in made(name).values():
        for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(text)):
            path, _, anchor = target.partition("#")
            if path.startswith("build/"):
                assert path in there, target
            elif path:
                assert (HARDWARE / path).resolve().exists(), target
            elif anchor:
                assert anchor in anchors(text), target


@boards
def test_a_board_without_a_third_side_or_a_piezo_has_no_word_of_it(name: str) -> None:
    board = BOARDS[name]
    text = made(name)["guide.md"]
    assert ("three sides" in text.lower()) == ("three-sides" in text) == (board.most_sides == 3)
    assert ("BZ1" in text) == ("the resistor of 1 kΩ" in text) == (board.piezo is not None)


@boards
def test_the_bus_without_a_carrier_goes_the_way_of_the_looms(name: str) -> None:
    board, text = BOARDS[name], made(name)["guide.md"]
    bus = next(loom for loom in looms(board, 2, carrier=False) if loom.ref == "bus")
    memory, first, *others = bus.stretches()
    assert f"Cut four wires of {memory[0].length} mm" in plain(text)
    assert f"a STEMMA QT cable of {first[0].length} mm" in plain(text)
    for wire in memory:
        pad = re.match(r"Pico pin (\d+)", wire.begins)
        assert pad and f"| {wire.colour} | {wire.ends.removeprefix('FRAM, ')} | {pad[1]} |" in text
        assert f"| {wire.colour} | {pad[1]} |" in text
    for cable in others:
        begins, ends = part_of(cable[0].begins), part_of(cable[0].ends).removeprefix("display ")
        assert re.search(rf"\| {ends} \| [^|]* \| {cable[0].length} mm, to {begins} \|", text)
    for sides in range(2, board.most_sides + 1):
        assert f"{cable_m(board, sides, 'wires'):.2f} m" in text


@boards
def test_the_cables_of_the_carrier_are_those_of_the_looms(name: str) -> None:
    board, text = BOARDS[name], made(name)["guide.md"]
    for sides in range(2, board.most_sides + 1):
        for loom in looms(board, sides, carrier=True):
            if loom.ref == "J":
                for first, *_ in loom.stretches():
                    block = first.ends.removeprefix("display ")[0]
                    assert f"| {block} | {first.length} mm, to {part_of(first.begins)} |" in text


@boards
def test_pins_addresses_and_colours_are_those_of_the_board(name: str) -> None:
    board, text = BOARDS[name], plain(made(name)["guide.md"])
    for block in chain(board.most_sides):
        assert re.search(rf"\| {block}(?:, [^|]*)? \| [^|]* \| {board.displays[block]:#04x} \|", text)
    if board.piezo:
        assert f"to its pin ({board.piezo}, hole {pico.GPIO[board.piezo]})" in text
    assert str(bus_pins(board)["SDA"]) in text
    others = replace(board, looms=replace(board.looms, piezo_wire="turquoise"), leds=replace(board.leds, colour="blue"))
    text = plain(page_source(others, "guide.md"))
    assert "The bill is for blue displays" in text and ("turquoise" in text) == (board.piezo is not None)


@boards
def test_every_part_of_the_carrier_is_named_with_its_value(name: str) -> None:
    text = made(name)["guide.md"]
    for part in netlist(BOARDS[name]):
        if part.fitted and part.kind in ("resistor", "capacitor"):
            assert re.search(rf"\b{part.ref}\b", text) and part.value in text


def test_electrical_md_says_the_cables_that_the_looms_have() -> None:
    board, text = BOARDS["own"], plain((HARDWARE / "electrical.md").read_text(encoding="utf-8"))
    two, three = (cable_m(board, sides, "carrier") for sides in (2, 3))
    assert f"The cables of a box add up to {two:g} m with two sides and {three:g} m with three" in text
    two, three = (cable_m(board, sides, "wires") for sides in (2, 3))
    assert f"without a carrier to {two:.2f} m and {three:.2f} m" in text


@boards
@pytest.mark.parametrize("build", ["carrier", "wires"])
def test_all_that_the_bill_lists_is_taken_in_some_stage(name: str, build: str) -> None:
    board, text = BOARDS[name], made(name)["guide.md"]
    of_build = {"carrier": ", with the carrier", "wires": ", without a carrier"}[build]
    for sides in range(2, board.most_sides + 1):
        for item in items(board, sides, build):
            amount = f"{item.needed_for(1)} {item.part.unit}".strip()
            if item.part.qt:
                cables = [cable for cable in made_of(board, sides).cables[build] if cable.length == item.part.qt]
                assert len(cables) == item.needed
            else:
                rows = re.findall(
                    rf"^\| (?:!\[\]\(build/parts/{item.key}.svg\))? \| {re.escape(item.name)}(?:{of_build})? \|(.*)\|$",
                    text,
                    re.MULTILINE,
                )
                assert amount in [row.split("|")[sides - 2].strip() for row in rows], item.name


def made_of(board: Board, sides: int) -> Sides:
    found: list[Sides] = figures(board)["boxes"]
    return next(box for box in found if box.sides == sides)


def test_marks_of_resistors_are_those_of_the_eia() -> None:
    assert marks("2.2 kΩ") == ("222", "2201")
    assert marks("1 kΩ") == ("102", "1001")
    assert marks("330 Ω") == ("331", "3300")
    assert marks("10 kΩ") == ("103", "1002")


def test_the_legs_of_the_switches_are_turned_in_words_as_they_are_drawn() -> None:
    key = parts.KeyBack(0, 0, 14)
    towards = "front" if min(key.signal[1], key.ground[1]) > 0 else "back"  # seen from behind the front edge is below
    assert f"with their two pins towards the **{towards} edge**" in plain(made("own")["guide.md"])


@boards
def test_what_the_guide_says_of_places_on_the_carrier_is_so(name: str) -> None:
    board, text = BOARDS[name], plain(made(name)["guide.md"])
    places, (wide, deep) = board.carrier.places, board.carrier.size
    if board.piezo:
        side = "right" if places["BZ1"].x > places["U1"].x else "left"
        assert f"Stick the piezo to the {side} of the Pico" in text
    assert "Their opening looks over the left edge" in text
    assert all(at.turned == 270 and at.x < wide / 10 for ref, at in places.items() if re.fullmatch("J[ABCS]", ref))
    assert "The wall with the two slots is on the side of the letters, towards the Pico" in text
    assert all(at.turned == 0 and at.y > places["U1"].y for ref, at in places.items() if re.fullmatch("K[ABCM]", ref))
    assert "The back edge is that with two posts close to it" in text
    box = Box(board, 2)
    near = [y for _, y in box.standoffs if box.depth - y < deep / 5]
    assert len(near) == 2


def test_the_displays_stand_as_the_guide_says() -> None:
    board = BOARDS["own"]
    boards_at = Box(board, board.most_sides).face.boards
    names = sorted(boards_at, key=lambda block: boards_at[block].x)
    assert f"as players see it: {', '.join(names[:-1])} and {names[-1]}" in plain(made("own")["guide.md"])


@pytest.mark.parametrize("page", PAGES)
def test_what_a_template_says_in_figures_of_its_own_is_listed_here(page: str) -> None:
    text = (FOLDER / f"{page}.j2").read_text(encoding="utf-8")
    words = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\]\([^)]*\)", "", without_blocks(text), flags=re.DOTALL)
    words = re.sub(
        r"(?<=\d),(?=\d)", ".", re.sub(r"(?<=\d) à (?=\d)", " to ", plain(words))
    )  # French as English has it
    assert set(_FIGURE.findall(words)) - LEFT_TO_WORDS == set()


@boards
def test_the_steps_of_a_page_are_those_of_the_table(name: str) -> None:
    numbers = steps(BOARDS[name])
    for text in made(name).values():
        assert [int(found) for found in re.findall(r"^(\d+)\. ", text, re.MULTILINE)] == list(numbers.values())
    assert set(numbers) <= {step.key for step in STEPS}


def _common(text: str) -> tuple[list[str], list[str], list[str]]:
    """What is the same in all languages: where links lead, what is typed or shown, and figures; no names of games."""
    for card in CARDS:
        text = text.replace(f"| {card.title} |", "| |")
    links = [re.sub(r"#.*", "", target) for target in re.findall(r"\]\(([^)\s]+)\)", text)]
    figures = re.findall(r"(?<![\w#])\d+(?:[.,]\d+)?", re.sub(r"\]\([^)]*\)", "", without_blocks(text)))
    return (
        sorted(re.sub(r"-fr(?=[.-]|$)", "", link).replace("fr/installer", "install") for link in links if link),
        sorted(code_in(text)),
        sorted(figure.replace(",", ".") for figure in figures),
    )


@boards
@pytest.mark.parametrize("page", PAGES[1:])
def test_every_language_has_the_same_links_texts_and_figures(name: str, page: str) -> None:
    for english, other in zip(_common(made(name)["guide.md"]), _common(made(name)[page]), strict=True):
        assert other == english
