"""JSON documents: how one is written, and the one that has everything of the matches."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from tallyboard.export import GameOf
from tallyboard.shapes import ExportDocument, ExportedMatch, MatchObject
from tallyboard.store.corrections import Correction
from tallyboard.store.presses import Presses
from tallyboard.text.printable import json_printable
from tallyboard.text.utc import utc_text


def written(document: Mapping[str, Any]) -> str:
    """The document, a key a line; names as they are read, but for characters that would act on who reads them."""
    return _json(document) + "\n"


def written_with(head: Mapping[str, Any], key: str, items: Iterable[Any]) -> Iterator[str]:
    """What `written` gives of the head with these items as its last key, piece by piece."""
    before = _json({**head, key: []})
    separator = before.removesuffix("]\n}")
    for item in items:
        yield separator + "\n    " + _json(item).replace("\n", "\n    ")
        separator = ","
    yield before + "\n" if separator != "," else "\n  ]\n}\n"


def document(
    matches: Iterable[MatchObject],
    presses: Presses,
    corrections: Mapping[str, list[Correction]],
    game_of: GameOf,
) -> Iterator[str]:
    """The match objects of `results --json`, each with the `presses` and the `corrections` of `show --json`, and with
    which game of a tournament it is.

    `corrections`: by the id of the match.
    """
    head: ExportDocument = {
        "tallyboard": version("tallyboard"),
        "exported": utc_text(datetime.now(UTC)),
        "matches": [],
    }
    every: Iterator[ExportedMatch] = (
        {
            **match,
            "presses": presses.as_json(match),
            "corrections": [one.as_json() for one in corrections.get(match["match"], ())],
            "tournament": game_of(match),
        }
        for match in matches
    )
    return written_with(head, "matches", every)


def _json(value: Any) -> str:
    return json_printable(json.dumps(value, ensure_ascii=False, indent=2))
