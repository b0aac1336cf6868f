"""Makes the page of a phone that is a table: one document, and beside it the parts that its board is made of. All of it
is made once, packed, and named by what is in it, so that a browser may keep it as long as it likes."""

import base64
import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue
from tallyboard.drive.files import firmware_dir, read_wiring
from tallyboard.errors import TallyboardError
from tallyboard.pages.sheet import tokens
from tallyboard.system.laptop import cache_folder
from tallyboard.text.language import NAMES, language
from tallyboard.virtual.browser import board_parts, carried, licence, packed, script
from tallyboard.virtual.segments import SEVEN_SEGMENT_CHARACTERS

AT = "/phone"
PARTS = f"{AT}/parts"

PAGE = Path(__file__).parent / "page"
"""The folder of the page's own sources."""

FACE_SCRIPTS = ("chip", "digits", "say", "fingers", "half", "sheet", "face")
"""Of the face alone, in their order behind start.js; they need DATA with what `face_data` gives."""

_SCRIPTS = (
    "start", "memory", "sound", "box", *FACE_SCRIPTS, "words", "card", "seat", "tables", "awake", "line", "phone",
)  # fmt: skip
_KINDS = {"vm": "text/javascript", "wasm": "application/wasm", "files": "application/json"}
_DIGITS = 16  # of a hash, in a part's name


@dataclass(frozen=True)
class PagePart:
    """`data`: as gzip. `kind`: its media type."""

    data: bytes
    kind: str


@dataclass(frozen=True)
class PhonePage:
    """`document`: the page, as gzip. `policy`: what its scripts may do, with a place for the laptop's own `host`.
    `parts`: by the name that the page asks for. `version`: another one whenever anything in it is another."""

    document: bytes
    policy: str
    parts: dict[str, PagePart]
    version: str


@cache
def ready_page() -> PhonePage:
    """The page, made once. Raises TallyboardError where the VM for it cannot be fetched."""
    board = board_parts(cache_folder())._asdict()
    named = {name: f"{sha256(data).hexdigest()[:_DIGITS]}-{name}" for name, data in board.items()}
    parts = {named[name]: PagePart(data, _KINDS[name]) for name, data in board.items()}
    filled = {
        "styles": face_styles(),
        "licence": licence(),
        "body": _read("phone.html").strip(),
        "worker": script("worker", PAGE),
        "scripts": "\n".join(script(name, PAGE) for name in _SCRIPTS),
    }
    data = face_data() | {
        "game": catalogue.IDS[0],
        "awake": {f"video/{kind}": carried((PAGE / f"awake.{kind}").read_bytes()) for kind in ("mp4", "webm")},
        "words": _words("words.json"),  # of the phone's life
        "parts": {name: f"{PARTS}/{its}" for name, its in named.items()},
    }
    version = sha256("".join([_read("document.html"), *filled.values(), _json(data)]).encode()).hexdigest()[:_DIGITS]
    filled["data"] = _json(data | {"version": version}).replace("<", "\\u003c")
    document = re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], _read("document.html"))
    return PhonePage(packed(document.encode()), _policy(document), parts, version)


def version() -> str:
    """Of the page that this laptop has; "" where it can have none."""
    try:
        return ready_page().version
    except TallyboardError:
        return ""


def face_styles() -> str:
    """The style sheet: what every page is drawn with, then the face, the digits inside."""
    return tokens() + _read("phone.css").replace(
        "{{digits}}", base64.b64encode((PAGE / "digits.woff2").read_bytes()).decode()
    )


def face_data() -> dict[str, Any]:
    """What the face reads of DATA: the addresses of the displays' chips, what segments mean, games' titles, words."""
    return {
        "displays": dict(read_wiring(firmware_dir()).displays),
        "seven": SEVEN_SEGMENT_CHARACTERS,
        "titles": dict(zip(catalogue.IDS, catalogue.TITLES, strict=True)),
        "say": _words("say.json"),
    }


def _words(file: str) -> dict[str, dict[str, str]]:
    """By language what stands in this file in English, by the names that the scripts have for it."""
    english: dict[str, str] = json.loads(_read(file))
    spoken = {code: language(code, "phones") for code in NAMES}
    return {code: {name: _(said) for name, said in english.items()} for code, _ in spoken.items()}


def _read(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


_POLICY = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval' blob:; worker-src blob:; style-src {styles}; "
    # Older browsers do not take a WebSocket of the same host for 'self'.
    "connect-src 'self' blob: ws://HOST wss://HOST; img-src data:; font-src data:; media-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)


def _policy(document: str) -> str:
    """It runs what stands in it, and nothing else."""
    found = {"script": re.findall(r"<script>(.*?)</script>", document, re.DOTALL)}
    found["style"] = re.findall(r"<style>(.*?)</style>", document, re.DOTALL)
    sums = {kind: " ".join(map(_sum, texts)) for kind, texts in found.items()}
    return _POLICY.format(scripts=sums["script"], styles=sums["style"])


def _sum(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
