"""Makes the page of a phone that is a table: one document, and beside it the parts that its board is made of.

All of it is made once, packed, and named by what is in it, so that a browser may keep it as long as it likes.
"""

import base64
import gzip
import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue
from tallyboard.errors import TallyboardError
from tallyboard.pages.phones.face import FACE as PAGE
from tallyboard.pages.phones.face import FACE_SCRIPTS, face_data, face_styles
from tallyboard.system.laptop import cache_folder
from tallyboard.text.language import NAMES, Language, language
from tallyboard.virtual.browser import board_parts, carried, licence, packed, script

AT = "/phone"
PARTS = f"{AT}/parts"

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


def page(kept: Path) -> PhonePage:
    """The page. `kept`: the folder where the VM's package is, or will be.

    Raises TallyboardError as board_parts does.
    """
    board = board_parts(kept)._asdict()
    named = {name: f"{sha256(data).hexdigest()[:_DIGITS]}-{name}" for name, data in board.items()}
    parts = {named[name]: PagePart(data, _KINDS[name]) for name, data in board.items()}
    filled = {
        "styles": face_styles(),
        "licence": licence(),
        "body": _read("phone.html").strip(),
        "worker": script("worker", PAGE),
        "scripts": "\n".join(script(name, PAGE) for name in _SCRIPTS),
    }
    data = _data() | {"parts": {name: f"{PARTS}/{its}" for name, its in named.items()}}
    version = sha256("".join([_read("document.html"), *filled.values(), _json(data)]).encode()).hexdigest()[:_DIGITS]
    filled["data"] = _json(data | {"version": version}).replace("<", "\\u003c")
    document = re.sub(r"\{\{(\w+)\}\}", lambda found: filled[found[1]], _read("document.html"))
    return PhonePage(packed(document.encode()), _policy(document), parts, version)


def _read(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")


def _carried(name: str) -> str:
    return carried((PAGE / name).read_bytes())


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _data() -> dict[str, Any]:
    """What is drawn and what is said."""
    return {
        **face_data(),
        "game": catalogue.IDS[0],
        "awake": {f"video/{kind}": _carried(f"awake.{kind}") for kind in ("mp4", "webm")},
        "words": {code: _words(language(code, "phones")) for code in NAMES},
    }


def _words(_: Language) -> dict[str, str]:
    """What the page says of the phone's life, by the names that its scripts have for it; English stands in the file."""
    return {name: _(said) for name, said in json.loads(_read("words.json")).items()}


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


def unpacked(data: bytes) -> bytes:
    """For the rare client that takes no gzip."""
    return gzip.decompress(data)


@cache
def ready_page() -> PhonePage:
    """The page, made once. Raises TallyboardError where the VM for it cannot be fetched."""
    return page(cache_folder())


def version() -> str:
    """Of the page that this laptop has; "" where it can have none."""
    try:
        return ready_page().version
    except TallyboardError:
        return ""
