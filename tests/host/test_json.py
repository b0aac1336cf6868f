"""What commands print as JSON is what docs/schema/ says, key by key."""

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # its stubs are a package of their own

from shared_rules.games import catalogue
from shared_rules.games.result import result
from shared_rules.games.scoresheet import from_words
from tallyboard import shapes
from tallyboard.commands import watch
from tallyboard.errors import TallyboardError
from tallyboard.hub import following
from tallyboard.hub.follower import Follower
from tallyboard.hub.hub import Hall
from tallyboard.link import SerialPort
from tallyboard.link.finding import UsbPorts
from tallyboard.shapes import WatchEvent
from tallyboard.store import Heard, open_store, orders
from tests.harness.command_line import Run
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.fake_hub import Board, FakeHub
from tests.harness.firmware_board import Cable, FirmwareBoard
from tests.harness.hubs import hub_of
from tests.harness.paper import Paper, two_matches
from tests.harness.stores import kept, started
from tests.host import watch_events
from tests.host.json_shapes import FILES, FOLDER, keys_of, schema, text_of
from tests.host.test_follower import Told
from tests.host.usb_ports import port

_PAGE = Path(__file__).parents[2] / "docs" / "json.md"
_LIMIT_S = 60  # until something that does not happen counts as a failure

# A line of a game, and events that leave it in each kind of state that there is.
_PLAYED = {
    "crokinole-official format=doubles target=20": ["A 20", "B 15", "next", "A 20", "next"],
    "crokinole-traditional sides=3 scoring=simple target=50": ["A 20", "B 5", "next", "C 5"],
    "twenties-shootout": ["A 20"],
    "pichenotte-southwest games=1": ["A 20", "B 20", "next", "A agree", "B agree", "A 20"],
    "pichenottes-quebec": ["A dame", "A counter 5"],
    "washers-ritzenthaler": ["A 3", "B board"],
}


def _check(name: str, text: str) -> list[Any]:
    """The objects on these lines, each of which is as the file of this name says, and has no other key."""
    validator = Draft202012Validator(schema(name, is_strict=True))
    found = [json.loads(line) for line in text.splitlines()]
    for one in found:
        validator.validate(one)
    return found


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Matches of all kinds: finished, playing, abandoned, incomplete; names, dates, an alarm."""
    path = tmp_path / "club.db"
    first = Paper().boot().time(1_800_000_000)
    for line, events in _PLAYED.items():
        started(first, line, "Ann", None).press(*events)
    kept(path, first, two_matches(), missing=frozenset([20]))
    with closing(open_store(str(path))) as store:
        board = Heard("b1", "Table 3", "0.1.0", 7, 0, 28)
        other = Paper(epoch=7).boot().start("crokinole-official").press("B 5")
        store.add(board, list(enumerate(other.records)))
    return path


# --- The files and the page ---


@pytest.mark.parametrize("name", FILES)
def test_the_schema_is_that_of_the_types(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert (FOLDER / f"{name}.json").read_text() == text_of(name), "write it anew: python -m tests.host.json_shapes"


def test_no_schema_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_of_every_key_it_is_said_what_it_is(name: str) -> None:
    objects = schema(name)["$defs"].items()
    keys = [(shape, key, told) for shape, one in objects for key, told in one["properties"].items()]
    assert [(shape, key) for shape, key, told in keys if not told["description"]] == []
    assert [shape for shape, one in objects if not one["description"]] == []


def test_the_page_lists_every_schema() -> None:
    assert sorted(re.findall(r"\]\(schema/([\w-]+)\.json\)", _PAGE.read_text())) == sorted(FILES)


# --- The rules ---


@pytest.mark.parametrize("line", _PLAYED)
def test_the_result_of_the_rules_is_a_result_object(line: str) -> None:
    validator = Draft202012Validator(schema("score", is_strict=True))
    match = catalogue.new(line)
    for event in ["", *_PLAYED[line]]:
        if event:
            match.play(from_words(event.lower().split()))
        made = result(match)
        assert list(made) == list(keys_of(shapes.ResultObject))
        validator.validate(json.loads(json.dumps(made)))


# --- The commands ---


def test_score(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text("game crokinole-official\nname A Ann\nA 20\nnext\n")
    bad = tmp_path / "bad"
    bad.write_text("game crokinole-official\nA 25\n")
    scored, refused, gone = _check("score", run("score", sheet, bad, tmp_path / "gone", "--json").out)
    assert (scored["status"], refused["line"], gone["line"]) == ("playing", 2, None)


def test_results_show_and_export_have_the_same_object(run: Run, db: Path) -> None:
    listed = _check("match", run("results", "--json", "--db", db).out)
    assert {match["status"] for match in listed} >= {"finished", "playing", "abandoned", "incomplete"}
    assert [match for match in listed if "conflicts" in match]
    assert {match["table"] for match in listed} == {"Table 3"}
    document = json.loads(run("export", "--format", "json", "--db", db).out)
    Draft202012Validator(schema("export", is_strict=True)).validate(document)
    with closing(open_store(str(db))) as store:
        assert store.matches() == listed
        for match, exported in zip(listed, document["matches"], strict=True):
            (shown,) = _check("show", run("show", match["match"], "--json", "--db", db).out)
            assert shown == {**match, "presses": shown["presses"], "corrections": []}
            assert exported == {**shown, "tournament": None}


def test_verify(run: Run, db: Path) -> None:
    (found,) = _check("verify", run("verify", "--json", "--db", db).out)
    assert found["conflicts"]
    assert found["gaps"]
    assert found["incomplete"]
    with closing(open_store(str(db))) as store, store.writing() as writing:
        writing.connection.exec_driver_sql("DELETE FROM matches WHERE first_seq > 20")
        writing.connection.exec_driver_sql("UPDATE records SET data = x'0102030405060708' WHERE seq = 3")
    (found,) = _check("verify", run("verify", "--json", "--db", db).out)
    assert found["damaged"]
    assert found["differences"]


def test_sync(run: Run, tmp_path: Path) -> None:
    with PtyBoard(BoardHalf(two_matches())) as board:
        (told,) = _check("sync", run("sync", board.path, "--json", "--db", tmp_path / "new.db").out)
    assert told["received"] == 28


def test_sync_beside_a_hub(run: Run, tmp_path: Path) -> None:
    db = tmp_path / "new.db"
    with PtyBoard(BoardHalf(two_matches())) as board, closing(SerialPort(board.path)):
        FakeHub(db, Board("b1", "Table 1", board.path))
        (told,) = _check("sync", run("sync", board.path, "--json", "--db", db).out)
    assert told["behind"] == 0


def test_boards(run: Run, tmp_path: Path) -> None:
    db = tmp_path / "new.db"
    FakeHub(db, Board("b1", "Table 1"))
    for table in ("Table 1", "Table 2"):
        with closing(open_store(str(db))) as store:
            orders.give(store, None, table, [("light", {"light": 4})], "ann@desk")
    with PtyBoard(BoardHalf(two_matches())) as board:
        asked = run("boards", "--port", board.path, "--port", tmp_path / "nowhere", "--json", "--db", db)
    assert [set(one) & {"records", "error"} for one in _check("boards", asked.out)] == [{"records"}, {"error"}]
    at_hub, *others = _check("boards", run("boards", "--json", "--db", db).out)
    assert at_hub["hub"]
    assert {one["table"] for one in others if "order" in one} == {"Table 1", "Table 2"}


def test_assign_and_setup(run: Run, tmp_path: Path) -> None:
    db = tmp_path / "new.db"
    assign, setup = ("assign", "twenties-shootout", "Ann", "--json"), ("setup", "--name", "T", "--light", "4", "--json")
    with FakeHub(db, Board("b1", "Table 1")):
        for where in (("--board", "b1"), ("--table", "Table 2")):
            assert [one["order"]["kind"] for one in _check("assign", run(*assign, *where, "--db", db).out)] == ["match"]
            (told,) = _check("setup", run(*setup, *where, "--db", db).out)
            assert [one["kind"] for one in told["orders"]] == ["name", "light"]
    with PtyBoard(FirmwareBoard()) as board:
        for words in (assign, ("assign", "--cancel", "--json"), setup):
            (told,) = _check(words[0], run(*words, "--port", board.path).out)
            assert not {"order", "orders"} & told.keys()


def test_copy(run: Run, db: Path, tmp_path: Path) -> None:
    (told,) = _check("copy", run("copy", "--from", db, "--to", tmp_path / "new.db", "--json").out)
    assert told["conflicts"]
    assert told["received"]


# --- watch ---


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[WatchEvent]:
    """Every kind of event: of a console, and of a board whose memory was put back, that is lost and unplugged."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    noted: Any = Told()
    board = FirmwareBoard()
    cable = Cable(board)
    monkeypatch.setattr(following, "ASK_S", 0.01)
    with closing(open_store(str(tmp_path / "watched.db"))) as store, hub_of(store, noted) as hub:
        console = port("/dev/ttyACM0", "CircuitPython CDC control")
        with closing(Hall([UsbPorts((), lambda: [console])], noted, cast(Any, Follower))) as hall:
            hall.step()
        follower = Follower("/dev/ttyACM1", hub.database, noted, opener=cable.open_port)
        follower.start()
        noted.until("score")
        before, presses = bytes(board.chip.memory), len(board.journal)
        board.press("A 20", "A 20", "A 20")
        noted.until("score", next=presses + 3)
        board.put_back(before, "B 5")
        noted.until("alarm")
        monkeypatch.setattr(cable, "plugged_in", _gone)
        noted.until("disconnected")
        follower.stop(unplugged=True)
        follower.join(_LIMIT_S)
    events: list[WatchEvent] = noted.events
    return events


def _gone() -> FirmwareBoard:
    raise TallyboardError("The device went away.", "Plug it in again.")


def test_watch(told: list[WatchEvent], capsys: pytest.CaptureFixture[str]) -> None:
    watch._as_json(
        iter(
            [
                *told,
                watch_events.database(37),
                watch_events.order(),
                *(one() for one in (watch_events.call, watch_events.damaged, watch_events.held_back)),
            ]
        )
    )
    printed = _check("watch", capsys.readouterr().out)
    assert all("at" in event for event in printed)
    kinds = {event["event"] for event in printed}
    assert kinds == {
        "no_data_port",
        "alarm",
        "damaged",
        "held_back",
        "connected",
        "score",
        "disconnected",
        "unplugged",
        "database",
        "order",
        "call",
    }
    assert {event["match"]["table"] for event in printed if event["event"] == "score"} == {"Table 3"}
