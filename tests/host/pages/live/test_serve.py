"""`tallyboard serve` as a process: it says where it is, its pages are there, and it ends as it is told."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tallyboard.commands.serve import _greet, qr_lines


def command(folder: Path, *words: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    call = [sys.executable, "-m", "tallyboard", "serve", "--no-radio", "--port", str(folder / "none*"), *words]
    return subprocess.Popen(call, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple["subprocess.Popen[str]", dict[str, str]]]:
    with command(folder, "--listen", "0", "--json", *words) as process:
        assert process.stdout is not None
        try:
            yield process, json.loads(process.stdout.readline())
        finally:
            process.kill()


def asked(address: str, **headers: str) -> int:
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def refused(folder: Path, *words: str) -> str:
    with command(folder, *words) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    return err


def test_the_pages_are_there_until_it_is_told_to_end(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, said):
        assert asked(said["serving"]) == 200
        assert asked(said["serving"], Host="evil.example") == 421
        with urllib.request.urlopen(said["serving"] + "stream?table=*", timeout=60) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert stream.readline() == b"retry: 2000\n"
            process.send_signal(signal.SIGTERM)
            stream.read()  # its end
        assert process.wait(60) == 0
    assert len(said["passcode"]) == 15
    with serving(tmp_path) as (_, again):
        assert again["passcode"] is None, "it was told once"


def test_it_says_farewell_and_the_passcode_to_people(tmp_path: Path) -> None:
    with command(tmp_path, "--listen", "0", "--new-passcode") as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(4)]
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said[0].startswith("The pages: http://127.0.0.1:")
    assert said[1].startswith("The operator's passcode: ")
    assert rest.endswith("No board was plugged in here.\n")


def test_a_later_start_says_how_to_come_to_a_passcode(capsys: pytest.CaptureFixture[str]) -> None:
    _greet(8765, False, (), "", False)
    assert "`--new-passcode` makes another." in capsys.readouterr().out


@pytest.mark.check("PostgreSQL's driver")
def test_a_database_that_is_away_keeps_no_page_away(tmp_path: Path) -> None:
    with serving(tmp_path, "--db", "postgresql://nobody@127.0.0.1:1/nothing") as (_, said):
        assert asked(said["serving"]) == 200
        assert asked(said["serving"] + "tv") == 200


def test_a_port_that_is_in_use_is_said_with_another_one(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        err = refused(tmp_path, "--listen", str(number))
    assert f"Port {number} of this laptop is in use" in err
    assert "--listen" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--db", "nosuch://x"], "neither SQLite nor PostgreSQL"),
        (["--listen", "70000"], "70000 is no port"),
        (["--listen", "x"], "x is no port"),
        (["--port", "8766"], "For the port of the pages: `tallyboard serve --listen 8766`."),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, words: list[str], said: str) -> None:
    assert said in refused(tmp_path, *words)


def test_a_qr_code_is_a_square_with_a_margin() -> None:
    lines = qr_lines("http://192.168.1.20:8765/")
    assert {len(line) for line in lines} == {33}
    assert len(lines) == 17
    assert lines[0].strip() == lines[-1].strip() == ""
    assert all(line.startswith("    ") and line.endswith("    ") for line in lines)
