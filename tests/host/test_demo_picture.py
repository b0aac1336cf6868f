"""The picture of the demonstration in the README: of this program, right in every renderer."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.host.demo_picture import CELL, alike, draw, drawn

_PICTURE = Path(__file__).parents[2] / "host" / "demo.svg"
_SVG = "{http://www.w3.org/2000/svg}"


def test_the_picture_is_of_the_demonstration_as_it_is() -> None:
    assert draw() == _PICTURE.read_text(encoding="utf-8"), "run `make picture` and look at host/demo.svg"


def test_it_needs_nothing_from_elsewhere() -> None:
    picture = _PICTURE.read_text(encoding="utf-8")
    assert re.findall(r"https?://[^\"' )]+", picture) == ["http://www.w3.org/2000/svg"]
    assert "@font-face" not in picture
    assert len(picture) < 60_000


def test_every_word_stands_in_its_column_and_inside() -> None:
    """Also where a font is as wide as it likes: each word is told its place and its length."""
    lines = ["$ demo", "A title ────────────────────────────────────────", "a  bc   & <d>", "✓ " + "long " * 9]
    root = ElementTree.fromstring(drawn(lines, "a <title>"))
    width = float(root.get("width", ""))
    words = root.findall(f"{_SVG}text")
    assert [word.text for word in words] == " ".join([*lines[:1], "A title", *lines[2:]]).split()
    start = float(words[0].get("x", ""))
    columns = [round((float(word.get("x", "")) - start) / CELL) for word in words]
    assert columns[:9] == [0, 2, 0, 2, 0, 3, 8, 10, 0]
    for word in words:
        assert float(word.get("textLength", "")) == pytest.approx(len(word.text or "") * CELL, abs=0.06)
        assert float(word.get("x", "")) + float(word.get("textLength", "")) <= width
    (rule,) = root.findall(f"{_SVG}path")
    assert float(rule.get("d", "").split("H")[1]) <= width


def test_two_runs_are_drawn_alike() -> None:
    one = """Match     Table   Started
e795fc93  1eb15b  2026-11-22 01:25
ea7f8db7  1eb15b
match e795fc93-6d3e-5267-abac-bacaf3a5eca4
board e698b9ac261eb15b, epoch 3264181298
 7  0:00.041  A 20
 8  0:00.166  A 20
 9  0:00.000            power on
10  0:00.006  A 10"""
    other = one.replace("1eb15b", "00aa17").replace("e795fc93-6d3e", "0123abcd-0000").replace("e795fc93", "0123abcd")
    other = other.replace("3264181298", "77").replace("2026-11-22 01:25", "2027-01-01 10:00").replace("041", "043")
    assert alike(one) == alike(other) != one.splitlines()
    assert [line.split()[1] for line in alike(one)[5:]] == ["0:00.125", "0:00.250", "0:00.000", "0:00.125"]
    assert [len(line) for line in alike(one)] == [len(line) for line in one.split("\n")]
