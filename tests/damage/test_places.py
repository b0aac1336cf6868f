"""What is wrong with the place of a store, not with what is in it: no file, no permission, no room, a lock, a clock."""

import contextlib
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.damage import manners
from tests.damage.base import club
from tests.damage.campaign import Campaign
from tests.damage.commands import READERS, Reader, match_ids
from tests.damage.laptop import NOBODY, Laptop, Ran
from tests.damage.truth import by_place
from tests.harness.fake_board import PtyBoard

WRITERS = (Reader(("rebuild",)), Reader(("sync", "--port", "/nonexistent/port")))
PLACES = (
    "a folder",
    "a fifo",
    "a socket",
    "/dev/null",
    "/dev/full",
    "a loop",
    "a dead link",
    "below a file",
    "too long",
)

URLS = (
    *("", "sqlite://", ":memory:", "sqlite:///nowhere/club.db", "sqlite:///a?mode=x&y", "file:club.db?mode=ro"),
    *("nonsense://x", "http://[", "a\x1b[2Jb", "postgresql://ann:s3cret@127.0.0.1:1/x", "mysql+pymysql://a:s3cret@h/x"),
)

Room = Callable[[int], contextlib.AbstractContextManager[None]]

needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can run a command as another user")


@pytest.fixture
def laptop(club_day: Campaign) -> Laptop:
    """With a sound store, club.db, in its working folder."""
    club_day.laptop.anew()
    shutil.copyfile(club_day.bases[False], club_day.laptop.folder / "work/club.db")
    (club_day.laptop.folder / "work/club.db").chmod(0o666)
    return club_day.laptop


@pytest.fixture
def work(laptop: Laptop) -> Path:
    """The working folder."""
    return laptop.folder / "work"


def well(laptop: Laptop, ran: Ran, form: str = "text") -> Ran:
    """The same, whose manners are good."""
    assert manners.faults(ran, laptop.log, form) == [], ran
    return ran


def sync(laptop: Laptop, *more: object, **wishes: object) -> list[Ran]:
    """Ask every board once more."""
    done = []
    for journal in club():
        with PtyBoard(journal.served()) as served:
            done.append(laptop.run("sync", "--port", served.path, "--db", "club.db", *more, **wishes))
    return done


def make(place: str, work: Path) -> Path | str:
    """Something that is no database."""
    path = work / "odd"
    if place == "a folder":
        path.mkdir()
    elif place == "a fifo":
        os.mkfifo(path)
    elif place == "a socket":
        with socket.socket(socket.AF_UNIX) as made, contextlib.chdir(work):
            made.bind("odd")
    elif place.startswith("/dev"):
        return place
    elif place == "a loop":
        path.symlink_to("odd")
    elif place == "a dead link":
        path.symlink_to("nowhere/at/all.db")
    elif place == "below a file":
        return work / "club.db" / "odd"
    elif place == "too long":
        return work / ("x" * 300)
    return path


@pytest.mark.parametrize("place", PLACES)
def test_what_is_no_file_is_told_of_and_left_alone(place: str, laptop: Laptop, work: Path) -> None:
    path = make(place, work)
    before = sorted(work.iterdir())
    faults = []
    for reader in (*READERS, *WRITERS):
        ran = laptop.wait(laptop.start(*reader.line(match_ids()[0]), "--db", path), 40)
        faults += [f"{ran.args}: {fault}" for fault in manners.faults(ran, laptop.log, reader.form)]
        if ran.code == 0 and "report" not in ran.args:
            faults.append(f"{ran.args}: exit code 0, {ran.said[:200]}")
        for made in work.glob("*.zip"):
            made.unlink()
        if sorted(work.iterdir()) != before:
            faults.append(f"{ran.args}: the files are {sorted(path.name for path in work.iterdir())}")
            break
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("url", URLS)
def test_a_mistyped_address_is_a_sentence(url: str, laptop: Laptop, work: Path) -> None:
    before = sorted(work.iterdir())
    faults = []
    for reader in READERS:
        ran = laptop.run(*reader.line(match_ids()[0]), "--db", url)
        faults += [f"{ran.args}: {fault}" for fault in manners.faults(ran, laptop.log, reader.form)]
        if "s3cret" in ran.said:
            faults.append(f"{ran.args}: the password is told, {ran.said[:200]}")
        for made in work.glob("*.zip"):
            made.unlink()
    if sorted(work.iterdir()) != before:
        faults.append(f"the files are {sorted(path.name for path in work.iterdir())}")
    assert faults == [], "\n".join(faults)


@needs_root
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: " ".join(reader.words))
def test_readers_work_where_nothing_may_be_written(reader: Reader, laptop: Laptop, work: Path) -> None:
    words = reader.line(match_ids()[0])
    out = work.parent / "out"
    out.mkdir(exist_ok=True)
    out.chmod(0o777)
    if "report" in words:
        words = [*words, "--out", str(out / "r.zip")]
    true = laptop.run(*words, "--db", "club.db")
    (out / "r.zip").unlink(missing_ok=True)
    (work / "club.db").chmod(0o444)
    work.chmod(0o555)
    before = {path.name: path.read_bytes() for path in work.iterdir()}
    ran = well(laptop, laptop.run(*words, "--db", "club.db", user=NOBODY), reader.form)
    assert {path.name: path.read_bytes() for path in work.iterdir()} == before
    if reader.words[0] in ("doctor", "report"):  # these have more to say of the folder
        assert ran.code in (0, 1)
        assert "cannot be" not in ran.said
    else:
        at = re.compile('"exported": "[^"]*"')
        assert (ran.code, at.sub("", ran.out)) == (true.code, at.sub("", true.out)), ran.err


@needs_root
@pytest.mark.parametrize("command", ["rebuild", "sync"])
def test_writers_say_that_they_may_not(command: str, laptop: Laptop, work: Path) -> None:
    (work / "club.db").chmod(0o444)
    work.chmod(0o555)
    ran = laptop.run("rebuild", "--db", "club.db", user=NOBODY) if command == "rebuild" else None
    for one in [ran] if ran else sync(laptop, user=NOBODY):
        if one.code == 0:
            pytest.skip("another user may write all the same")
        well(laptop, one)
        assert one.code == 2
        assert "club.db" in one.err or "/dev/pts" in one.err


@needs_root
def test_an_unreadable_store_is_a_sentence(laptop: Laptop, work: Path) -> None:
    (work / "club.db").chmod(0o000)
    for reader in (*READERS, *WRITERS):
        ran = well(laptop, laptop.run(*reader.line(match_ids()[0]), "--db", "club.db", user=NOBODY), reader.form)
        assert ran.code or "report" in ran.args
        for made in work.glob("*.zip"):
            made.unlink()


@pytest.fixture
def small_disk(laptop: Laptop, work: Path) -> Iterator[Room]:
    """The working folder on a file system of its own, in which a filler leaves so many bytes free."""
    if os.getuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", work], check=False).returncode:
        pytest.skip("no file system may be mounted here")
    work.chmod(0o777)

    @contextlib.contextmanager
    def leaving(count: int) -> Iterator[None]:
        filler = work / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(4096)):
                pass
        os.truncate(filler, max(0, filler.stat().st_size - count))
        yield
        filler.unlink()

    try:
        yield leaving
    finally:
        subprocess.run(["umount", work], check=True)


@pytest.mark.parametrize("room", [0, 4096, 12288, 40960, 81920, 122880])
def test_a_full_disk_costs_nothing(room: int, laptop: Laptop, work: Path, club_day: Campaign, small_disk: Room) -> None:
    shutil.copyfile(club_day.bases[False], work / "club.db")
    with contextlib.closing(sqlite3.connect(work / "club.db")) as db:
        db.execute("DELETE FROM matches")
        db.execute("DELETE FROM records WHERE seq > 20")
        db.commit()
    with small_disk(room):
        for ran in [laptop.run("rebuild", "--db", "club.db"), *sync(laptop)]:
            well(laptop, ran)
            assert ran.code in (0, 2)
        for reader in READERS:
            if "report" not in reader.words:
                well(laptop, laptop.run(*reader.line(match_ids()[0]), "--db", "club.db"), reader.form)
    assert [ran.code for ran in sync(laptop)] == [0] * len(club())
    assert laptop.run("verify", "--db", "club.db").code == 0
    assert by_place(results(laptop)) == by_place(club_day.oracle.club())


def results(laptop: Laptop) -> list[dict[str, object]]:
    """The match objects that `results` prints."""
    ran = laptop.run("results", "--json", "--db", "club.db")
    return [json.loads(line) for line in ran.out.splitlines()]


@contextlib.contextmanager
def locked(path: Path, mode: str, begin: str) -> Iterator[None]:
    """Another program has the store, in a thread, until the end."""
    done, begun = threading.Event(), threading.Event()

    def hold() -> None:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(f"PRAGMA journal_mode = {mode}")
            db.execute(begin)
            db.execute("UPDATE boards SET firmware = 'half'")
            begun.set()
            done.wait()
            db.execute("ROLLBACK")

    thread = threading.Thread(target=hold, daemon=True)
    thread.start()
    assert begun.wait(30)
    try:
        yield
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize(("mode", "begin"), [("WAL", "BEGIN IMMEDIATE"), ("DELETE", "BEGIN EXCLUSIVE")])
def test_a_lock_is_a_sentence_and_nobody_waits_for_ever(mode: str, begin: str, laptop: Laptop, work: Path) -> None:
    lines = [(reader, [*reader.line(match_ids()[0]), "--db", "club.db"]) for reader in (*READERS, WRITERS[0])]
    with locked(work / "club.db", mode, begin):
        started = [(reader, laptop.start(*line)) for reader, line in lines]
        with PtyBoard(club()[0].served()) as served:
            syncs = laptop.start("sync", "--port", served.path, "--db", "club.db")
            ended = [(reader, laptop.wait(one, 60)) for reader, one in [*started, (WRITERS[1], syncs)]]
    faults = [f"{ran.args}: {fault}" for reader, ran in ended for fault in manners.faults(ran, laptop.log, reader.form)]
    assert faults == [], "\n".join(faults)
    for reader, ran in ended:
        is_writer = reader in WRITERS
        if mode == "WAL" and reader.words[0] != "doctor":
            assert (ran.code == 2) == is_writer, ran
        if ran.code == 2:
            assert "nother program" in ran.err, ran
    assert laptop.run("verify", "--db", "club.db").code == 0


@pytest.mark.parametrize("clock", [-1.0, 0.0, 915_148_800.0, 2_500_000_000.0, 4_400_000_000.0, 253_402_300_000.0])
def test_a_clock_that_is_wrong_stops_nothing(clock: float, laptop: Laptop, club_day: Campaign, work: Path) -> None:
    (work / "club.db").unlink()
    for ran in sync(laptop, clock=clock):
        well(laptop, ran)
        assert ran.code == 0, ran
    assert by_place(results(laptop)) == by_place(club_day.oracle.club())
    for reader in READERS:
        ran = laptop.run(*reader.line(match_ids()[0]), "--db", "club.db", clock=clock)
        well(laptop, ran, reader.form)
        assert ran.code == 0 or "doctor" in ran.args or "There is no tournament" in ran.err, ran


@pytest.mark.parametrize("variable", ["XDG_STATE_HOME", "XDG_DATA_HOME", "HOME"])
def test_a_home_that_is_a_file_stops_nothing(variable: str, laptop: Laptop, work: Path) -> None:
    (work / "a file").write_text("no folder")
    wrong = {variable: str(work / "a file")}
    for reader in READERS:
        ran = laptop.run(*reader.line(match_ids()[0]), "--db", "club.db", env=wrong)
        well(laptop, ran, reader.form)
        assert ran.code == 0 or "doctor" in ran.args, ran
    for ran in sync(laptop, env=wrong):
        well(laptop, ran)
        assert ran.code == 0, ran


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: " ".join(reader.words))
def test_a_reader_without_a_store_makes_none(reader: Reader, laptop: Laptop, work: Path) -> None:
    ran = laptop.run(*reader.line(match_ids()[0]))  # the one in the data folder, which is not there
    well(laptop, ran, reader.form)
    assert not (laptop.folder / "home/data").exists()
