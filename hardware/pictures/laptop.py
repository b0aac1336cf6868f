"""The steps at the laptop, and those at the box once it plays."""

from collections.abc import Callable

from hardware.pictures.marks import NEW, NEW_EDGE, WIDE, Picture
from hardware.pictures.things import (
    BLACK,
    LIT,
    cable,
    clock,
    draw_pico,
    drive,
    face,
    file,
    key_at,
    keycap,
    laptop,
    plug,
)
from hardware.source.board import Board

_NAME = "Table 4"
_SIXTY = {"A": "° 60.", "B": "   0.", "S": "R 1"}  # what is shown after key 1 of A, three times


def _playing(board: Board) -> Picture:
    picture = Picture("tallyboard demo")
    laptop(picture, 9, 14, 62, ["tallyboard demo"])
    face(picture, board, (82, 20, 54), {"A": "  20", "B": "  15", "S": "R 1"})
    return picture


def _installing(board: Board) -> Picture:
    """BOOTSEL is held while the plug goes in; the file is copied; another drive takes its place."""
    picture = Picture("CircuitPython onto the Pico")
    x, y = draw_pico(picture, 8, 28, 1.1, pressed=True)
    plug(picture, x, y - 8)
    picture.arrow([(x + 9, y - 16), (x + 9, y - 2)])
    picture.hand(x + 2, 28 + 13.5, 0.9, turned=-55)
    for left, name in ((50, "RPI-RP2"), (97, "CIRCUITPY")):
        drive(picture, left, 52, name)
    file(picture, 62, 12, ".uf2")
    picture.arrow([(70, 34), (70, 49)])
    picture.arrow([(91, 59.5), (96, 59.5)], stroke=1.6)
    picture.arrow([(34, 59.5), (48, 59.5)])
    picture.tick(130, 44, 9)
    return picture


def _deploying(board: Board) -> Picture:
    picture = Picture("tallyboard deploy")
    port = laptop(picture, 10, 16, 74, ["tallyboard deploy"])
    x, y = draw_pico(picture, 108, 26, 1.0)
    picture.curve(port, (100, port[1]), (x, y - 30), (x, y - 12), BLACK, 1.6)
    plug(picture, x, y)
    picture.arrow([(90, 40), (104, 40)], NEW)
    return picture


def _console(board: Board) -> Picture:
    """The plug out and in; then Ctrl-C and Ctrl-D; what a Pico with nothing on it says."""
    picture = Picture("The console")
    said = ["RuntimeError: No pull up", "found on SDA or SCL; check", "your wiring"]
    laptop(picture, 10, 12, 72, [], said)
    x, y = draw_pico(picture, 112, 30, 1.0)
    plug(picture, x, y - 6)
    picture.arrow([(x - 9, y), (x - 9, y - 14)])
    picture.arrow([(x + 9, y - 14), (x + 9, y)])
    for left, letter in ((16, "C"), (54, "D")):
        keycap(picture, left, 76, "Ctrl", 15)
        keycap(picture, left + 14, 76, letter, 10)
    picture.arrow([(38, 76), (44, 76)], stroke=1.6)
    return picture


def _three_sides(board: Board) -> Picture:
    picture = Picture("settings.toml for three sides")
    drive(picture, 8, 10, "CIRCUITPY")
    picture.arrow([(50, 17), (60, 17)])
    picture.mono(63, 17, "settings.toml", 6.0, bold=True)
    picture.frame(2, 31, WIDE - 4, 20)
    game = 'TALLYBOARD_GAME = "crokinole-traditional sides=3 scoring=simple"'
    for row, line in enumerate(("TALLYBOARD_SIDES = 3", game)):  # each on one line, or it is not TOML
        picture.mono(4, 37 + 8 * row, line, min(4.0, (WIDE - 8) / (0.61 * len(game))), NEW_EDGE, bold=True)
    face(picture, board, (52, 58, 38), {"A": "°  0", "B": "   0", "C": "   0", "S": "R 1"}, sides=board.most_sides)
    return picture


def _hearing(board: Board) -> Picture:
    """Key 1 of A: a click. UNDO twice: a click, then a low tone and NONE."""
    picture = Picture("Hear it")
    pressed = {"A": "° 20.", "B": "   0.", "S": "A 20"}, {"A": "°  0", "B": "   0", "S": "NONE"}
    for number, (left, key, shows) in enumerate(zip((5, 73), ("A1", "UNDO"), pressed, strict=True)):
        box = (left, 22.0, 62.0)
        key = key if key in board.buttons else next(iter(board.buttons))
        drawn = face(picture, board, box, shows, [key])
        x, y = key_at(drawn, box, key)
        picture.hand(x, y, 0.8, turned=-15)
        _sound(picture, left + 31, 11, low=bool(number))
        if number:
            picture.name(x - 12, y + 4, "2 \u00d7", 6.0)
    picture.arrow([(66.5, 44), (73.5, 44)], stroke=1.4)
    return picture


def _sound(picture: Picture, x: float, y: float, *, low: bool) -> None:
    """A loudspeaker with waves; those of a low tone are wide."""
    picture.shape(
        [(x - 8, y - 2), (x - 5, y - 2), (x - 1, y - 6), (x - 1, y + 6), (x - 5, y + 2), (x - 8, y + 2)], NEW, NEW_EDGE
    )
    for number in range(2 if low else 3):
        far = 3.0 + number * (4.0 if low else 2.4)
        picture.lines_of(
            [
                f'<path d="M{x + far * 0.7:.1f} {y - far * 0.8:.1f}A{far:.1f} {far:.1f} 0 0 1 {x + far * 0.7:.1f} '
                f'{y + far * 0.8:.1f}" fill="none" stroke="{NEW}" stroke-width="{1.6 if low else 0.9}"/>'
            ]
        )


def _pulling(board: Board) -> Picture:
    """60 on A; the plug is pulled, and goes in again: 60 on A."""
    picture = Picture("Pull the plug: what was shown last comes back")
    for number, left in enumerate((3.0, 50.0, 97.0)):
        face(picture, board, (left, 32, 40), _SIXTY if number != 1 else {})
        x = left + 20
        away = 7 if number == 1 else 0
        cable(picture, (x + 14, 3), (x, 31 - away - 12), -6)
        plug(picture, x, 31 - away)
    picture.arrow([(59, 29), (59, 15)])
    picture.arrow([(106, 15), (106, 29)])
    for x in (44, 91):
        picture.arrow([(x, 50), (x + 5, 50)], stroke=1.6)
    picture.tick(131, 78, 10)
    return picture


def _with_box(title: str, board: Board, typed: list[str]) -> Picture:
    picture = Picture(title)
    port = laptop(picture, 9, 12, 70, typed)
    picture.curve(port, (106, port[1]), (116, 6), (116, 21), BLACK, 1.6)
    plug(picture, 116, 33)
    face(picture, board, (96, 33, 40), _SIXTY)
    return picture


def _testing(board: Board) -> Picture:
    return _with_box(
        "The cable, tested", board, [f"tallyboard {what}" for what in ("boards", "sync", "results", "doctor")]
    )


def _naming(board: Board) -> Picture:
    picture = _with_box("The box gets a name", board, ["tallyboard setup \\", f'  --name "{_NAME}"'])
    picture.rectangle(99, 72, 34, 11, fill=NEW, colour=NEW_EDGE, corner=1.5)
    picture.text(116, 77.5, _NAME, 6.0, anchor="middle", bold=True)
    return picture


def _choosing(board: Board) -> Picture:
    """MENU is held: S shows the menu. Keys 1 and 2 walk, NEXT chooses."""
    picture = Picture("Choose the game")
    box, begins = (4.0, 14.0, 62.0), {"A": "°  0", "B": "   0"}
    drawn = face(picture, board, box, {**begins, "S": "R 1"}, ["MENU"])
    x, y = key_at(drawn, box, "MENU")
    picture.hand(x, y, 0.9, turned=-15)
    clock(picture, x - 12, y)
    picture.arrow([(68, 40), (74, 40)])
    box = (76.0, 14.0, 60.0)
    own = list(board.keys_of("A")[:2])
    drawn = face(picture, board, box, {**begins, "S": "GAME"}, [*own, "NEXT"])
    picture.rectangle(76, 2, 60, 9, fill=LIT.ground, stroke=0, corner=1)
    picture.mono(79, 6.5, "GAME AND OPTIONS", 5.6, LIT.lit, bold=True)
    for key, mark in (*zip(own, ("1", "2"), strict=False), ("NEXT", "")):
        x, y = key_at(drawn, box, key)
        picture.text(x, y, mark, 5.0, anchor="middle", bold=True)
    x, y = key_at(drawn, box, "NEXT")
    picture.tick(x, y, 6)
    return picture


STEPS: dict[str, Callable[[Board], Picture]] = {
    "see-it-play": _playing,
    "install-circuitpython": _installing,
    "deploy-firmware": _deploying,
    "open-console": _console,
    "set-three-sides": _three_sides,
    "hear-it": _hearing,
    "pull-the-plug": _pulling,
    "test-cable": _testing,
    "name-it": _naming,
    "choose-game": _choosing,
}
