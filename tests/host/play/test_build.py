"""The page is one file with everything inside: it asks for nothing, and its board has the drive's own files."""

import base64
import gzip
import json
import re
import subprocess
import sys

import pytest

from shared_rules.games import catalogue
from tallyboard.drive.deploy import drive_files
from tallyboard.drive.files import board_file, pins_of
from tallyboard.errors import TallyboardError
from tallyboard.play.build import ready_page
from tallyboard.virtual import BOX


def carried(play_page: str, name: str) -> bytes:
    (text,) = re.findall(rf'<script type="application/octet-stream" id="{name}">([^<]*)</script>', play_page)
    return gzip.decompress(base64.b64decode(text))


def test_the_board_has_the_drive_as_it_is_deployed(play_page: str) -> None:
    files = json.loads(carried(play_page, "files"))
    on_drive = {name.removeprefix("drive/"): text for name, text in files.items() if name.startswith("drive/")}
    assert on_drive == {name: data.decode() for name, data in drive_files().items()}


def test_the_board_lies_in_the_box_of_the_tests(play_page: str) -> None:
    files = json.loads(carried(play_page, "files"))
    box = {name.removeprefix("box/"): text for name, text in files.items() if name.startswith("box/")}
    there = {path.name: path.read_text(encoding="utf-8") for path in BOX.iterdir() if path.is_file()}
    assert box == {name: text for name, text in there.items() if name != "air.py"}, "a page has no radio"


def test_the_vm_is_webassembly(play_page: str) -> None:
    assert carried(play_page, "wasm")[:4] == b"\0asm"
    assert b"loadMicroPython" in carried(play_page, "vm")


def test_nothing_is_left_to_fill_in_and_nothing_is_asked_for(play_page: str) -> None:
    assert "{{" not in re.sub(r'<script type="application/octet-stream".*?</script>', "", play_page)
    asked = re.findall(r"""(?:src|href|action)=["']([^"'#][^"']*)""", play_page)
    assert asked == ["data:,"], "an icon of nothing"
    assert "default-src 'none'" in play_page


def test_every_game_is_there_with_its_legends_in_both_languages(play_page: str) -> None:
    (text,) = re.findall(r'<script type="application/json" id="data">([^<]*)</script>', play_page)
    data = json.loads(text)
    assert {game["id"] for game in data["games"]} == set(catalogue.IDS)
    for game in data["games"]:
        for suffix in ("", "-fr"):
            assert set(data["legends"][game["card"] + suffix]) == {"2", "3"}


def test_another_board_has_its_own_pins_and_face(play_page: str) -> None:
    other = ready_page("macropad")
    files, of_reference = (json.loads(carried(one, "files")) for one in (other, play_page))
    differing = {name for name in files.keys() | of_reference if files.get(name) != of_reference.get(name)}
    assert differing == {"drive/lib/tableside/pins.py"}
    assert files["drive/lib/tableside/pins.py"] == board_file("macropad").pins
    (text,) = re.findall(r'<script type="application/json" id="data">([^<]*)</script>', other)
    data = json.loads(text)
    assert (list(data["faces"]), data["knob"], list(data["displays"])) == (["2"], "MENU", ["A", "B", "S"])
    assert set(data["faces"]["2"]["keys"]) == dict(pins_of("macropad").buttons).keys()


def test_a_board_of_which_no_face_is_drawn_is_told() -> None:
    with pytest.raises(TallyboardError, match=r"No face is drawn of the board pi\. Name one of reference, macropad\."):
        ready_page("pi")
    with pytest.raises(TallyboardError, match="no board macpad"):
        ready_page("macpad")


def test_a_wheel_is_built_where_little_is_installed() -> None:
    """What builds it has the packages of `build-system` in pyproject.toml, and no other."""
    without = ["serial", "sqlalchemy", "starlette", "jinja2", "markupsafe", "platformdirs", "rich"]
    blocked = f"import sys; sys.modules.update(dict.fromkeys({without})); import tallyboard.virtual.browser.npm"
    subprocess.run([sys.executable, "-c", blocked], check=True)
