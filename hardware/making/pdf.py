"""An SVG as PDF."""

import os
import subprocess
from pathlib import Path


def write_pdf(svg: str, to: Path, *options: str) -> None:
    """Writes it by rsvg-convert, with these options, and with no date in it: the same drawing is the same bytes."""
    to.parent.mkdir(parents=True, exist_ok=True)
    command = ["rsvg-convert", "--format", "pdf", "--output", str(to), *options]
    subprocess.run(command, input=svg.encode(), env={**os.environ, "SOURCE_DATE_EPOCH": "0"}, check=True)
