"""`tallyboard play` as a process: it says where the page is, the page is there, and it ends as it is told."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest


def command(*words: str, **environment: str) -> "subprocess.Popen[str]":
    call = [sys.executable, "-m", "tallyboard", "play", *words]
    given = {**os.environ, **environment}
    return subprocess.Popen(call, env=given, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_the_page_is_there_until_it_is_told_to_end(play_page: str) -> None:
    with command("--listen", "0", "--no-browser", "--json") as process:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        assert said["opened"] is False
        assert said["playing"].startswith("http://127.0.0.1:")
        with urllib.request.urlopen(said["playing"], timeout=60) as answer:
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert answer.read().decode() == play_page
        with urllib.request.urlopen(said["playing"].removesuffix("play"), timeout=60) as answer:
            assert answer.url == said["playing"], "whoever types the address alone gets there"
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(said["playing"] + "/else", timeout=60)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_it_opens_the_browser_with_the_address(play_page: str, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{tmp_path}/opened\n')
    browser.chmod(0o755)
    with command("--listen", "0", BROWSER=f"{browser} %s", DISPLAY=":9") as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        second = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert (tmp_path / "opened").read_text().strip() in first
    assert second == "Ctrl-C ends it.\n"


def test_without_a_screen_it_says_where_the_page_is(play_page: str) -> None:
    with command("--listen", "0", DISPLAY="", WAYLAND_DISPLAY="") as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    assert said[0].startswith("The board in the browser: http://127.0.0.1:")
    assert said[1] == "Open this address in a browser of this laptop.\n"


def test_a_port_that_is_in_use_is_said_with_another_one(play_page: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        with command("--listen", str(number)) as process:
            _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert f"Port {number} of this laptop is in use: perhaps another `tallyboard play` runs." in err


def test_it_writes_the_page_into_a_file(play_page: str, tmp_path: Path) -> None:
    with command("--out", str(tmp_path / "board.html")) as process:
        assert process.wait(60) == 0
    assert (tmp_path / "board.html").read_text(encoding="utf-8") == play_page
    with command("--out", str(tmp_path / "none" / "board.html")) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "There is no folder" in err
