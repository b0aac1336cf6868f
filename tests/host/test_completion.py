"""`tallyboard completion`: the script is run in the shell that it is for, and asked what TAB would offer."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from shared_rules.games import catalogue
from tallyboard.commands.catalogue import COMMANDS
from tests.harness.command_line import Run


@pytest.fixture
def script(run: Run, tmp_path: Path) -> Path:
    ran = run("completion", "bash")
    assert (ran.code, ran.err) == (0, "")
    path = tmp_path / "completion.bash"
    path.write_text(ran.out)
    return path


def offered(script: Path, line: str) -> list[str]:
    """What TAB offers at the end of the line."""
    words = line.split(" ")
    asked = (
        f"source {shlex.quote(str(script))}; COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; "
        f"_shtab_tallyboard; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", asked], cwd=script.parent, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def options_of(command: str) -> list[str]:
    """Every option of a command, by its own table, and the one that all have."""
    taken = [re.match(r"--[a-z-]+", line) for line in COMMANDS[command].takes]
    return [*(found.group() for found in taken if found), "--help"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tallyboard ", list(COMMANDS)),
        ("tallyboard re", ["results", "rebuild", "report"]),
        ("tallyboard --v", ["--version"]),
        ("tallyboard results --", options_of("results")),
        ("tallyboard export --f", ["--format"]),
        ("tallyboard export --format ", ["csv", "json", "cmn"]),
        ("tallyboard export --format csv --rows p", ["presses"]),
        ("tallyboard assign cr", [game for game in catalogue.IDS if game.startswith("cr")]),
        ("tallyboard assign crokinole-official --ca", ["--cancel"]),
        ("tallyboard completion z", ["zsh"]),
        ("tallyboard help wat", ["watch"]),
        ("tallyboard score shee", ["sheet.txt"]),
        ("tallyboard tournament comp", ["compute"]),
        ("tallyboard tournament compute shee", ["sheet.txt"]),
        ("tallyboard tournament compute --j", ["--json"]),
        ("tallyboard correct 3fa9 shee", ["sheet.txt"]),
        ("tallyboard deploy --to fol", ["folder"]),
    ],
)
def test_bash_completes_commands_options_and_values(script: Path, line: str, words: list[str]) -> None:
    (script.parent / "sheet.txt").touch()
    (script.parent / "folder").mkdir()
    assert sorted(offered(script, line)) == sorted(words)


@pytest.mark.parametrize(("shell", "sign"), [("zsh", "#compdef tallyboard"), ("fish", "complete -c tallyboard")])
def test_the_other_shells_have_scripts_with_every_command(run: Run, shell: str, sign: str) -> None:
    ran = run("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert sign in ran.out
    for name in COMMANDS:
        assert name in ran.out


def test_a_shell_that_is_not_known_is_2(run: Run) -> None:
    ran = run("completion", "tcsh")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tcsh is none of bash, zsh, fish.\n")
