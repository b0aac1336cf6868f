"""The golden scoresheets: a sheet, what the rule book says about it, and the facts of its result worked out by hand.

The second reading of the rules knows the games of the five documents. A sheet of any other game has one reading only.
"""

import json
import re
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue, scoresheet
from shared_rules.games.result import result
from tests.reference import reference

SHEETS = Path(__file__).parents[1] / "shared_rules" / "sheets"


class Golden:
    """One sheet: `document` ("000" to "004", or "Ruling, 000" and so on; of any other game its own), `paragraph`,
    `text`, `expected`, `read_twice` (whether the second reading knows its game)."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self.text = path.read_text(encoding="utf-8")
        self.expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        games = re.findall(r"^\s*game\s+(\S+)", self.text.lower(), re.MULTILINE)
        self.read_twice = not games or games[0] not in catalogue.IDS or games[0] in reference.GAMES
        head = self.text.split("\n", 1)[0]
        separator = ": " if head.startswith("# Ruling, ") else ", "
        self.document, _, self.paragraph = head.removeprefix("# ").partition(separator)

    def __repr__(self) -> str:
        return self.name


def goldens() -> list[Golden]:
    """All sheets, by name."""
    return [Golden(path) for path in sorted(SHEETS.glob("*.txt"))]


def by_the_rules(text: str) -> dict[str, Any]:
    """The result of a sheet by the code that board and laptop run; {"line": N, "error": True} for a refused one."""
    try:
        sheet = scoresheet.read(text)
    except scoresheet.SheetError as refused:
        return {"line": refused.line, "error": True}
    return result(sheet.match, sheet.names)


def by_the_reference(text: str) -> dict[str, Any]:
    """The same by the second reading of the rules."""
    try:
        return reference.score_sheet(text)
    except reference.SheetError as refused:
        return {"line": refused.line, "error": True}


def differences(expected: object, found: object, path: str = "result") -> list[str]:
    """Where `found` is not as expected: every key that is given, lists place by place; {} is expected to be empty."""
    if isinstance(expected, dict) and isinstance(found, dict) and (expected or not found):
        lines = []
        for key, value in expected.items():
            at = f"{path}.{key}"
            lines += differences(value, found[key], at) if key in found else [f"{at} is missing"]
        return lines
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for n, (one, other) in pairs for line in differences(one, other, f"{path}[{n}]")]
    if type(expected) is type(found) and expected == found:
        return []
    return [f"{path}: expected {expected!r}, found {found!r}"]
