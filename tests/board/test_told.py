"""What a laptop tells a board from the command line: name and light, the next match, the time."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.harness.board_process import Board
from tests.harness.command_line import Run


def test_a_name_and_a_light_are_kept_through_power_cuts(board: Board, run: Run) -> None:
    port = board.folder / "port"
    ran = run("setup", "--port", port, "--name", "Tisch 4", "--light", "3")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Tisch 4 (")
    board.kill()
    board.switch_on()
    assert json.loads(run("boards", "--port", port, "--json").out)["table"] == "Tisch 4"
    for arguments in (["--name", "x" * 25], ["--light", "0"], ["--light", "17"], []):
        assert run("setup", "--port", port, *arguments).code == 2
    assert json.loads(run("setup", "--port", port, "--light", "16", "--json").out)["table"] == "Tisch 4"
    assert run("setup", "--port", port, "--name", "").out.startswith("A table without a name (")


def test_a_match_is_assigned_played_and_dated(board: Board, run: Run) -> None:
    port = board.folder / "port"
    before = datetime.now(UTC)
    ran = run("assign", "twenties-shootout discs=6", "Ann", "Zoë", "--port", port, "--key", "final", "--json")
    assert (ran.code, json.loads(ran.out)["key"]) == (0, "final")
    board.run("press NEXT", "press B1", "hold NEXT")
    assert run("sync", port).code == 0
    match = json.loads(run("results", "--json").out.splitlines()[-1])
    assert (match["names"], match["winners"]) == ({"A": "Ann", "B": "Zoë"}, ["B"])
    # The board's time runs as fast as commands come: so what it says is in the past of the moment of the sync.
    started = datetime.fromisoformat(match["started"])
    assert before - timedelta(minutes=1) < started < datetime.now(UTC) + timedelta(seconds=2)
    for arguments, words in [
        (["twenties-shootout discs=99"], "discs"),
        (["chess"], "unknown game"),
        (["twenties-shootout", "Ann", "Bob", "Eve"], "3 names for 2 sides"),
        (["twenties-shootout", "--key", ""], "The key has 0 bytes"),
    ]:
        ran = run("assign", *arguments, "--port", port)
        assert ran.code == 2
        assert words in ran.err


def test_what_was_assigned_is_said_with_all_that_was_not_given(board: Board, run: Run) -> None:
    port = board.folder / "port"
    words = ["assign", "crokinole-official", "target=11", "Ann", "--port", port, "--key", "m1"]
    ran = run(*words)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.split(": ", 1)[1] == (
        "crokinole-official format=singles target=11 discs=12, A Ann, B without a name, who starts is open; "
        "NEXT starts the match m1.\n"
    )
    said = json.loads(run(*words, "Bob", "--first", "b", "--json").out)
    assert {name: said[name] for name in ("key", "game", "names", "first")} == {
        "key": "m1",
        "game": "crokinole-official format=singles target=11 discs=12",
        "names": {"A": "Ann", "B": "Bob"},
        "first": "B",
    }
    board.run("press NEXT", "press A1", "hold NEXT")
    assert run("sync", "--port", port).code == 0
    match = json.loads(run("results", "--json").out.splitlines()[-1])
    assert (match["options"]["target"], match["names"], match["winners"]) == (11, {"A": "Ann", "B": "Bob"}, ["A"])


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["tarrget=11", "Ann"], "'crokinole-official tarrget=11': unknown option tarrget=11"),
        (["target=0", "Ann"], "target=0 is out of range"),
        (["Ann", "target=11"], "'target=11' cannot be a name: it contains =."),
        (["target=11", "Ann=Bob"], "unknown option ann=bob"),
    ],
)
def test_a_word_with_an_equals_sign_is_an_option_or_refused(run: Run, words: list[str], cause: str) -> None:
    ran = run("assign", "crokinole-official", *words, "--port", "nowhere")
    assert (ran.code, ran.out) == (2, "")
    assert cause in ran.err
    assert len(ran.err.splitlines()) == 2


def test_a_match_waits_for_the_end_of_the_one_that_is_on_and_is_taken_back(board: Board, run: Run) -> None:
    port = board.folder / "port"

    def assign(*arguments: str) -> str:
        ran = run("assign", *arguments, "--port", port)
        assert (ran.code, ran.err) == (0, "")
        return ran.out.split(": ", 1)[1].split("; ")[-1].strip()

    board.run("press A1")
    assert assign("twenties-shootout", "Ann", "Zoë", "--key", "m1", "--first", "b") == (
        "the match m1 waits for the end of the one that is on."
    )
    board.run("hold NEXT")
    assert assign("twenties-shootout", "Ann", "Zoë", "--key", "m1", "--first", "B") == "NEXT starts the match m1."
    assert assign("--cancel") == "the match m1 waits no longer."
    assert assign("--cancel") == "no match waited."
    board.run("hold NEXT", "hold UNDO")
    assert assign("twenties-shootout", "--key", "m2", "--first", "B") == "NEXT starts the match m2."
    board.run("hold NEXT", "press A1")
    assert assign("twenties-shootout", "--key", "m2", "--first", "B") == "the match m2 was started before."
    assert run("sync", port).code == 0
    last = json.loads(run("results", "--json").out.splitlines()[-1])
    assert (last["key"], last["current"]["first"]) == ("m2", "B")
    said = json.loads(run("assign", "--cancel", "--json", "--port", port).out)
    assert (said["table"], said["key"]) == ("", None)
    for arguments, words in [
        (["--cancel", "--key", "m2"], "--cancel takes back whatever waits"),
        (["twenties-shootout", "--cancel"], "--cancel takes back whatever waits"),
        ([], "The game is missing"),
        (["twenties-shootout", "--first", "C"], "no side 'C' in this match"),
        (["twenties-shootout", "--first", ""], "no side '' in this match"),
    ]:
        ran = run("assign", *arguments, "--port", port)
        assert ran.code == 2
        assert words in ran.err
