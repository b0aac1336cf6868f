"""The program that brings its own Python: where it begins, and that what it is made by says the same everywhere."""

import re
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
START = ROOT / "app" / "start.py"


class Terminal:
    def __init__(self, is_one: bool) -> None:
        self.is_one = is_one
        self.was_asked = 0

    def isatty(self) -> bool:
        return self.is_one

    def readline(self) -> str:
        self.was_asked += 1
        return "\n"


def begin(patched: pytest.MonkeyPatch, *words: str, code: int = 0, in_a_terminal: bool = True) -> tuple[list[str], int]:
    """With which words the command line ran, and how often the program waited for a key at its end."""
    ran: list[list[str]] = []

    def command_line() -> None:
        ran.append(sys.argv[1:])
        sys.exit(code)

    terminal = Terminal(in_a_terminal)
    patched.setattr("tallyboard.cli.main", command_line)
    patched.setattr(sys, "argv", ["tallyboard", *words])
    patched.setattr(sys, "stdin", terminal)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(START), run_name="__main__")
    assert ended.value.code == code
    (once,) = ran
    return once, terminal.was_asked


def test_words_are_a_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert begin(monkeypatch, "results", "--json", code=2) == (["results", "--json"], 0)


def test_without_a_word_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert begin(monkeypatch) == (["serve"], 0)


def test_a_window_that_closes_with_it_stays_until_its_failure_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert begin(monkeypatch, code=2) == (["serve"], 1)


def test_without_a_terminal_it_prints_its_help_and_serves_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    assert begin(monkeypatch, in_a_terminal=False) == ([], 0)


def test_a_process_beside_it_is_started_as_by_any_python(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tallyboard", "-m", "tallyboard.virtual", "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(START), run_name="__main__")
    assert not ended.value.code
    assert "python -m tallyboard.virtual" in capsys.readouterr().out


def test_the_release_makes_it_as_it_is_made_here() -> None:
    workflow = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
    made = re.findall(r"^ +- run: python3? (\S+\.py) dist/\*\.whl$", workflow, re.MULTILINE)
    assert made == ["app/make.py", "app/make.py"]
    assert len(re.findall("^    runs-on: .*\n    timeout-minutes: [1-9]", workflow, re.MULTILINE)) == workflow.count(
        "runs-on"
    )
    assert "app/make.py" in (ROOT / "Makefile").read_text("utf-8")
    assert (ROOT / "app/make.py").is_file()
