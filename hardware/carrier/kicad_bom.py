"""The interactive bill of materials: one page that shows where on the carrier each part goes, without a network."""

import importlib.util
import re
import subprocess
from pathlib import Path

from hardware.carrier.kicad_stage import NAME, Plotted, environment
from hardware.circuit.netlist import Component
from hardware.making.tools import DEBIAN_PYTHON, INTERACTIVE_BOM, KICAD, require

_DATE = re.compile(r'("metadata": \{[^{}]*"date": )"[^"]*"')


def _package(folder: Path) -> Path:
    """A folder in which only InteractiveHtmlBom lies: Debian's Python is to see nothing else of this one's packages."""
    spec = importlib.util.find_spec("InteractiveHtmlBom")
    assert spec and spec.submodule_search_locations
    alone = folder / "packages"
    alone.mkdir()
    (alone / "InteractiveHtmlBom").symlink_to(Path(next(iter(spec.submodule_search_locations))).resolve())
    return alone


def bom_page(plot: Plotted, circuit: list[Component]) -> str:
    """The page, without a date. Pads that stay empty are in the drawing, not in the list. Raises MissingToolError."""
    require(KICAD, INTERACTIVE_BOM)
    listed = {part.ref for part in circuit if part.fitted}
    unlisted = [part.ref for part in plot.parts if part.ref not in listed]
    subprocess.run(
        [
            *(DEBIAN_PYTHON, "-B", "-m", "InteractiveHtmlBom.generate_interactive_bom", str(plot.filled)),
            *("--no-browser", "--no-compression", "--dest-dir", str(plot.folder), "--name-format", "bom"),
            *("--show-fields", "Value,Footprint", "--group-fields", "Value,Footprint", "--layer-view", "F"),
            *("--include-nets", "--highlight-pin1", "all"),
            *("--blacklist", ",".join(unlisted), "--blacklist-virtual"),
        ],
        env=environment(
            plot.folder,
            PYTHONPATH=str(_package(plot.folder)),
            INTERACTIVE_HTML_BOM_NO_DISPLAY="1",
            GIT_DIR="/dev/null",  # else it takes the project's version for its own
        ),
        check=True,
        capture_output=True,
    )
    page = (plot.folder / "bom.html").read_text()
    return _DATE.sub(r'\1""', page).replace('"title": "bom"', f'"title": "{NAME}"')
