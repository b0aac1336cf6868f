"""The finder of lines knows every way in which TOML can be written."""

import tomllib
from typing import Any

import pytest

from hardware.source.lines import find_lines, line_of
from hardware.source.read import BOARD_FILE

ODD = '''# a comment with [brackets] and = signs

first = "a # that is no comment" # one that is
  "quoted key" = 'x'
dotted . "and spaced".key = 1
text = """
[not.a.table]
not_a_key = 1 \\"""
"""" # a quote before the three
raw = \'\'\'
c:\\new # no escape \'\'\'
many = [ # begins
  1, # ]
  [2,
   3], { a = 1, b.c = [
    "]", '}'
  ] },
]
day = 1979-05-27T07:32:00Z

[ table . inner ] # header
on = true
 [table]
 off = false
[[list]]
one = 1
[[list]]
one = 1
[list.under]
two = 2
[[list.deep]]
x = {}
[[list.deep]]
x = []
'''


def keys(values: Any, key: str = "") -> list[str]:
    if isinstance(values, dict):
        inside = [(f"{key}.{name}" if key else name, value) for name, value in values.items()]
    elif isinstance(values, list):
        inside = [(f"{key}[{n}]", value) for n, value in enumerate(values)]
    else:
        return []
    return [found for name, value in inside for found in (name, *keys(value, name))]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_odd_formatting(ending: str) -> None:
    text = ODD.replace("\n", ending)
    lines = find_lines(text)
    assert set(lines) == set(keys(tomllib.loads(text)))
    expected = {
        "first": 3,
        "quoted key": 4,
        "dotted": 5,
        "dotted.and spaced.key": 5,
        "text": 6,
        "raw": 10,
        "many": 12,
        "many[0]": 13,
        "many[1]": 14,
        "many[1][0]": 14,
        "many[1][1]": 15,
        "many[2].a": 15,
        "many[2].b.c[0]": 16,
        "many[2].b.c[1]": 16,
        "day": 19,
        "table.inner": 21,
        "table.inner.on": 22,
        "table": 23,
        "table.off": 24,
        "list": 25,
        "list[0].one": 26,
        "list[1]": 27,
        "list[1].under.two": 30,
        "list[1].deep[0].x": 32,
        "list[1].deep[1]": 33,
    }
    assert {key: lines[key] for key in expected} == expected


def test_every_key_of_the_board_stands_in_its_line() -> None:
    text = BOARD_FILE.read_text(encoding="utf-8")
    lines, rows = find_lines(text), text.splitlines()
    assert set(lines) == set(keys(tomllib.loads(text)))
    for key, line in lines.items():
        last = key.split("[")[0].rsplit(".", 1)[-1]
        assert key.endswith("]") or last in rows[line - 1], f"{key} is not in line {line}"


@pytest.mark.parametrize(
    ("key", "line"),
    [("table.missing", 23), ("many[9].x", 12), ("nowhere.at.all", 1), ("table.inner.on.far", 22), ("", 1), ("..[", 1)],
)
def test_a_missing_key_is_told_where_it_belongs(key: str, line: int) -> None:
    assert line_of(key, find_lines(ODD)) == line


def test_what_is_not_toml_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2"):
        find_lines("a = 1\n!")
