"""A report holds what a bug needs; without names no byte of it holds one, wherever the name had stood."""

import base64
import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from shared_rules.games import catalogue, options
from shared_rules.journal import record, record_text
from shared_rules.link import frame, orders
from tallyboard.doctor.anonymous import KnownNames, anonymous_line, names_entered, names_sent
from tallyboard.doctor.environment import Environment
from tallyboard.doctor.report import write_report
from tallyboard.errors import TallyboardError
from tallyboard.hub.sync import Collection
from tallyboard.link import Client
from tallyboard.link.trace import Traced
from tallyboard.shapes import NextMatch
from tallyboard.store import Reader, Store, hubs, open_store, read_store, tournaments
from tallyboard.store.corrections import correct
from tallyboard.store.orders import give
from tallyboard.store.tables.schema import metadata
from tallyboard.store.verify import verify
from tallyboard.system.error_log import unforeseen
from tallyboard.system.laptop import data_folder
from tests.harness.command_line import Run
from tests.harness.fake_board import BoardHalf, MemoryPort
from tests.harness.paper import Paper, two_matches
from tests.host.usb_ports import listing

NAMES = ("Xylophaneia", "Qwertzu", "Zoë-Ünlü")
KEY = "Qwertzu vs Xyl"
ALL = {
    *("contents.txt", "versions.json", "doctor.json", "tallyboard.db", "matches.json", "faults.json"),
    *("frames/board-e661640843.jsonl", "errors.log"),
}


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


class Table(BoardHalf):
    """Takes assignments too."""

    def _answer(self, kind: int, body: bytes) -> list[tuple[int, bytes]]:
        return [(frame.ASSIGNED, b"")] if kind == frame.ASSIGN else super()._answer(kind, body)


def a_table() -> Table:
    """A board whose journal has names in all places that there are for them."""
    paper = two_matches()
    paper.text(record.KEY, KEY)
    paper.text(record.NAME, NAMES[0])
    paper.text(record.NAME + 1, NAMES[1])
    paper.append(record.ASSIGN, 0, 0, 0)
    paper.text(record.FAULT_TEXT, f"ValueError: {NAMES[0]} is no key")
    paper.append(record.FAULT, 1, 2, 3)
    paper.press("A 20")
    paper.text(record.FAULT_TEXT, "MemoryError at menu.py:12")
    paper.append(record.FAULT, 1, 2, 3)
    paper.append(record.CHOICE, 1, 2, 3)
    return Table(paper)


def named_start(paper: Paper) -> None:
    """A match with the names of its sides before its GAME."""
    match = catalogue.new("crokinole-official target=40")
    paper.append(record.CHOICE, 1, 2, 3)
    for name, value in catalogue.in_order(match.ID, match.options):
        paper.append(record.SETTING | options.code_of(name), *options.to_bytes(name, value))
    paper.text(record.KEY, KEY)
    paper.text(record.NAME, NAMES[0])
    paper.text(record.NAME + 1, NAMES[2])
    paper.append(record.GAME, catalogue.number_of(match.ID), 1, 0)
    paper.press("A 20", "B 15", "next")


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A laptop after a sync, an assignment, a conflict and an error, with names in all of them."""
    table = a_table()
    del table.paper.records[-1]
    named_start(table.paper)
    wire = MemoryPort(table)
    with closing(open_store()) as store, Traced(wire) as port:
        client = Client(port, clock=wire.clock)
        Collection(client, store).run()
        client.assign(KEY, "crokinole-official", NAMES[:2])
        match = {"key": KEY, "line": "crokinole-official", "names": NAMES[:2], "first": None}
        give(store, None, "Table 9", [("match", match)], NAMES[2])
        upcoming: NextMatch = {"key": KEY, "game": "crokinole-official", "names": {"A": NAMES[0]}, "first": None}
        _hold_a_tournament(store)
        has = hubs.Has("e661640843", "/dev/ttyACM1", 0, True, upcoming)
        hubs.beat(store, hubs.HubProcess("h", "desk", 42, "watch"), [has])
        wire._out += f"noise {NAMES[1]}\0tail {NAMES[1]}".encode()
        while port.read():
            pass
    _correct()
    _tell_another_history(table)
    path = data_folder() / "tallyboard.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE players (name TEXT)")
        connection.executemany("INSERT INTO players VALUES (?)", [(name,) for name in NAMES * 500])
        connection.execute("DELETE FROM players WHERE rowid > 3")
        connection.execute("CREATE VIEW champions AS SELECT name FROM players WHERE name = 'Xylophaneia'")
        connection.commit()
    monkeypatch.setattr("sys.argv", ["/usr/bin/tallyboard", "assign", "--names", *NAMES, "nobody-knows-her"])
    try:
        raise ValueError(
            f"{NAMES[0]!r} {NAMES[1].upper()} {NAMES[2]!a} {json.dumps(NAMES[2])} {NAMES[0].encode().hex()}"
        )
    except ValueError as error:
        error.add_note(f"[parameters: ('unheard-of', {NAMES[2]!r})]")
        unforeseen(error)
    return table


def _hold_a_tournament(store: Store) -> None:
    about = tournaments.create(store, f"{NAMES[0]}'s cup", "tournament singles", "UTC")
    lines = [*(f"add {name}" for name in NAMES[:2]), "add Zed", f"rename 3 {NAMES[2]}", f"note {NAMES[0]} is late"]
    tournaments.append(
        store, tournaments.Followed(about), lambda _: [*lines, "open 1"], NAMES[0], f"so said {NAMES[1]}"
    )


def _correct() -> None:
    """The first match and the last are corrected, with names wherever there is a place for them."""
    sheet = f"game crokinole-official target=40 # {NAMES[0]}\nname A {NAMES[1]}\nA 20\nA 20\nB 20\nnext\nA 20\nnext\n"
    with closing(open_store()) as store:
        first, *_, last = store.matches()
        correct(store, first, "sheet", sheet, f"{NAMES[0]} says so", NAMES[2])
        correct(store, last, "result", "A 3 B 5 twenties 1 0", f"{NAMES[1]} agrees", NAMES[0])


def _tell_another_history(table: Table) -> None:
    """The board's memory was put back, and other names were assigned."""
    places = [seq for seq, data in enumerate(table.paper.records) if data[0] == record.TEXT | record.NAME + 1]
    del table.paper.records[places[-1] :]
    table.paper.text(record.NAME + 1, NAMES[1])
    table.paper.append(record.GAME, 0, 1, 0)
    wire = MemoryPort(table)
    with closing(open_store()) as store:
        assert Collection(Client(wire, clock=wire.clock), store).run().conflicts


def report(*, without_names: bool = False, **about: Any) -> dict[str, bytes]:
    """The files of a report by name."""
    environment = Environment(**{"lister": listing(), "drives": list, **about})
    written = write_report(environment, without_names=without_names)
    with zipfile.ZipFile(written.path) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    written.path.unlink()
    assert [(name, size) for name, size, _ in written.members] == [(name, len(data)) for name, data in files.items()]
    return files


def forms(name: str) -> set[bytes]:
    """The bytes by which a name could still be found."""
    raw = name.encode()
    bases = {base64.b64encode(b"x" * shift + raw)[-(-8 * shift // 6) : -4] for shift in range(3)}
    escaped = {json.dumps(name)[1:-1].encode(), ascii(name)[1:-1].encode()}
    return {raw, raw.upper(), raw.lower(), raw.hex().encode(), raw.hex().upper().encode()} | bases | escaped


def with_a_name(files: dict[str, bytes]) -> set[str]:
    """The files in which a name is found."""
    wanted = {form for name in (*NAMES, KEY) for form in forms(name)}
    return {file for file, data in files.items() if any(form in data for form in wanted)}


@pytest.mark.usefixtures("used")
def test_everything_is_in_it() -> None:
    files = report()
    assert set(files) == ALL
    assert json.loads(files["versions.json"])["packages"]["pyserial"].startswith("3.")
    assert "pytest" not in json.loads(files["versions.json"])["packages"]
    assert json.loads(files["doctor.json"])["checks"][0]["check"] == "program"
    assert [match["names"] for match in json.loads(files["matches.json"])][-1] == {"A": NAMES[0], "B": NAMES[2]}
    assert b"ValueError" in files["errors.log"]
    assert b'"WELCOME"' in files["frames/board-e661640843.jsonl"]
    assert all(name in files["contents.txt"].decode() for name in ALL - {"contents.txt"})


@pytest.mark.usefixtures("used")
def test_the_copy_of_the_database_is_whole(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(report()["tallyboard.db"])
    with closing(open_store()) as store, closing(open_store(str(tmp_path / "copy.db"))) as copy:
        assert verify(copy) == verify(store)
        assert copy.matches() == store.matches()


@pytest.mark.usefixtures("used")
def test_without_names_no_byte_holds_one(tmp_path: Path) -> None:
    names_everywhere = {
        "doctor.json",
        "tallyboard.db",
        "matches.json",
        "faults.json",
        "frames/board-e661640843.jsonl",
        "errors.log",
    }
    assert with_a_name(report()) == names_everywhere, "else this proves nothing"
    files = report(without_names=True)
    assert set(files) == ALL
    assert with_a_name(files) == set()
    assert b"nobody-knows-her" not in files["errors.log"]
    assert b"unheard-of" not in files["errors.log"]
    assert b"['assign', '--names']" in files["errors.log"]
    assert b"ValueError: '[name]'" in files["errors.log"]


def anonymous(match: Any) -> dict[str, Any]:
    """The match object without the names in it."""
    nobody = {"A": None, "B": None}
    correction = match["correction"]
    if correction is not None:
        correction = {**correction, "by": "", "reason": "", "recorded": {**correction["recorded"], "names": nobody}}
    return {**match, "key": None, "names": nobody, "correction": correction}


@pytest.mark.usefixtures("used")
def test_without_names_the_rest_is_there(tmp_path: Path) -> None:
    files = report(without_names=True)
    with closing(open_store()) as store:
        expected = [anonymous(match) for match in store.matches()]
        (alarm,) = store.alarms()
    expected[-1]["conflicts"] = list(alarm.numbers)
    assert json.loads(files["matches.json"]) == expected
    assert [fault["text"] for fault in json.loads(files["faults.json"])] == [
        "ValueError: [name] is no key",
        "MemoryError at menu.py:12",
    ]
    frames = [json.loads(line) for line in files["frames/board-e661640843.jsonl"].splitlines()]
    assert {"ASSIGN", "REC"} <= {entry["type"] for entry in frames if "type" in entry and "hex" not in entry}
    assert all("hex" in entry for entry in frames if entry.get("type") == "WELCOME")


@pytest.mark.usefixtures("used")
def test_without_names_a_tournament_can_still_be_computed(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(report(without_names=True)["tallyboard.db"])
    with closing(open_store(str(tmp_path / "copy.db"))) as copy, copy.reading() as sql:
        held = tournaments.followed(sql)
    assert [event.line for event in held.events] == [
        *("add P1", "add P2", "add P3", "rename 3 P4", "note [left out]", "open 1")
    ]
    assert {(event.who, event.reason) for event in held.events} == {("", "")}
    assert held.about.name == "Tournament 1"


def test_pairs_stay_pairs_without_their_names() -> None:
    assert anonymous_line("add Ann & Bob", 7) == "add P7a & P7b"
    assert anonymous_line("rename 2 Cid & Dee", 8) == "rename 2 P8a & P8b"
    assert list(names_entered(["add Ann & Bob", "rename 2 Cid", "open 1"])) == ["Ann & Bob", "Ann", "Bob", "Cid"]


def test_a_season_keeps_who_is_who_without_names_and_files() -> None:
    lines = [
        "player Ann = Annie",
        "also 1 Anna",
        "rename 1 Anne",
        "night 2026-01-13 /home/ann/jan.txt points=9",
        "undo",
    ]
    made = [anonymous_line(line, number) for number, line in enumerate(lines, 1)]
    (word,) = {anonymous_line("out /home/ann/jan.txt", 6).split()[1], made[3].split()[2]}
    assert made == ["player P1 = P1.", "also 1 P2", "rename 1 P3", f"night 2026-01-13 {word} points=9", "undo"]
    assert "ann" not in word
    assert list(names_entered(lines)) == ["Ann", "Annie", "Anna", "Anne"]


@pytest.mark.usefixtures("used")
def test_without_names_the_copy_keeps_what_stands_by_corrections(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(report(without_names=True)["tallyboard.db"])
    with closing(open_store()) as store, closing(read_store(str(tmp_path / "copy.db"))) as copy:
        stand = [anonymous({**match, "conflicts": []}) for match in store.matches()]
        assert [anonymous({**match, "conflicts": []}) for match in copy.matches()] == stand
        assert len(copy.corrections()) == 2
        assert verify(copy).damaged_corrections == []


@pytest.mark.usefixtures("used")
def test_without_names_the_copy_keeps_all_other_records(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(report(without_names=True)["tallyboard.db"])

    def rows(path: Path, query: str) -> list[Any]:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute(query).fetchall()

    wanted = "SELECT data FROM records ORDER BY seq"
    before = [bytes(data) for (data,) in rows(data_folder() / "tallyboard.db", wanted)]
    after = [bytes(data) for (data,) in rows(tmp_path / "copy.db", wanted)]
    gone = [data for data in before if data not in after]
    assert {data[0] for data in gone} == {
        record.TEXT | field for field in (record.KEY, record.NAME, record.NAME + 1, record.FAULT_TEXT)
    }
    assert after == [data for data in before if data not in gone]
    kept: dict[int, bytes] = {}
    for data in after:
        if record_text.is_text(data[0]):
            record_text.gather(kept, data)
    assert record_text.decode(kept, record.FAULT_TEXT) == "MemoryError at menu.py:12"
    assert rows(tmp_path / "copy.db", "PRAGMA integrity_check") == [("ok",)]
    tables = {name for (name,) in rows(tmp_path / "copy.db", "SELECT name FROM sqlite_master WHERE type != 'index'")}
    assert tables == {"alembic_version", *metadata.tables}


def test_faults_of_boards_are_told_with_their_match() -> None:
    table = a_table()
    wire = MemoryPort(table)
    with closing(open_store()) as store:
        Collection(Client(wire, clock=wire.clock), store).run()
        last = store.matches()[-1]
    faults = json.loads(report()["faults.json"])
    assert [(fault["match"], fault["epoch"], fault["table"]) for fault in faults] == [(last["match"], 7, "Table 3")] * 2
    numbers = [seq for seq, data in enumerate(table.paper.records) if data[0] == record.FAULT]
    assert [fault["seq"] for fault in faults] == numbers


def test_a_short_name_leaves_other_words_alone() -> None:
    names = KnownNames(["Al", "Jo Anne", "", " "])
    assert (
        names.out_of("Al plays: also AL's journal, jo anne's ALARM")
        == "[name] plays: also [name]'s journal, [name]'s ALARM"
    )
    assert KnownNames([]).out_of("Al") == "Al"


@pytest.mark.parametrize(
    ("name", "text", "without"),
    [
        ("Ann", "Annex Ann, Joann _Ann_ Ann7 7Ann Éann", "Annex [name], Joann _[name]_ Ann7 7Ann Éann"),
        ("Ann", "616e6e 416e6e QW5u", "616e6e 416e6e QW5u"),
        ("Anne", "Annette, JoAnne", "[name]tte, Jo[name]"),
        ("Zoé", "xZoéx", "x[name]x"),
    ],
)
def test_a_name_of_three_letters_is_a_word_of_its_own_and_a_longer_one_is_found_in_words(
    name: str, text: str, without: str
) -> None:
    assert KnownNames([name]).out_of(text) == without


# ---- where something is missing


def test_without_a_database_it_works_too() -> None:
    files = report()
    assert set(files) == {"contents.txt", "versions.json", "doctor.json"}
    assert (
        f"Not included. The database: there is none at {data_folder() / 'tallyboard.db'}."
        in files["contents.txt"].decode()
    )
    assert not data_folder().exists()


@pytest.mark.usefixtures("used")
@pytest.mark.parametrize("without_names", [False, True])
def test_a_damaged_database_is_noted_and_the_rest_is_there(without_names: bool) -> None:
    path = data_folder() / "tallyboard.db"
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * 8000)
    files = report(without_names=without_names)
    assert "tallyboard.db" not in files
    assert "The database" in files["contents.txt"].decode()
    assert {"doctor.json", "versions.json", "frames/board-e661640843.jsonl"} <= set(files)
    assert json.loads(files["doctor.json"])["faults"] > 0
    assert ("errors.log" in files) is not without_names
    if without_names:
        assert with_a_name(files) == set()


@pytest.mark.usefixtures("used")
def test_what_fails_unexpectedly_is_noted_and_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("somewhere deep")

    monkeypatch.setattr(Reader, "each_match", broken)
    files = report()
    assert "matches.json" not in files
    assert (
        "Not included. The matches: Something unexpected went wrong (ZeroDivisionError)."
        in files["contents.txt"].decode()
    )
    assert b"somewhere deep" in files["errors.log"]


def test_a_file_of_frames_that_is_no_such_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "tallyboard" / "frames"
    folder.mkdir(parents=True)
    (folder / "odd.jsonl").write_bytes(b"\xff\x00 not JSON")
    assert set(report()) == {"contents.txt", "versions.json", "doctor.json"}


# ---- the file


def test_the_command_says_what_is_in_it(run: Run, tmp_path: Path) -> None:
    ran = run("report", "--out", tmp_path / "bug.zip")
    assert (ran.code, ran.err) == (0, "")
    assert "doctor.json" in ran.out
    assert f"{tmp_path / 'bug.zip'}: " in ran.out
    assert "--without-names" in ran.out
    with zipfile.ZipFile(tmp_path / "bug.zip") as archive:
        names = archive.namelist()
    said = json.loads(run("report", "--out", tmp_path / "bug2.zip", "--without-names", "--json").out)
    assert [member["name"] for member in said["members"]] == names
    assert said["bytes"] == (tmp_path / "bug2.zip").stat().st_size
    assert said["without_names"] is True


def test_the_default_name_is_the_time(tmp_path: Path) -> None:
    written = write_report(Environment(lister=listing(), drives=list, clock=lambda: 1_893_456_000.0))
    moment = datetime.fromtimestamp(1_893_456_000)
    assert written.path.name == f"tallyboard-report-{moment:%Y%m%d-%H%M%S}.zip"
    assert written.path.resolve().parent == tmp_path


def test_a_file_that_is_there_is_never_overwritten(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bug.zip").write_text("mine")
    ran = run("report", "--out", tmp_path / "bug.zip")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"{tmp_path / 'bug.zip'} is there already.\nName another file with --out.\n"
    assert (tmp_path / "bug.zip").read_text() == "mine"


def test_a_report_is_written_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(TallyboardError, match=r"bug\.zip cannot be written: No space left"):
        write_report(Environment(lister=listing(), drives=list), tmp_path / "out" / "bug.zip")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(TallyboardError, match=r"cannot be written: No such file.*--out"):
        write_report(Environment(lister=listing(), drives=list), tmp_path / "nowhere" / "bug.zip")


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("ASSIGN", orders.assign("final", "crokinole-official", ["Quimby", "Zapp"], 1)),
        ("ASSIGN_1", orders.assign_1("final", "crokinole-official", ["Quimby", "Zapp"])),
    ],
)
def test_names_that_were_sent_to_a_board_are_known(kind: str, body: bytes) -> None:
    frames = [{"type": kind, "hex": body.hex()}, {"type": kind, "hex": "00"}, {"type": "ACK", "hex": body.hex()}]
    assert list(names_sent(frames)) == ["Quimby", "Zapp", "final"]
