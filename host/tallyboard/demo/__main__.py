"""`python -m tallyboard.demo PICTURE.svg`: runs the demonstration and draws how it ends, for the README."""

import subprocess
import sys
from pathlib import Path

from rich.console import Console

FROM = "What the tables recorded"
COLUMNS = 100


def draw(picture: Path) -> None:
    """Write the end of the demonstration's output as an SVG of a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "tallyboard", "demo"], stdout=subprocess.PIPE, text=True, check=True, encoding="utf-8"
    )
    lines = done.stdout.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(FROM))
    out = Console(record=True, width=COLUMNS, file=sys.stderr, markup=False, highlight=False)
    out.print("$ tallyboard demo", "…", sep="\n", style="bold")
    for line in lines[start:]:
        title = line.endswith("────")
        out.print(line[:COLUMNS] if title else line, style="bold cyan" if title else None, crop=True, no_wrap=True)
    out.save_svg(str(picture), title="tallyboard demo")


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
