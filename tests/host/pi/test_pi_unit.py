"""`tallyboard deploy --pi` writes a unit that runs a board, and `board --hardware` is told what a Pi takes."""

import re
import shlex
from pathlib import Path

import pytest

from tallyboard.commands import guard
from tallyboard.drive.files import pins_of
from tallyboard.pi import unit
from tests.pages import ROOT, text_of

CARD = "http://192.168.1.5:8765/phone#" + "s" * 22


def words_of(path: Path) -> list[str]:
    (line,) = [line for line in path.read_text().splitlines() if line.startswith("ExecStart=")]
    return shlex.split(line.partition("=")[2])


def test_the_unit_runs_this_python_with_the_tables_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert guard.run(["deploy", "--pi", "--to", str(tmp_path), "--hall", CARD, "--board", "pi"]) == 0
    path = tmp_path / unit.NAME
    assert words_of(path)[1:] == ["-m", "tallyboard", "board", "--hardware", "--board", "pi", "--hall", CARD]
    assert path.stat().st_mode & 0o777 == 0o600, "the address is the table's secret"
    text = path.read_text()
    assert "Restart=always" in text and "Type=notify" in text and "After=network-online.target" in text
    said = capsys.readouterr().out
    assert f"sudo cp {path} /etc/systemd/system/" in said and "enable --now tallyboard-board" in said
    assert CARD not in said


def test_what_systemd_would_replace_is_written_twice(tmp_path: Path) -> None:
    unit.write(tmp_path, None, tmp_path / '100% "$HOME"', None)
    (line,) = [line for line in (tmp_path / unit.NAME).read_text().splitlines() if line.startswith("ExecStart=")]
    assert line.endswith(f'"--link" "{tmp_path}/100%% \\"$$HOME\\""')


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["deploy", "--pi", "--force"], "no drive"),
        (["deploy", "--pi", "--json"], "no drive"),
        (["deploy", "--hall", CARD], "--pi"),
        (["deploy", "--pi", "--hall", CARD, "--link", "port"], "one of them"),
        (["deploy", "--pi", "--hall", "nonsense"], "card"),
        (["deploy", "--pi", "--board", "nonesuch"], "macropad"),
        (["board", "--link", "port"], "--state is missing"),
        (["board", "--hardware", "--time-scale", "0"], "real time"),
    ],
)
def test_wrong_use_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert guard.run(words) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# The numbers of the GPIOs at the pins of the header, from pin 1 on; 0 for what is none.
HEADER = [0, 0, 2, 0, 3, 0, 4, 14, 0, 15, 17, 18, 27, 0, 22, 23, 0, 24, 10, 0, 9, 25, 11, 8, 0, 7, 0, 1, 5, 0, 6, 12]
HEADER += [13, 0, 19, 16, 26, 20, 0, 21]


def test_the_guides_wires_are_those_of_the_board_file() -> None:
    told = re.findall(r"^\| (\w+)[^|]*\| (D\d+) \| (\d+) \|$", text_of(ROOT / "docs/raspberry-pi.md"), re.MULTILINE)
    wiring = pins_of("pi")
    wired = [("SDA", wiring.sda), ("SCL", wiring.scl), *wiring.buttons]
    assert told == [(name, pin, str(HEADER.index(int(pin[1:])) + 1)) for name, pin in wired]
