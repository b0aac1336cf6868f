"""Where a tool is not there, the rest is made, and it is said what to install."""

import pytest

from hardware.making.tools import MissingToolError, Tool, attempt, require

THERE = Tool("sed", lambda: True, "apt install sed")
SAW = Tool("saw", lambda: False, "apt install saw")
FILE = Tool("file", lambda: False, "pip install file")


def test_a_tool_that_is_there_is_no_error() -> None:
    require(THERE)


def test_every_tool_that_is_not_there_is_named_with_what_to_install() -> None:
    with pytest.raises(MissingToolError) as missing:
        require(SAW, THERE, FILE)
    assert str(missing.value) == "saw is not there: apt install saw\nfile is not there: pip install file"


def test_what_needs_no_missing_tool_is_made_all_the_same() -> None:
    made: list[str] = []
    with pytest.raises(MissingToolError) as missing:
        attempt(lambda: require(SAW), lambda: made.append("one"), lambda: attempt(lambda: require(FILE, SAW)))
    assert made == ["one"]
    assert missing.value.tools == (SAW, FILE)


def test_another_error_is_not_taken_for_a_missing_tool() -> None:
    def fails() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        attempt(fails)
