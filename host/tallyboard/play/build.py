"""Makes the page of the board in the browser: one HTML file, with the firmware and the VM inside."""

import base64
import gzip
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shared_rules.games import catalogue
from shared_rules.games.options import to_text
from tallyboard.drive.deploy import drive_files
from tallyboard.play.files import FACES, PAGE, RIG
from tallyboard.play.leds import shapes
from tallyboard.play.npm import MICROPYTHON, files_of
from tallyboard.system.laptop import VENDORS
from tallyboard.text.game_words import game_name
from tallyboard.text.language import NAMES, language
from tallyboard.virtual.chip.segments import SEVEN_SEGMENT_CHARACTERS, fourteen_segment_characters

if TYPE_CHECKING:
    from tallyboard.play.folder import Parts

_SCRIPTS = (
    "start", "words", "memory", "led", "face", "sound", "box", "keys", "place", "bench",
    "laptop_words", "laptop", "laptop_view", "laptop_proof", "serial", "laptop_panel",
)  # fmt: skip

# Each game with the card whose legends stand beside the keys.
_CARDS = {
    "crokinole-official": "crokinole",
    "crokinole-traditional": "crokinole",
    "crokinole-championship": "crokinole",
    "twenties-shootout": "twenties",
    "pichenotte-southwest": "southwest",
    "pichenottes-quebec": "quebec",
    "washers-ritzenthaler": "washers",
}


def page(kept: Path, laptop: "Parts | None" = None) -> str:
    """The page. `kept`: the folder where the VM's package is, or will be. `laptop`: what lies beside it, if anything.

    Raises TallyboardError as files_of does.
    """
    vm, wasm = files_of(MICROPYTHON, ("micropython.mjs", "micropython.wasm"), kept)
    parts = {
        "styles": "".join((PAGE / f"{name}.css").read_text(encoding="utf-8") for name in ("page", "laptop")),
        "data": _in_html(_data() | {"laptop": laptop}),
        "vm": _packed(vm),
        "wasm": _packed(wasm),
        "files": _packed(json.dumps(_board_files()).encode()),
        "worker": _script("worker"),
        "laptop_worker": _script("laptop_worker"),
        "scripts": "\n".join(map(_script, _SCRIPTS)),
    }
    html = (PAGE / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], html)


def _script(name: str) -> str:
    return (PAGE / f"{name}.js").read_text(encoding="utf-8")


def _board_files() -> dict[str, str]:
    """What the VM's file system holds: the drive, and the modelled parts."""
    files = {f"drive/{name}": data.decode() for name, data in drive_files().items()}
    modelled = {path.relative_to(RIG).as_posix(): path.read_text(encoding="utf-8") for path in RIG.rglob("*.py")}
    return files | {f"rig/{name}": text for name, text in modelled.items()}


def _data() -> dict[str, Any]:
    """What is drawn, and which games there are."""
    return {
        **json.loads(FACES.read_text(encoding="utf-8")),
        "leds": shapes(),
        "seven": SEVEN_SEGMENT_CHARACTERS,
        "fourteen": fourteen_segment_characters(),
        "vendors": VENDORS,
        "games": [_game(identifier, card) for identifier, card in _CARDS.items()],
    }


def _game(identifier: str, card: str) -> dict[str, Any]:
    options = dict(catalogue.by_id(identifier).OPTIONS)
    return {
        "id": identifier,
        "card": card,
        "three": "sides" in options,
        "defaults": " ".join(
            f"{name}={to_text(value)}" for name, value in options.items() if value and name != "sides"
        ),
        **{code: game_name(language(code), identifier) for code in NAMES},
    }


def _in_html(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _packed(data: bytes) -> str:
    """The bytes as a page can carry them: gzip in base64."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()
