"""The page that `tallyboard play --out` writes, as `play/box.html` of the site: its first pages show it in a frame."""

from pathlib import Path

from sphinx.application import Sphinx

from tallyboard.play.build import ready_page

PLACE = "play/box.html"
"""Where it lies in the site."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx, failure: Exception | None) -> None:
    if failure is None and app.builder.format == "html":
        place = Path(app.outdir, PLACE)
        place.parent.mkdir(exist_ok=True)
        place.write_text(ready_page(), encoding="utf-8")
