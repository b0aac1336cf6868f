"""Compares `season compute` with the oracle: `python -m tests.reference.season.compare --seeds 0-999`."""

import argparse
import io
import json
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from tallyboard.commands import guard
from tests.reference.desk.compare import difference
from tests.reference.season.scripts import Season, random_season


def found_by_the_command(season: Season, folder: Path) -> dict[str, Any]:
    """What `tallyboard season compute --json` prints of it; the season and its nights are written to this folder."""
    for name, text in {**season.files, "season.txt": season.text}.items():
        (folder / name).write_bytes(text.encode())
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        guard.run(["season", "compute", str(folder / "season.txt"), "--json"])
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def compare(season: Season, folder: Path) -> str | None:
    """How the command differs from what the oracle expects; None if it does not."""
    found, expected = found_by_the_command(season, folder), season.answer
    if "error" not in found:
        return difference(expected, found)
    if "errors" not in expected:
        return f"the command refuses line {found['line']}: {found['error']}; the oracle refuses none"
    if found["line"] != expected["line"] or found["error"] not in expected["errors"]:
        oracle = f"the oracle {expected['line']}: {expected['errors']}"
        return f"the command refuses {found['line']}: {found['error']}; {oracle}"
    return None


def difference_of_seed(seed: int) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        found = compare(random_season(seed), Path(folder))
    return f"seed {seed}: {found}" if found else None


def main() -> int:
    """Prints every seed that differs, its season and the first difference; 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0-99", help="from the first to the last, as 0-99")
    parser.add_argument("--keep", type=Path, help="a folder for the season of the last that differs")
    first, _, last = (arguments := parser.parse_args()).seeds.partition("-")
    failed = 0
    for seed in range(int(first), int(last or first) + 1):
        found = difference_of_seed(seed)
        if found is None:
            continue
        failed += 1
        print(f"{found}\n{random_season(seed).text}")
        if arguments.keep:
            arguments.keep.mkdir(parents=True, exist_ok=True)
            found_by_the_command(random_season(seed), arguments.keep)
    print(f"{failed} seasons differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
