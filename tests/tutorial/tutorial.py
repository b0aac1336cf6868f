"""Reads docs/adding-a-game.md, and does in a copy of the tree what it says.

A block of code stands below a line that says where it goes: `` `PATH`, a new file: `` or `` `PATH`, the last line of
`TABLE`: ``. A block of the kind `console` is typed: what stands behind `$ ` is a command, the lines below are what it
prints or, for a program that reads, what is typed into it.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from shared_rules.games import catalogue
from tests.reference.reference import GAMES

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "adding-a-game.md"

_PARTS = ("shared_rules", "firmware", "host", "tests", "hardware", "pyproject.toml", "README.md")
_BLOCK = re.compile(r"([^\n]*)\n\n```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NEW = re.compile(r"`([^`]+)`, a new file:")
_LINE = re.compile(r"`([^`]+)`, the last line of `(\w+)`:")


@dataclass
class Block:
    """What stands in a block, of which kind, and the line above it."""

    above: str
    kind: str
    text: str


def blocks() -> list[Block]:
    """All of the document, in order."""
    return [Block(*found) for found in _BLOCK.findall(DOCUMENT.read_text(encoding="utf-8"))]


def typed(command: str) -> Block:
    """The console block in which this command stands."""
    (block,) = [each for each in blocks() if each.kind == "console" and f"$ {command}" in each.text]
    return block


class Tree:
    """A copy of the checkout, as if the games of the rule books were all there are: whatever game was added since, the
    document's or another, does not stand in the way of the document. `parts`: which of it."""

    def __init__(self, folder: Path, parts: tuple[str, ...] = _PARTS) -> None:
        self.folder = folder
        for part in parts:
            if (ROOT / part).is_dir():
                shutil.copytree(
                    ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "node_modules")
                )
            else:
                shutil.copy(ROOT / part, folder / part)
        for block in blocks():
            if new := _NEW.fullmatch(block.above):
                (folder / new[1]).unlink(missing_ok=True)
        added = [game for game in catalogue.IDS if game not in GAMES]
        self._drop_rows("shared_rules/games/catalogue.py", added)
        self._drop_rows("shared_rules/games/options.py", ["bags"])
        for sheet in (folder / "tests/shared_rules/sheets").glob("*.txt"):
            if any(f"game {game}" in sheet.read_text(encoding="utf-8") for game in added):
                sheet.unlink()
                sheet.with_suffix(".json").unlink()

    def _drop_rows(self, name: str, firsts: list[str]) -> None:
        """Leave out the lines of tables that begin with one of these."""
        path = self.folder / name
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text(
            "".join(line for line in lines if not line.startswith(tuple(f'    ("{first}",' for first in firsts))),
            "utf-8",
        )

    def apply(self, block: Block) -> None:
        """Do with the block what the line above it says. Raises AssertionError where that cannot be done."""
        if new := _NEW.fullmatch(block.above):
            path = self.folder / new[1]
            assert not path.exists(), f"{path} is there already"
            path.write_text(block.text, encoding="utf-8")
            return
        line = _LINE.fullmatch(block.above)
        assert line, f"nobody knows where the block below {block.above!r} goes"
        path = self.folder / line[1]
        before, table, behind = re.split(rf"^({line[2]}\b[^\n]*\(\n)", path.read_text("utf-8"), flags=re.MULTILINE)
        rows, end = behind.split("\n)\n", 1)
        path.write_text(f"{before}{table}{rows}\n{block.text})\n{end}", encoding="utf-8")

    def apply_all(self, change: tuple[str, str] = ("", "")) -> "Tree":
        """Do everything that the steps say; `change`: a text that is mistyped, and as what."""
        for block in blocks():
            if block.kind != "console":
                block.text = block.text.replace(*change) if change[0] else block.text
                self.apply(block)
        return self

    def environment(self) -> dict[str, str]:
        """In which the copy's own packages are found."""
        path = os.pathsep.join(str(self.folder / part) for part in ("host", "."))
        state = str(self.folder / "build" / "state")
        return {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "XDG_STATE_HOME": state}

    def command(self, arguments: list[str]) -> list[str]:
        """How a command of the document is started here."""
        program, *others = arguments
        module = {"tallyboard": "tallyboard", "pytest": "pytest", "everywhere": "tests.tutorial.everywhere"}[program]
        return [sys.executable, "-m", module, *others]

    def run(self, *arguments: str, code: int = 0) -> str:
        """Run a command of the document, in the copy; what it prints. Fails where it ends with another code."""
        done = subprocess.run(
            self.command(list(arguments)),
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=300,
        )
        assert done.returncode == code, done.stdout[-6000:] + done.stderr[-3000:]
        return done.stdout + (done.stderr if code else "")
