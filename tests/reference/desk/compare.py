"""Compares the desk with the oracle on random scripts: `python -m tests.reference.desk.compare --seeds 0-999`."""

import argparse
import sys
from pathlib import Path
from typing import Any

from tallyboard import desk
from tests.reference.desk.scripts import random_script


def difference(expected: Any, found: Any, where: str = "") -> str | None:
    """The first place where two objects differ, and how; None if they are the same."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(key for key in found if key not in expected)]:
            if key not in expected or key not in found:
                return f"{where}.{key}: only in {'the oracle' if key in expected else 'the desk'}"
            inner = difference(expected[key], found[key], f"{where}.{key}")
            if inner:
                return inner
        return None
    if isinstance(expected, (list, tuple)) and isinstance(found, (list, tuple)):
        for number, (one, other) in enumerate(zip(expected, found, strict=False)):
            inner = difference(one, other, f"{where}[{number}]")
            if inner:
                return inner
        if len(expected) != len(found):
            return f"{where}: the oracle has {len(expected)}, the desk {len(found)}: {expected} / {found}"
        return None
    if type(expected) is not type(found) or expected != found:
        return f"{where}: the oracle says {expected!r}, the desk {found!r}"
    return None


def compare(text: str, expected: dict[str, Any]) -> str | None:
    """How the desk differs from what the oracle expects of a script; None if it does not."""
    try:
        found = desk.compute_script(text)
    except desk.ScriptError as error:
        line, code = error.line, error.refusal.code
        if "errors" not in expected:
            return f"the desk refuses line {line}: {code}; the oracle refuses none"
        if line != expected["line"] or code not in expected["errors"]:
            return f"the desk refuses line {line}: {code}; the oracle line {expected['line']}: {expected['errors']}"
        return None
    except Exception as error:  # a script on which the desk breaks is a difference like any other
        return f"the desk breaks: {error!r}"
    if "errors" in expected:
        return f"the oracle refuses line {expected['line']}: {expected['errors']}; the desk refuses none"
    return difference(expected, found)


def main() -> int:
    """Prints every seed that differs, its script and the first difference; 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0-199", help="from the first to the last, as 0-199")
    parser.add_argument("--keep", type=Path, help="a folder for the scripts that differ")
    parser.add_argument("--quiet", action="store_true", help="print no scripts")
    arguments = parser.parse_args()
    first, _, last = arguments.seeds.partition("-")
    failed = 0
    for seed in range(int(first), int(last or first) + 1):
        script = random_script(seed)
        found = compare(script.text, script.answer)
        if found is None:
            continue
        failed += 1
        print(f"seed {seed}: {found}")
        if not arguments.quiet:
            print(script.text)
        if arguments.keep:
            arguments.keep.mkdir(parents=True, exist_ok=True)
            (arguments.keep / f"{seed}.txt").write_text(script.text, encoding="utf-8")
    print(f"{failed} of {int(last or first) + 1 - int(first)} scripts differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
