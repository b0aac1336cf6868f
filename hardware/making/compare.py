"""Compares what is committed with what is made anew, leaving out what says when it was made or by which version of a
tool.
"""

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PIXEL_LEVELS = 96  # of 255: edges are drawn a little otherwise by another version of a tool
PIXEL_SHARE = 0.0003  # of the pixels that may differ by more, all the same

_STEP_HEADER = re.compile(rb"HEADER;.*?ENDSEC;", re.DOTALL)
_BOM_DATA = re.compile(r"^var pcbdata = (\{.*\})$", re.MULTILINE)


def _binary(committed: Path, fresh: Path) -> Iterator[str]:
    if committed.read_bytes() != fresh.read_bytes():
        yield "other bytes"


def _texts(committed: str, fresh: str) -> Iterator[str]:
    before, after = committed.split("\n"), fresh.split("\n")
    for number, (was, now) in enumerate(zip(before, after, strict=False), 1):
        if was != now:
            yield f"line {number} is {was.strip()[:80]!r}, made anew {now.strip()[:80]!r}"
            return
    if len(before) != len(after):
        yield f"{len(before)} lines, made anew {len(after)}"


def _text(committed: Path, fresh: Path) -> Iterator[str]:
    yield from _texts(committed.read_text(), fresh.read_text())


def _zip(committed: Path, fresh: Path) -> Iterator[str]:
    with zipfile.ZipFile(committed) as before, zipfile.ZipFile(fresh) as after:
        if sorted(before.namelist()) != sorted(after.namelist()):
            yield f"holds {sorted(before.namelist())}, made anew {sorted(after.namelist())}"
            return
        for name in before.namelist():
            if before.read(name) != after.read(name):
                yield f"{name} in it differs"


def _pdf(committed: Path, fresh: Path) -> Iterator[str]:
    from pypdf import PdfReader

    before, after = PdfReader(committed).pages, PdfReader(fresh).pages
    if len(before) != len(after):
        yield f"{len(before)} pages, made anew {len(after)}"
        return
    for number, (was, now) in enumerate(zip(before, after, strict=True), 1):
        for edge in ("width", "height"):
            if abs(float(getattr(was.mediabox, edge)) - float(getattr(now.mediabox, edge))) > 0.1:  # points
                yield f"page {number} has another {edge}"
        if was.extract_text().split() != now.extract_text().split():
            yield f"page {number} has other words"


def _png(committed: Path, fresh: Path) -> Iterator[str]:
    from PIL import Image, ImageChops

    with Image.open(committed) as was, Image.open(fresh) as now:
        if was.size != now.size:
            yield f"{was.size} pixels, made anew {now.size}"
            return
        difference = ImageChops.difference(was.convert("RGBA"), now.convert("RGBA"))
    # The greatest difference of the four channels of each pixel.
    red, green, blue, alpha = difference.split()
    levels = ImageChops.lighter(ImageChops.lighter(red, green), ImageChops.lighter(blue, alpha)).histogram()
    share = sum(levels[PIXEL_LEVELS:]) / sum(levels)
    if share > PIXEL_SHARE:
        yield f"{share:.3%} of the pixels differ"


def _html(committed: Path, fresh: Path) -> Iterator[str]:
    """The data of an interactive list of parts stand in one line: it is compared by what is in it."""
    pages = committed.read_text(), fresh.read_text()
    before, after = (_bom_data(page) for page in pages)
    for part in sorted(before.keys() | after.keys()):
        if before.get(part) != after.get(part):
            yield f"other {part}"
    yield from _texts(*(_BOM_DATA.sub("", page) for page in pages))


def _bom_data(page: str) -> dict[str, Any]:
    found = _BOM_DATA.search(page)
    return dict(json.loads(found[1])) if found else {}


def _step(committed: Path, fresh: Path) -> Iterator[str]:
    before, after = (_STEP_HEADER.sub(b"", path.read_bytes(), count=1) for path in (committed, fresh))
    yield from _texts(before.decode("latin-1"), after.decode("latin-1"))


def _stl(committed: Path, fresh: Path) -> Iterator[str]:
    import trimesh

    was, now = (trimesh.load_mesh(path) for path in (committed, fresh))
    if len(was.faces) != len(now.faces):
        yield f"{len(was.faces)} triangles, made anew {len(now.faces)}"
    if abs(was.volume - now.volume) > 1e-4 * abs(now.volume):
        yield f"{was.volume:.1f} cubic mm, made anew {now.volume:.1f}"
    if abs(was.bounds - now.bounds).max() > 0.001:  # mm
        yield f"reaches over {was.bounds.tolist()}, made anew {now.bounds.tolist()}"


_BY_KIND: dict[str, Callable[[Path, Path], Iterator[str]]] = {
    ".zip": _zip,
    ".pdf": _pdf,
    ".png": _png,
    ".html": _html,
    ".step": _step,
    ".stl": _stl,
    **dict.fromkeys((".csv", ".kicad_pcb", ".kicad_pro", ".md", ".py", ".svg", ".txt"), _text),
}


def differs(committed: Path, fresh: Path) -> list[str]:
    """What the committed file says otherwise than the one made anew, a line each; nothing where they are the same.
    Needs pypdf, Pillow and trimesh for the kinds that they read."""
    for path, what in ((committed, "is not there"), (fresh, "is made no more")):
        if not path.exists():
            return [f"{committed.name}: {what}"]
    compare = _BY_KIND.get(committed.suffix, _binary)
    return [f"{committed.name}: {line}" for line in compare(committed, fresh)]


def folder_differs(committed: Path, fresh: Path) -> list[str]:
    """The same for all files in two folders and below them."""
    names = {path.relative_to(folder) for folder in (committed, fresh) for path in folder.rglob("*") if path.is_file()}
    return [f"{name.parent}/{line}" for name in sorted(names) for line in differs(committed / name, fresh / name)]
