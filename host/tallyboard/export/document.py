"""JSON documents: how one is written, and the one that has everything of the matches."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from tallyboard.dates import utc
from tallyboard.export.chosen import Chosen, Presses


def written(document: dict[str, Any]) -> bytes:
    """The document in UTF-8, a key a line, names as they are read."""
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def document(matches: Iterable[Chosen], presses: Presses) -> dict[str, Any]:
    """The match objects of `results --json`, each with the name of its `table` and the `presses` of `show --json`."""
    return {
        "tallyboard": version("tallyboard"),
        "exported": utc(datetime.now(UTC)),
        "matches": [{**one.match, "table": one.table, "presses": presses.of(one.match)} for one in matches],
    }
