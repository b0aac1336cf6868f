"""Makes the page of the board in the browser: one HTML file, with the firmware and the VM inside."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue
from shared_rules.games.events import event
from shared_rules.games.facts import facts_of
from shared_rules.games.options import CHOICE, OPTIONS, OptionError, to_text
from shared_rules.games.scoresheet import to_text as to_line
from tallyboard.drive.files import REFERENCE, board_file
from tallyboard.errors import CoreError
from tallyboard.errors import drive as told
from tallyboard.pages.drawing.segments import HEIGHT, PITCH, SLANT, WIDTH, Corner, Outline, fourteen, seven, slanted
from tallyboard.pages.sheet import files, tokens
from tallyboard.system.laptop import VENDORS, cache_folder
from tallyboard.text.game_words import game_name
from tallyboard.text.language import NAMES, Language, language
from tallyboard.virtual.browser import board_parts, carried, licence, script
from tallyboard.virtual.segments import SEVEN_SEGMENT_CHARACTERS, fourteen_segment_characters

_HERE = Path(__file__).parent

PAGE = _HERE / "page"
"""The folder of the page's own sources."""

FACES = _HERE / "faces.json"
"""How the boxes look: `make hardware` writes it from hardware/board.toml."""


_SEVEN_THICK = 5.0
_FOURTEEN_THICK, _DIAGONAL = 3.4, 4.6
_POINT: Corner = (25.6, 37.0)
_COLON: list[Corner] = [(25.6 + 2.4, 12.0), (25.6 + 2.4, 28.0)]
_RADIUS = 2.7  # of points and of the colon's dots


def shapes() -> dict[str, Any]:
    """Of a display of four digits, in units of its drawing. `seven`, `fourteen`: SVG paths, the n-th for bit n of a
    digit. `point`, `colon`: x, y and radius of dots."""
    return {
        "seven": [_path(outline) for outline in seven(_SEVEN_THICK)],
        "fourteen": [_path(outline) for outline in fourteen(_FOURTEEN_THICK, _DIAGONAL)],
        "point": _dot(_POINT),
        "colon": [_dot(dot) for dot in _COLON],
        "pitch": PITCH,
        "width": round(3 * PITCH + WIDTH + HEIGHT * SLANT + 8, 1),
        "height": HEIGHT,
    }


def _path(outline: Outline) -> str:
    return "M" + "L".join(f"{round(x, 2):g} {round(y, 2):g}" for x, y in map(slanted, outline)) + "z"


def _dot(at: Corner) -> list[float]:
    x, y = slanted(at)
    return [round(x, 2), y, _RADIUS]


_SCRIPTS = (
    "start", "words", "memory", "chip", "led", "face", "sound", "box", "keys", "place", "bench",
    "laptop", "laptop_view", "laptop_proof", "serial", "laptop_panel",
)  # fmt: skip
# Legends that are made here, in mm: type, what is left free beside a key, the room there, and how wide a letter is.
_LARGE, _SMALL, _INSET, _ROOM, _WIDE = 5.0, 3.0, 2.0, 29.0, 0.55


def page(kept: Path, laptop: Mapping[str, Any] | None = None, name: str = REFERENCE) -> str:
    """The page. `kept`: the folder where the VM's package is, or will be. `laptop`: what it has to know of the laptop's
    parts, if they lie beside it; see write_folder. `name`: of the board that can be built. Raises TallyboardError as
    files_of and board_file do, and for a board of which no face is drawn."""
    drawn = _data(name)
    board = board_parts(kept, name)
    data = json.dumps(drawn | {"laptop": laptop}, ensure_ascii=False, separators=(",", ":"))
    parts = {
        "licence": licence(),
        "styles": _styles(),
        "data": data.replace("<", "\\u003c"),
        **{name: carried(part) for name, part in board._asdict().items()},
        "worker": script("worker", PAGE),
        "laptop_worker": script("laptop_worker", PAGE),
        "scripts": "\n".join(script(name, PAGE) for name in _SCRIPTS),
    }
    html = (PAGE / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], html)


def _styles() -> str:
    """What every page is drawn with, and this one's own, with the letters of its headings inside."""
    own = "".join((PAGE / f"{name}.css").read_text(encoding="utf-8") for name in ("page", "laptop"))
    return tokens() + own.replace("{{bold}}", b64encode(files()["fonts/barlow-700.woff2"].data).decode())


def _faces(name: str) -> dict[str, Any]:
    """How the boxes of this board look."""
    faces = json.loads(FACES.read_text(encoding="utf-8"))
    others = faces.pop("boards")
    if board_file(name).name in (REFERENCE, *others):
        return {**faces, **others.get(name, {})}
    raise CoreError(told.NO_FACE, name=name, names=", ".join((REFERENCE, *others)))


def _data(name: str = REFERENCE) -> dict[str, Any]:
    """What is drawn of this board, and which games there are."""
    faces = _faces(name)
    games = [_game(identifier) for identifier in catalogue.IDS]
    made = {game["card"]: _legends_of_keys(game["id"], faces) for game in games if game["card"] not in faces["legends"]}
    return {
        **faces,
        "legends": faces["legends"] | made,
        "leds": shapes(),
        "seven": SEVEN_SEGMENT_CHARACTERS,
        "fourteen": fourteen_segment_characters(),
        "vendors": VENDORS,
        "words": {code: _words(language(code, "play")) for code in NAMES},
        "games": games,
    }


def _words(_: Language) -> dict[str, str | list[str]]:
    """What the page says, by the names that its scripts have for it; English stands in words.json."""
    words = json.loads((PAGE / "words.json").read_text(encoding="utf-8"))
    return {name: [*map(_, said)] if isinstance(said, list) else _(said) for name, said in words.items()}


def _game(identifier: str) -> dict[str, Any]:
    return {
        "id": identifier,
        "card": facts_of(identifier).card or identifier,
        "of_sides": {sides: _of_sides(identifier, sides) for sides in (2, 3)},
        "defaults": " ".join(
            f"{name}={to_text(value)}"
            for name, value in catalogue.by_id(identifier).OPTIONS
            if value and name != "sides"
        ),
        **{code: game_name(language(code), identifier) for code in NAMES},
    }


def _of_sides(game: str, sides: int) -> list[str] | None:
    """The options without which the game is not for so many sides; None where it never is."""
    has = dict(catalogue.by_id(game).OPTIONS)
    choices = [f"{name}={word}" for name, kind, words in OPTIONS if kind == CHOICE and name in has for word in words]
    for given in ([], *([f"sides={sides}", *more] for more in ([], *([choice] for choice in choices)))):
        with suppress(OptionError):
            if catalogue.new(" ".join([game, *given])).sides == sides:
                return given
    return None


def _legends_of_keys(game: str, faces: Mapping[str, Any]) -> dict[str, Any]:
    """The legends of a game that hardware/face has not drawn any for: what its keys mean, as a scoresheet says it."""
    match = catalogue.new(game)
    meant = [
        ["" if act is None else to_line(event(act[0], 0, act[1]), match)[2:] for act in key] for key in match.key_map()
    ]
    middle = {"UNDO": ["one press back", "match before"], "NEXT": ["close the " + match.ROUND, "next match"]}
    middle["MENU"] = ["other numbers", "toss, game, options, light"]
    drawn: dict[str, Any] = {}
    for sides, face in faces["faces"].items():
        own = {key: meant[int(key[1:]) - 1] for key in face["keys"] if key not in middle and int(key[1:]) <= len(meant)}
        legend: dict[str, Any] = {"texts": [], "dashes": [], "meanings": {}, "steps": []}
        for key, (x, y) in face["keys"].items():
            tap, hold = legend["meanings"][key] = own.get(key) or middle.get(key, ["", ""])
            left = x + faces["cap"] / 2 + _INSET
            large, small = (key, tap) if key in middle else (tap, hold)
            lines = [(large, "", _LARGE), ("", small, _SMALL)] if small else [(large, "", _LARGE)]
            if large or small:
                for place, (bold, plain, size) in enumerate(lines):
                    width = min(_ROOM, _WIDE * size * len(bold + plain))
                    legend["texts"].append([left, y + size * place + 1, size, width, bold, plain])
            else:
                legend["dashes"].append([left, y])
        drawn[sides] = legend
    return drawn


def ready_page(name: str = REFERENCE) -> str:
    """The page with the board of this name. Raises TallyboardError where the VM for it cannot be fetched, and as page
    does."""
    return page(cache_folder(), name=name)
