"""What the board in the browser is made of."""

from pathlib import Path

_HERE = Path(__file__).parent

RIG = _HERE / "rig"
"""The folder of the modelled parts: on a VM it comes first on the path."""

PAGE = _HERE / "page"
"""The folder of the page's own sources."""

FACES = _HERE / "faces.json"
"""How the boxes look: `make hardware` writes it from hardware/board.toml."""

READY = _HERE / "board.html"
"""The page, where it is made already: a wheel carries it."""
