"""The records that describe a match, one that starts or one that the laptop wants."""

from shared_rules.games import catalogue, options
from shared_rules.journal import record, record_text

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Sequence
    from typing import Any

    from shared_rules.journal.replay import Assignment


def described(
    game_id: str, in_force: "dict[str, Any]", key: str, names: "Sequence[str]"
) -> "list[tuple[int, Sequence[int]]]":
    """The records that say a game's options and a match's names, as (byte 0, bytes 1 to 3)."""
    group: list = []
    for name, value in catalogue.in_order(game_id, in_force):
        group.append((record.SETTING | options.code_of(name), options.to_bytes(name, value)))
    group.append((record.RULES, (catalogue.EDITION, 0, 0)))  # the last: without it the settings do not hold either
    texts = [(record.KEY, key)] + [(record.NAME + side, names[side]) for side in range(len(names))]
    for field, text in texts:
        group += record_text.encode(field, text, record.TEXT_BYTES)
    return group


def assigned(wanted: "Assignment | None") -> "list[tuple[int, Sequence[int]]]":
    """The records of this Assignment, of none for None."""
    if wanted is None:
        return [(record.ASSIGN, (record.NO_GAME, 0, 0))]
    opener = 0 if wanted.first is None else wanted.first + 1
    sides = wanted.options.get("sides", 2)
    return described(wanted.game_id, wanted.options, wanted.key, wanted.names[:sides]) + [
        (record.ASSIGN, (catalogue.number_of(wanted.game_id), opener, 0))
    ]
