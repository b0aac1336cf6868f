"""A desk that differs from its rules in one line is found out by the random scripts."""

import inspect
import textwrap
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from tallyboard.desk import berger, bracket_shape, calls, deciding, expected, flags
from tallyboard.desk.field import Field
from tallyboard.desk.floor import Floor
from tallyboard.desk.group_exchange import _Exchange
from tallyboard.desk.league import League
from tallyboard.desk.pairing import _Pairing
from tallyboard.desk.records import Record
from tallyboard.desk.swiss import Swiss
from tests.reference.desk.compare import compare
from tests.reference.desk.scripts import Script, random_script

WITHIN = 300  # seeds

# What is changed: where, in which function, and what stands there for what.
CHANGES: dict[str, tuple[ModuleType | type, str, str, str]] = {
    "sides in a round robin": (berger, "_round", "(low + high) % 2", "(low + high) % 2 == 0"),
    "drops of a double": (bracket_shape, "_losers", " ^ DROPS[size][j - 1]", ""),
    "word of the lot": (Field, "lot", "{word}", "lot"),
    "points for a bye": (League, "table_of", "points += self.options.bye", "points += 2"),
    "longest waiting": (calls, "_ready", "waits_since = max(", "waits_since = min("),
    "table with fewest calls": (Floor, "begin", "table.times.get(x, 0) + 1", "0"),
    "lower median": (expected, "minutes_of", "(len(lengths) - 1) // 2", "len(lengths) // 2"),
    "order of misfits": (flags, "_place_of_match", "name, flag.entrants or ()", "flag.entrants or (), name"),
    "who is A in a Swiss": (Swiss, "draw_round", "was_a[high] <= was_a[low]", "was_a[high] < was_a[low]"),
    "nearest below": (_Pairing, "first", "for partner in rest:", "for partner in reversed(rest):"),
    "level after all games": (deciding, "_by_games", "number >= best", "number > best"),
    "hand before board": (Record, "game", "self.hand.get(number) or self.board", "self.board.get(number) or self.hand"),
    "halves of a bracket": (_Exchange, "_may", "place in (1, 2)", "place in ()"),
}


@cache
def _script(seed: int) -> Script:
    return random_script(seed)


@pytest.mark.parametrize("change", CHANGES)
def test_one_changed_line_is_found_out(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, old, new = CHANGES[change]
    monkeypatch.setattr(owner, name, _changed(inspect.getattr_static(owner, name), old, new))
    found = next((seed for seed in range(WITHIN) if _differs(seed)), None)
    assert found is not None, f"{WITHIN} scripts do not notice it"
    monkeypatch.undo()
    assert not _differs(found), "and the true desk passes it"


def _differs(seed: int) -> bool:
    script = _script(seed)
    return compare(script.text, script.answer) is not None


def _changed(function: Any, old: str, new: str) -> Any:
    """The function as it would be with other words in its source."""
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1
    there = dict(function.__globals__)
    exec(source.replace(old, new), there)
    return there[function.__name__]
