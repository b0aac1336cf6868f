"""The command line as a whole: help, version, exit codes, and what happens when something breaks."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from shared_rules import VERSION
from tallyboard.commands import parsing
from tallyboard.commands.catalogue import COMMANDS, GROUPS
from tallyboard.export import Rows
from tallyboard.paper import Kind, LanguageCode, Size
from tallyboard.store import Reader
from tallyboard.system.laptop import state_folder
from tests.harness.command_line import Run


def test_help_lists_the_commands_with_a_sentence_each(run: Run) -> None:
    ran = run("--help")
    assert ran.code == 0
    assert run("-h") == run("help") == ran
    said = " ".join(ran.out.split())
    for name, command in COMMANDS.items():
        assert f"\n  {name} " in ran.out
        assert f" {name} {command.summary}" in said


@pytest.mark.parametrize("columns", [20, 30, 40, 80, 200])
def test_the_help_fits(run: Run, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setattr("tallyboard.commands.catalogue.columns", lambda stream: columns)
    ran = run("--help")
    assert max(map(len, ran.out.splitlines())) < columns
    assert " ".join(ran.out.split()) == " ".join(run("help").out.split())


def test_without_a_word_it_is_the_help_and_2(run: Run) -> None:
    assert run() == (2, run("--help").out, "")


EVERY = [*COMMANDS, *(f"{group} {word}" for group in GROUPS for word in parsing.subcommands(group))]


@pytest.mark.parametrize("group", GROUPS)
def test_the_help_of_a_group_lists_its_subcommands_with_a_sentence_each(run: Run, group: str) -> None:
    said = " ".join(run(group, "--help").out.split())
    for word, found in parsing.subcommands(group).items():
        assert f" {word} {found.summary}" in said


@pytest.mark.parametrize("name", EVERY)
def test_every_command_has_a_help_and_the_function_takes_what_it_lists(run: Run, name: str) -> None:
    ran = run(*name.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    assert run(*name.split(), "-h") == run("help", *name.split()) == ran
    parser = parsing.parser_of(name)
    arguments = {action.dest: action for action in parser._actions if action.dest != "help"}
    taken = _taken_by(name)
    assert set(arguments) == set(taken)
    for argument in arguments.values():
        assert argument.help, f"{argument.dest} is not explained"
        choices = [*(argument.choices or ()), None]
        told = argument.option_strings[0] if argument.option_strings else str(argument.metavar or choices[0])
        assert told in ran.out
        assert argument.required == taken[argument.dest], argument.dest


def _taken_by(name: str) -> dict[str, bool]:
    """What the function of a command takes, and whether it must be given; what `**how` brings need not be."""
    if not parsing.command_of(name).home:
        return {"subcommand": True}
    taken: dict[str, bool] = {}
    function = parsing.function_of(parsing.command_of(name).home)
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            (how,) = get_args(get_type_hints(function)[parameter.name])
            taken |= dict.fromkeys(get_type_hints(how), False)
        else:
            taken[parameter.name] = parameter.default is inspect.Parameter.empty
    return taken


@pytest.mark.parametrize("where", range(4))
def test_options_stand_anywhere(run: Run, tmp_path: Path, where: int) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text("game crokinole-official\n")
    words: list[object] = ["score", sheet, sheet, sheet]
    words.insert(1 + where, "--json")
    ran = run(*words)
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 3
    assert ran.out.startswith("{")


def test_version(run: Run) -> None:
    assert run("--version").out.split() == ["tallyboard", VERSION]


def test_behind_two_hyphens_nothing_is_an_option(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "--json").write_text("game crokinole-official\n")
    ran = run("score", "--", "--json")
    assert (ran.code, ran.out.splitlines()[0]) == (0, "crokinole-official")
    assert "There is one word too many: --json." in run("results", "--", "--json").err


WRONG_USE = {
    "score": "FILE is missing.",
    "show": "MATCH is missing.",
    "board --link x": "--state is missing.",
    "export": "--format is missing: csv, json, cmn.",
    "export --format x": "--format x is none of csv, json, cmn.",
    "export --format jsn": "--format jsn is none of csv, json, cmn; the nearest is json.",
    "tournament": "SUBCOMMAND is missing.",
    "tournament --json compute x": "There is no option --json.",
    "results --nothing": "There is no option --nothing.",
    "results --d x": "There is no option --d; the nearest is --db.",
    "sync --prot x": "There is no option --prot; the nearest is --port.",
    "results a": "There is one word too many: a.",
    "results --db": "--db takes a value; one that begins with a hyphen is written --db=VALUE.",
    "results --db=": "--db: the value is empty.",
    "setup --light 17": "--light: 17 is no whole number from 1 to 16.",
    "setup --light x": "--light: x is no whole number from 1 to 16.",
    "board --link a --state b --sides x": "--sides: x is no whole number.",
}


@pytest.mark.parametrize(("line", "cause"), WRONG_USE.items())
def test_wrong_use_is_2_with_the_cause_and_where_the_use_is_told(run: Run, line: str, cause: str) -> None:
    command = line.split()[0]
    ran = run(*line.split())
    assert ran == (2, "", f"{cause}\n`tallyboard {command} --help` lists what it takes.\n")


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("tournament new Club doubls", "doubls is none of singles, doubles; the nearest is doubles."),
        (
            "tournament print nope",
            "nope is none of standings, bracket, schedule, calls, scorecards, scoresheets.",
        ),
        ("completion bsah", "bsah is none of bash, zsh, fish; the nearest is bash."),
    ],
)
def test_a_word_that_is_none_of_a_few_is_told_alone_with_the_nearest(run: Run, line: str, cause: str) -> None:
    ran = run(*line.split())
    assert (ran.code, ran.out, ran.err.splitlines()[0]) == (2, "", cause)


@pytest.mark.parametrize(
    ("word", "cause"),
    [
        ("snyc", "There is no command snyc; the nearest is sync."),
        ("qqq", "There is no command qqq."),
        ("--json", "The first word is a command, not --json; options come behind it."),
    ],
)
def test_a_first_word_that_is_no_command_is_2(run: Run, word: str, cause: str) -> None:
    assert run(word) == (2, "", f"{cause}\n`tallyboard --help` lists the commands.\n")


def test_a_second_word_that_is_no_subcommand_is_2(run: Run) -> None:
    step = "`tallyboard tournament --help` lists the commands.\n"
    cause = "There is no command tournament comptue; the nearest is compute."
    assert run("tournament", "comptue") == run("help", "tournament", "comptue") == (2, "", f"{cause}\n{step}")
    assert run("help", "results", "all").err.startswith("There is one word too many: all.\n")


@pytest.mark.parametrize("arguments", [["results"], ["show", "ab"], ["verify"]])
def test_a_bad_database_is_2_with_cause_and_next_step(run: Run, tmp_path: Path, arguments: list[str]) -> None:
    ran = run(*arguments, "--db", tmp_path / "nowhere" / "x.db")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"There is no folder {tmp_path / 'nowhere'}.\nCreate it, or give another --db.\n"


def _break(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def broken(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Reader, "each_match", broken)


def test_what_nobody_foresaw_goes_to_the_log(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    _break(monkeypatch, ZeroDivisionError("somewhere deep"))
    ran = run("results")
    log = state_folder() / "errors.log"
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err
        == f"Something unexpected went wrong (ZeroDivisionError).\nThe details are in {log}: please report them.\n"
    )
    assert "somewhere deep" in log.read_text()
    assert "Traceback" in log.read_text()


def test_a_log_that_cannot_be_written_is_told(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    _break(monkeypatch, ZeroDivisionError())
    ran = run("results")
    assert ran.code == 2
    assert "could not be written" in ran.err


def test_ctrl_c_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, KeyboardInterrupt())
    ran = run("results")
    assert (ran.code, ran.out) == (130, "")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("name", "argument", "words"),
    [
        ("export", "rows", Rows),
        ("tournament print", "kind", get_args(Kind)),
        ("tournament print", "language", get_args(LanguageCode)),
        ("tournament print", "size", get_args(Size)),
    ],
)
def test_the_words_to_choose_from_are_those_of_the_room_that_does_it(
    name: str, argument: str, words: list[str]
) -> None:
    (action,) = [one for one in parsing.parser_of(name)._actions if one.dest == argument]
    assert list(action.choices or ()) == list(words)


_WITHOUT_TERMINALS = """
import importlib, pkgutil, sys
import serial, tempfile, asyncio  # they have modules of their own for Windows
for name in ("fcntl", "pty", "grp", "pwd", "termios", "tty"):
    sys.modules[name] = None
import tallyboard.commands
for module in pkgutil.walk_packages(tallyboard.commands.__path__, "tallyboard.commands."):
    importlib.import_module(module.name)
"""


def test_every_command_can_be_imported_where_windows_has_no_terminals_to_open() -> None:
    done = subprocess.run([sys.executable, "-c", _WITHOUT_TERMINALS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
