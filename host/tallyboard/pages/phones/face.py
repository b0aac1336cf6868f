"""What the face of a phone at a table is made of: its scripts, styles, digits and words, for the page around them."""

import base64
import json
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue
from tallyboard.drive.files import firmware_dir, read_wiring
from tallyboard.text.language import NAMES, Language, language
from tallyboard.virtual.segments import SEVEN_SEGMENT_CHARACTERS

FACE = Path(__file__).parent / "page"
"""The folder of the page's own sources."""

FACE_SCRIPTS = ("chip", "digits", "say", "fingers", "half", "sheet", "face")
"""In their order, behind start.js; what each needs of the page: DATA with what `face_data` gives."""


def face_styles() -> str:
    """The style sheet, the digits inside."""
    digits = base64.b64encode((FACE / "digits.woff2").read_bytes()).decode()
    return (FACE / "phone.css").read_text(encoding="utf-8").replace("{{digits}}", digits)


def face_data() -> dict[str, Any]:
    """What the face reads of DATA: the addresses of the displays' chips, what segments mean, games' titles, words."""
    return {
        "displays": dict(read_wiring(firmware_dir()).displays),
        "seven": SEVEN_SEGMENT_CHARACTERS,
        "titles": dict(zip(catalogue.IDS, catalogue.TITLES, strict=True)),
        "say": {code: _words(language(code, "phones")) for code in NAMES},
    }


def _words(_: Language) -> dict[str, str]:
    """What the face says, by the names that its scripts have for it; English stands in say.json."""
    words: dict[str, str] = json.loads((FACE / "say.json").read_text(encoding="utf-8"))
    return {name: _(said) for name, said in words.items()}
