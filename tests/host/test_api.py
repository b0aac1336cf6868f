"""What `import tallyboard` gives: what the page of it lists, with examples that are so."""

import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import tallyboard
from tallyboard import shapes
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.paper import two_matches

_PAGE = Path(__file__).parents[2] / "docs" / "api.md"
_FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with PtyBoard(BoardHalf(two_matches())) as served:
        yield served.path


def test_the_examples_of_the_page_are_so(port: str) -> None:
    ran = doctest.testfile(str(_PAGE), module_relative=False, globs={"port": port}, optionflags=_FLAGS)
    assert ran.attempted > 8
    assert ran.failed == 0


def test_the_page_has_every_name() -> None:
    told = re.findall(
        r"^\.\. auto(?:function|class|exception):: (\w+)", _PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(told) == tallyboard.__all__


def test_every_name_is_there_documented_and_typed() -> None:
    assert tallyboard.__all__ == sorted(tallyboard.__all__) == sorted(chain(*tallyboard._HOMES.values()))
    for name in tallyboard.__all__:
        assert (inspect.getdoc(getattr(tallyboard, name)) or "").strip(), name
    with pytest.raises(AttributeError, match="no attribute nothing"):
        tallyboard.nothing  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", ["tallyboard", "tallyboard.journal.presses"])
def test_the_examples_in_the_source_are_so(name: str) -> None:
    __import__(name)
    ran = doctest.testmod(sys.modules[name], optionflags=_FLAGS)
    assert ran.attempted
    assert ran.failed == 0


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    code = "import sys; before = set(sys.modules); import tallyboard; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tallyboard"]


def test_the_shapes_are_the_same_ones() -> None:
    assert tallyboard.MatchObject is shapes.MatchObject
