"""What pages load besides themselves: the style sheet, joined of the parts in styles/, its fonts, and the scripts."""

import gzip
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

STATIC = Path(__file__).parent / "static"
STYLES = Path(__file__).parent / "styles"

SHEET = "stage.css"
SHEETS = {
    SHEET: ("tokens", "ground", "public", "parts", "hall", "overlay", "tree", "phone"),
    "match.css": ("match",),
    "tv.css": ("tv",),
    "operators.css": ("desk", "entry", "tables"),
}
"""Their parts in order: a later one may say again what an earlier one said. The others are for pages
that have drawings of a match, for the TV, and for who runs the desk."""

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
_FOR_GOOD = "public, max-age=31536000, immutable"
_ASKED_EACH_TIME = "public, no-cache"


class PageFile(NamedTuple):
    """`packed`: the data as gzip, b"" where that is no shorter. `version`: a few digits, others when the data is."""

    data: bytes
    packed: bytes
    kind: str
    version: str


@cache
def files() -> dict[str, PageFile]:
    """Every file that pages may load, by its path; made once."""
    found = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.suffix in KINDS}
    made = {name: _file(path.read_bytes(), path.suffix) for name, path in found.items()}
    versions = {name: file.version for name, file in made.items()}
    return made | {name: _file(_sheet(parts, versions).encode(), ".css") for name, parts in SHEETS.items()}


@cache
def fonts() -> tuple[str, ...]:
    """The files that the sheet loads, and their licence."""
    return tuple(sorted(name for name in files() if name.startswith("fonts/")))


async def page_file(request: Request) -> Response:
    """A file by its path. Under the address of its version browsers keep it for good."""
    found = files().get(request.path_params["path"])
    if found is None:
        raise HTTPException(404)
    is_named = request.query_params.get("v") == found.version
    headers = {
        "cache-control": _FOR_GOOD if is_named else _ASKED_EACH_TIME,
        "etag": f'"{found.version}"',
        "vary": "Accept-Encoding",
    }
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if found.packed and _takes_gzip(request.headers.get("accept-encoding", "")):
        return Response(found.packed, media_type=found.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(found.data, media_type=found.kind, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    """Whether who says this in Accept-Encoding can unpack gzip: `gzip;q=0` is who cannot."""
    for one in accepted.lower().split(","):
        name, _, weight = one.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" or not weight
    return False


def tokens() -> str:
    """The custom properties of every page, in both themes."""
    return _squeezed(_both_ways((STYLES / "tokens.css").read_text(encoding="utf-8")))


def _sheet(parts: tuple[str, ...], versions: dict[str, str]) -> str:
    """These parts in one; `versions`: of the fonts, so that browsers keep these for good too."""
    files = [STYLES / f"{name}.css" for name in parts if name != "tokens"]
    rules = "".join(_squeezed(part.read_text(encoding="utf-8")) for part in files if part.exists())
    style = (tokens() if "tokens" in parts else "") + rules
    return re.sub(r"url\((fonts/[^)]+)\)", lambda font: f"url({font[1]}?v={versions[font[1]]})", style)


def _both_ways(style: str) -> str:
    """Night is said once: whoever asks for it has it, and whose device does. Paper is always light."""
    night = re.search(r':root\[data-theme="night"\]\s*({[^}]*})', style)
    assert night
    return f'{style}@media screen and (prefers-color-scheme: dark) {{ :root[data-theme="auto"] {night[1]} }}'


def _squeezed(style: str) -> str:
    """Without comments, and without blanks that mean nothing."""
    plain = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    closer = re.sub(r"\s*([{};,>~])\s*", r"\1", re.sub(r"\s+", " ", plain))
    return re.sub(r"([\w-]): ", r"\1:", closer).replace(";}", "}").strip() + "\n"


def _file(data: bytes, suffix: str) -> PageFile:
    packed = gzip.compress(data, 9, mtime=0)
    smaller = packed if len(packed) < len(data) else b""
    return PageFile(data, smaller, KINDS[suffix], sha256(data).hexdigest()[:8])
