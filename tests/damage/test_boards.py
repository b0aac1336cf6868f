"""Boards that are damaged or hostile, at the end of a cable: no command hangs, none fails without a sentence."""

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from tests.damage import manners
from tests.damage.base import club
from tests.damage.campaign import Campaign
from tests.damage.commands import READERS
from tests.damage.damage import damaged
from tests.damage.hostile import BOARDS
from tests.damage.laptop import Laptop, Ran
from tests.damage.truth import Content
from tests.harness.fake_board import PtyBoard

GUARD_S = 120  # a command may be patient with a slow board, and this is far beyond its patience

ASKS = (
    ("sync", "--port", "{port}", "--db", "{n}.db"),
    ("sync", "--port", "{port}", "--db", "{n}.db", "--json"),
    ("boards", "--port", "{port}"),
    ("boards", "--port", "{port}", "--json"),
    ("doctor", "--port", "{port}", "--db", "{n}.db"),
    ("report", "--port", "{port}", "--db", "{n}.db", "--out", "{n}.zip"),
    ("setup", "--port", "{port}", "--name", "Table 9"),
    ("assign", "--port", "{port}", "crokinole-official", "Ann", "Bob"),
)
PLAYED = ("hostile names", "half of its records damaged", "an id of strange letters")  # these leave matches behind


@pytest.mark.parametrize("board", BOARDS)
def test_no_board_stops_a_laptop(board: str, club_day: Campaign) -> None:
    laptop = club_day.laptop
    laptop.anew()
    ended = []
    with contextlib.ExitStack() as plugged:  # a board of its own for each, so that all are asked at once
        for number, words in enumerate(ASKS):
            port = plugged.enter_context(BOARDS[board]()).path
            wishes = {"on_terminal": True} if "--json" not in words else {}
            words = tuple(word.format(port=port, n=number) for word in words)
            ended.append(laptop.start(*words, **wishes))
        done = [laptop.wait(one, GUARD_S) for one in ended]
    if board in PLAYED:
        done += [laptop.run(*reader.line("0"), "--db", "0.db", on_terminal=True) for reader in READERS]
    faults = [f"{ran.args}: {fault}" for ran in done for fault in manners.faults(ran, laptop.log)]
    assert faults == [], "\n".join(faults)


def test_what_half_a_board_gives_is_kept(club_day: Campaign) -> None:
    laptop = club_day.laptop
    laptop.anew()
    with BOARDS["half of its records damaged"]() as served:
        assert laptop.run("sync", "--port", served.path, "--db", "club.db").code == 1, "not all of it"
    found = Content(laptop.folder / "work/club.db", laptop.folder)
    whole = club()[0]
    assert sorted(found.records[whole.place]) == [seq for seq in whole.kept() if seq % 2]
    with PtyBoard(whole.served()) as served:
        assert laptop.run("sync", "--port", served.path, "--db", "club.db").code == 0
    assert Content(laptop.folder / "work/club.db", laptop.folder).records[whole.place] == whole.kept()


WATCHED = ("results replaced", "matches replaced", "matches deleted", "matches doubled", "extents", "hostile names")


@pytest.mark.parametrize("kind", WATCHED)
@pytest.mark.parametrize("on_terminal", [False, True])
def test_watch_collects_into_a_damaged_store(kind: str, on_terminal: bool, club_day: Campaign) -> None:
    laptop = club_day.laptop
    laptop.anew()
    db = laptop.folder / "work/club.db"
    shutil.copyfile(club_day.bases[False], db)
    whole = club()[0]
    said = damaged(random.Random(len(kind)), db, (kind,)).said
    with sqlite3.connect(db) as connection:
        connection.execute("DELETE FROM records WHERE board = ? AND seq > 60", (whole.board,))
    connection.close()
    with PtyBoard(whole.served()) as served:
        words = ["watch", "--no-radio", "--port", served.path, "--db", "club.db", *([] if on_terminal else ["--json"])]
        started = laptop.start(*words, on_terminal=on_terminal)
        deadline = time.monotonic() + GUARD_S
        while time.monotonic() < deadline and len(records_of(laptop, whole.place)) < len(whole.kept()):
            time.sleep(0.2)
        os.kill(started.pid, signal.SIGINT)
        ran = laptop.wait(started, GUARD_S)
    assert manners.faults(ran, laptop.log, "text" if on_terminal else "json") == [], said
    assert ran.code == 0, (said, ran)
    assert records_of(laptop, whole.place) == whole.kept(), (said, ran)


def records_of(laptop: Laptop, place: tuple[str, int]) -> dict[int, bytes]:
    """The sound records that are stored."""
    return Content(laptop.folder / "work/club.db", laptop.folder).records.get(place, {})


def test_the_guard_sees_what_hangs(club_day: Campaign) -> None:
    laptop = club_day.laptop
    laptop.anew()
    os.mkfifo(laptop.folder / "work/never")
    started = laptop.start("score", "never")
    ran = laptop.wait(started, 1)
    assert ran.hung
    assert manners.faults(ran, Path("none"))[0] == "it did not end"
    assert manners.faults(Ran(("x",), 1, "", ""), Path("none")) == ["exit code 1 without a word"]
