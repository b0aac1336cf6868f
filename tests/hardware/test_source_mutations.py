"""Whatever single thing is wrong in board.toml: no traceback, and each fault is told with a line that is there."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.buying.products import texts as buying
from hardware.circuit.pins_file import pins_source
from hardware.circuit.products import texts as electrical
from hardware.circuit.wiring_table import wiring_source
from hardware.source.read import BadBoardFile, read_board
from tests.hardware.sample import TEXT
from tests.harness.campaign import examples

ROWS = TEXT.splitlines()
SETTINGS = [number for number, row in enumerate(ROWS) if re.match(r"\w+ = ", row)]
VALUES = [
    *("", "1", "-1", "0", "1.5", "1e300", "-inf", "nan", "9" * 30, "0x" + "f" * 6000, "true", "1979-05-27"),
    *(
        '""',
        '"GP8"',
        '"x"',
        '"two\\nlines"',
        '"é"',
        "[]",
        "[1]",
        "[1, 2, 3]",
        "[[1, 2]]",
        '["U1"]',
        "{}",
        '{ kind = "qt" }',
    ),
]


def tried(rows: list[str]) -> None:
    text = "\n".join(rows) + "\n"
    try:
        board = read_board(text)
    except BadBoardFile as bad:
        for line in str(bad).splitlines():
            told = re.match(r"hardware/board\.toml:(\d+): .+", line)
            assert told, line
            assert 1 <= int(told[1]) <= len(rows) + 1, line
        return
    pins_source(board)
    wiring_source(board)
    buying(board)
    electrical(board)


@settings(max_examples=examples(6))
@given(st.sampled_from(range(len(ROWS))))
def test_a_line_is_deleted(row: int) -> None:
    tried(ROWS[:row] + ROWS[row + 1 :])


@settings(max_examples=examples(6))
@given(st.sampled_from(range(len(ROWS))), st.sampled_from(range(len(ROWS))))
def test_a_line_is_copied_elsewhere(row: int, to: int) -> None:
    tried([*ROWS[:to], ROWS[row], *ROWS[to:]])


@settings(max_examples=examples(12))
@given(st.sampled_from(SETTINGS), st.sampled_from(VALUES))
def test_a_value_becomes_another(row: int, value: str) -> None:
    tried([*ROWS[:row], re.sub(r"= .*", lambda _: f"= {value}", ROWS[row]), *ROWS[row + 1 :]])


@settings(max_examples=examples(12))
@given(st.sampled_from(SETTINGS), st.data())
def test_a_value_inside_of_a_line_becomes_another(row: int, data: st.DataObject) -> None:
    values = [*re.finditer(r'"[^"]*"|(?<![\w"])-?\d[\d_.]*', ROWS[row])]
    if values:
        found = data.draw(st.sampled_from(values))
        value = data.draw(st.sampled_from(VALUES))
        tried([*ROWS[:row], ROWS[row][: found.start()] + value + ROWS[row][found.end() :], *ROWS[row + 1 :]])


@settings(max_examples=examples(12))
@given(
    st.integers(0, len(TEXT) - 1), st.sampled_from(["", "[", "]", '"', "'''", "=", "\n", "#", "{", ",", "\0", "é", "."])
)
def test_a_character_becomes_another(at: int, new: str) -> None:
    tried((TEXT[:at] + new + TEXT[at + 1 :]).splitlines())


@settings(max_examples=examples(6))
@given(st.sampled_from(SETTINGS), st.sampled_from([0, 0.5, 2, 1000]))
def test_a_number_becomes_smaller_or_larger(row: int, factor: float) -> None:
    tried([*ROWS[:row], re.sub(r"\b\d+(\.\d+)?\b", lambda m: f"{float(m[0]) * factor:g}", ROWS[row]), *ROWS[row + 1 :]])
