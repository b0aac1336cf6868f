"""`assign` and `setup` where a hub has the board, where nobody has it, and which board is meant."""

import getpass
import json
import os
import socket
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tallyboard.commands import ordering
from tallyboard.errors import TallyboardError
from tallyboard.link import SerialPort
from tallyboard.store import Heard, open_store, orders, read_store
from tallyboard.store.orders import Order, State
from tallyboard.store.tables.sql import Sql
from tests.harness.command_line import Run
from tests.harness.fake_board import PtyBoard
from tests.harness.fake_hub import Board, FakeHub, gone
from tests.harness.firmware_board import FirmwareBoard
from tests.host.usb_ports import no_ports as no_ports  # a fixture
from tests.host.usb_ports import plug

GAME = ("crokinole-official", "target=11", "Ann", "Bob", "--key", "m1")
HERE = socket.gethostname()
STANDS = "The order stands: `tallyboard boards` lists it until a hub has done it."


def standing(db: Path) -> list[Order]:
    with read_store(str(db)) as store, store.reading() as sql:
        return orders.waiting(sql)


def ended(db: Path, number: int = 1) -> Order:
    with read_store(str(db)) as store, store.reading() as sql:
        found = orders.one(sql, number)
    assert found is not None
    return found


def heard(db: Path, *boards: tuple[str, str]) -> None:
    """Boards that the store knows and nobody has now."""
    with closing(open_store(str(db))) as store:
        for board, table in boards:
            store.add(Heard(board, table, "0.2.0", 7, 0, 0))


# ---- through a hub


def test_a_match_is_assigned_through_the_hub_that_has_the_table(run: Run, db: Path) -> None:
    with FakeHub(db, Board("b1", "Table 3"), Board("b2", "Table 4"), laptop="desk") as hub:
        ran = run("assign", *GAME, "--first", "b", "--table", "TABLE 3", "--db", db)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "Table 3: crokinole-official format=singles target=11 discs=12, A Ann, B Bob, B starts; "
        "match was told, by watch on desk.\n"
    )
    (order,) = hub.done
    assert (order.board, order.kind, order.given_by) == ("b1", "match", f"{getpass.getuser()}@{HERE}")
    assert order.what == {
        "key": "m1",
        "line": "crokinole-official target=11",
        "names": ["Ann", "Bob"],
        "first": 1,
    }


def test_the_object_of_json_has_the_order(run: Run, db: Path) -> None:
    with FakeHub(db, Board("b1", "Table 3")):
        said = json.loads(run("assign", *GAME, "--board", "b1", "--json", "--db", db).out)
    assert said == {
        "board": "b1",
        "table": "Table 3",
        "key": "m1",
        "game": "crokinole-official format=singles target=11 discs=12",
        "names": {"A": "Ann", "B": "Bob"},
        "first": None,
        "order": {"id": "1", "kind": "match", "state": "done", "said": "match was told"},
    }


def test_names_are_kept_in_full_before_the_hub_tells_the_board(run: Run, db: Path) -> None:
    long = "Maximiliana von Hohenzollern-Sigmaringen"
    known: list[str] = []

    def look(order: Order) -> Any:
        with read_store(str(db)) as store:
            known.extend(store.full_names())
        return "done", ""

    with FakeHub(db, Board("b1", "Table 3"), does=look) as hub:
        ran = run("assign", "twenties-shootout", long, "--table", "Table 3", "--db", db)
    assert (ran.code, known) == (0, [long])
    assert ran.out.endswith(f"who starts is open; by watch on {HERE}.\n")
    assert hub.done[0].what["names"] == ["Maximiliana von Hohenzol"]


def test_what_waits_is_cancelled_through_the_hub(run: Run, db: Path) -> None:
    with FakeHub(db, Board("b1", ""), does=lambda order: ("done", "the match m1 waits no longer")) as hub:
        ran = run("assign", "--cancel", "--board", "b1", "--db", db)
    assert ran == (0, f"b1: the match m1 waits no longer, by watch on {HERE}.\n", "")
    assert hub.done[0].what["key"] is None


def test_a_table_gets_name_and_light_through_the_hub(run: Run, db: Path) -> None:
    with FakeHub(db, Board("b1", "Table 3")) as hub:
        ran = run("setup", "--table", "Table 3", "--name", "Table 9", "--light", "4", "--db", db)
        said = json.loads(run("setup", "--board", "b1", "--light", "16", "--db", db, "--json").out)
    assert ran == (0, f"Table 9 (b1) is set up, by watch on {HERE}.\n", "")
    assert [(order.kind, order.what) for order in hub.done] == [
        ("name", {"name": "Table 9"}),
        ("light", {"light": 4}),
        ("light", {"light": 16}),
    ]
    assert said == {
        "board": "b1",
        "table": "Table 3",
        "orders": [{"id": "3", "kind": "light", "state": "done", "said": "light was told"}],
    }


def test_blanks_around_and_inside_a_tables_name_are_not_kept(run: Run, db: Path) -> None:
    with FakeHub(db, Board("b1", "Table 3")) as hub:
        ran = run("setup", "--table", "Table 3", "--name", "  Table   9 ", "--db", db)
    assert ran == (0, f"Table 9 (b1) is set up, by watch on {HERE}.\n", "")
    assert [order.what for order in hub.done] == [{"name": "Table 9"}]


def test_setup_takes_a_table_or_a_port_without_an_option(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeHub(db, Board("b1", "Table 3")) as hub:
        assert run("setup", "table 3", "--light", "4", "--db", db).code == 0
        ran = run("setup", "table 3", "--table", "Table 3", "--light", "4", "--db", db)
        assert (ran.code, ran.err.splitlines()[0]) == (2, "table 3 and --table each name a table.")
    assert len(hub.done) == 1
    with PtyBoard(FirmwareBoard()) as served:
        (tmp_path / "port").symlink_to(served.path)
        monkeypatch.chdir(tmp_path)
        for at in (served.path, "port"):
            assert run("setup", at, "--light", "4", "--db", db).out.startswith("Table 3 (e661640843)")


# ---- what became of it


@pytest.mark.parametrize("as_json", [False, True])
def test_what_a_board_refuses_is_told_with_its_reason(run: Run, db: Path, as_json: bool) -> None:
    why = 'The board on /dev/ttyACM1 refuses: it cannot do that now ("full"). Look at the table and try again.'
    with FakeHub(db, Board("b1", "Table 3"), does=lambda order: ("refused", why)):
        ran = run("assign", *GAME, "--table", "Table 3", "--db", db, *["--json"] * as_json)
    assert (ran.code, ran.err) == (1, f"Table 3 has refused it, by watch on {HERE}.\n{why}\n")
    assert (json.loads(ran.out)["order"]["state"] == "refused") if as_json else not ran.out


def test_a_newer_order_takes_the_place_of_one_that_is_waited_for(run: Run, db: Path) -> None:
    def newer(order: Order) -> None:
        if order.given_by != "somebody":
            with closing(open_store(str(db))) as store:
                orders.give(store, "b1", "Table 3", [("light", {"light": 1})], "somebody")

    with FakeHub(db, Board("b1", "Table 3"), does=newer):
        ran = run("setup", "--light", "4", "--table", "Table 3", "--db", db)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("Table 3 was not told: a newer order took the place of this one.\n")


@pytest.mark.parametrize(
    ("became", "told"),
    [
        ("unknown", "It is not known whether Table 3 was told: so it is.\nLook at the table.\n"),
        (None, "A newer order took the place of this one; it is not known yet whether Table 3 was told.\n"),
    ],
)
def test_of_a_replaced_order_that_a_hub_had_begun_it_is_said_what_is_known(
    run: Run, db: Path, monkeypatch: pytest.MonkeyPatch, became: State | None, told: str
) -> None:
    monkeypatch.setattr(ordering, "PATIENCE_S", 60.0 if became else 0.5)

    def newer(order: Order) -> tuple[State, str] | None:
        if order.given_by != "somebody" and order.state == "waiting":
            with closing(open_store(str(db))) as store:
                orders.begin(store, order.id, "b1", "hub", 7, 0)
                orders.give(store, "b1", "Table 3", [("light", {"light": 1})], "somebody")
        return (became, "so it is") if became and order.state == "replaced" else None

    with FakeHub(db, Board("b1", "Table 3"), does=newer):
        ran = run("setup", "--light", "4", "--table", "Table 3", "--db", db)
        listed = run("boards", "--db", db)
    assert (ran.code, ran.out) == (1, "")
    assert told in ran.err
    if not became:
        assert "a newer one was given; whether this one was done before" in " ".join(listed.out.split())


def test_a_board_that_is_unplugged_meanwhile_has_its_order_kept(run: Run, db: Path) -> None:
    hub = FakeHub(db, Board("b1", "Table 3"), does=lambda order: hub.boards.clear())
    with hub:
        ran = run("setup", "--light", "4", "--table", "Table 3", "--db", db)
    assert ran == (1, "", f"No laptop has Table 3 any more.\n{STANDS}\n")
    assert [order.what for order in standing(db)] == [{"light": 4}]


def test_a_hub_that_does_not_come_to_it_is_waited_for_so_long_and_no_longer(
    run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordering, "SAY_AFTER_S", 0.0)
    monkeypatch.setattr(ordering, "PATIENCE_S", 0.5)
    with FakeHub(db, Board("b1", "Table 3"), does=gone):
        ran = run("setup", "--light", "4", "--table", "Table 3", "--db", db)
    hub = f"`tallyboard watch` on {HERE} (process 42)"
    waiting = f"Waiting for {hub} to tell Table 3 …\n"
    assert ran == (1, "", f"{waiting}{hub} has not told Table 3 yet.\n{STANDS}\n")
    assert len(standing(db)) == 1


def test_the_order_stands_after_ctrl_c(run: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    with FakeHub(db, Board("b1", "Table 3"), does=gone), monkeypatch.context() as patched:
        patched.setattr(time, "sleep", interrupted)
        ran = run("setup", "--light", "4", "--table", "Table 3", "--db", db)
    assert (ran.code, ran.out) == (130, "")
    assert ran.err == f"\nTable 3 has not been told yet.\n{STANDS}\n"
    assert len(standing(db)) == 1


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Has the database fail so many times, once the order is given."""
    found, looks = orders.one, []

    def from_now_on(times: int) -> None:
        def look(sql: Sql, order_id: int) -> Order | None:
            looks.append(order_id)
            if len(looks) <= times:
                raise TallyboardError("The server of club does not answer.", "Check that it runs.")
            return found(sql, order_id)

        monkeypatch.setattr(orders, "one", look)
        monkeypatch.setattr(ordering, "PATIENCE_S", 0.5 if times > 2 else 60.0)

    return from_now_on


def test_a_database_that_comes_back_says_what_became_of_the_order(
    run: Run, db: Path, fails: Callable[[int], None]
) -> None:
    fails(2)
    with FakeHub(db, Board("b1", "Table 3")):
        assert run("setup", "--light", "4", "--table", "Table 3", "--db", db).code == 0


def test_a_database_that_stays_away_has_the_order(run: Run, db: Path, fails: Callable[[int], None]) -> None:
    fails(10_000)
    with FakeHub(db, Board("b1", "Table 3"), does=gone):
        ran = run("setup", "--light", "4", "--table", "Table 3", "--db", db)
    assert ran == (1, "", f"The server of club does not answer.\n{STANDS}\n")
    assert len(standing(db)) == 1


# ---- which board is meant


def test_one_way_to_name_a_board_is_enough(run: Run, db: Path) -> None:
    ran = run("setup", "--light", "4", "--table", "T", "--board", "b1", "--db", db)
    assert (ran.code, ran.err.splitlines()[0]) == (2, "--port, --table and --board each name a board.")
    assert run("setup", "--light", "4", "--table", "").code == 2
    assert run("assign", "twenties-shootout", "--board", "").code == 2


def test_a_whole_id_is_not_the_beginning_of_another(run: Run, db: Path) -> None:
    with FakeHub(db, Board("b1", "Table 3"), Board("b10", "Table 4"), Board("c1", "Table 5")) as hub:
        ran = run("setup", "--light", "4", "--board", "b", "--db", db)
        assert run("setup", "--light", "4", "--board", "B1", "--db", db).code == 0
        assert run("setup", "--light", "4", "--board", "C", "--db", db).code == 0
    assert ran.code == 2
    assert ran.err.startswith("The ids of several boards begin or end with b: b1 (")
    assert ran.err.endswith("\nGive more of the id.\n")
    assert [order.board for order in hub.done] == ["b1", "c1"]


def test_of_two_tables_of_one_name_none_is_told(run: Run, db: Path) -> None:
    with FakeHub(db, Board("b1", "Table 3"), laptop="desk"), FakeHub(db, Board("b2", "table 3"), laptop="door"):
        ran = run("assign", *GAME, "--table", "Table 3", "--db", db)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "Several tables are called Table 3: boards b1 (`tallyboard watch` on desk (process 42)), "
        "b2 (`tallyboard watch` on door (process 42)).\nName one with --board or --port.\n"
    )
    assert standing(db) == []


def test_a_table_that_is_plugged_in_here_is_told_without_a_hub(
    run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, other = FirmwareBoard("Table 3"), FirmwareBoard("Table 4", board="b4")
    with PtyBoard(ours) as one, PtyBoard(other) as two:
        plug(monkeypatch, one.path, two.path)
        ran = run("assign", *GAME, "--table", "table 3", "--db", db)
        assert run("setup", "--board", "b", "--name", "Table 9", "--db", db).out == "Table 9 (b4) is set up.\n"
        renamed = run("setup", "--board", ours_id(), "--name", "TABLE 9", "--db", db)
        twice = run("setup", "--table", "Table 9", "--light", "3", "--db", db)
    assert (ran.code, ran.out.split("; ")[-1]) == (0, "NEXT starts the match m1.\n")
    assert renamed.code == 0
    assert twice.code == 2
    assert twice.err.startswith(f"Several tables are called Table 9: boards {ours_id()} ({one.path}), b4 ({two.path}).")
    assert not db.exists()


def ours_id() -> str:
    return "e661640843"


def test_a_port_that_the_hub_of_this_laptop_has_is_told_by_it(run: Run, db: Path, tmp_path: Path) -> None:
    with PtyBoard(FirmwareBoard()) as served, closing(SerialPort(served.path)):
        (tmp_path / "port").symlink_to(served.path)
        other = f"other than {HERE}"
        with (
            FakeHub(db, Board("b1", "Table 3", served.path)) as ours,
            FakeHub(db, Board("b2", "Table 4", served.path), laptop=other) as theirs,
        ):
            ran = run("setup", "--port", tmp_path / "port", "--light", "4", "--db", db)
    assert ran == (0, f"Table 3 (b1) is set up, by watch on {HERE}.\n", "")
    assert (len(ours.done), theirs.done) == (1, [])


def test_a_port_that_another_program_has_may_be_a_hub_of_another_database(run: Run, db: Path) -> None:
    with (
        PtyBoard(FirmwareBoard()) as served,
        closing(SerialPort(served.path)),
        FakeHub(db, Board("b1", "Table 3", served.path), laptop=f"other than {HERE}") as hub,
    ):
        ran = run("setup", "--port", served.path, "--light", "4", "--db", db)
    assert (ran.code, hub.done) == (2, [])
    cause, step = ran.err.splitlines()
    assert cause.startswith(f"The port {served.path} is in use by ")
    assert step.endswith("If it is another tallyboard: give the same --db as it has.")


def test_a_port_whose_board_the_hub_has_not_met_yet_is_to_be_tried_again(run: Run, db: Path) -> None:
    FakeHub(db)
    with PtyBoard(FirmwareBoard()) as served, closing(SerialPort(served.path)):
        ran = run("setup", "--port", served.path, "--light", "4", "--db", db)
    assert ran.code == 2
    hub = f"`tallyboard watch` on {HERE} (process 42)"
    assert ran.err.endswith(f" If it is {hub}: wait until that has met the board, then try again.\n")


def test_a_free_port_is_told_directly_whatever_a_hub_said_that_has_ended(run: Run, db: Path) -> None:
    with PtyBoard(FirmwareBoard()) as served:
        FakeHub(db, Board("b1", "Table 3", served.path))  # said so once, and was killed
        assert run("setup", "--port", served.path, "--light", "4", "--db", db).out.startswith("Table 3 (e661640843)")


def test_the_only_board_of_this_laptop_need_not_be_named(run: Run, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        PtyBoard(FirmwareBoard()) as served,
        closing(SerialPort(served.path)),
        FakeHub(db, Board("b1", "Table 3", served.path)) as hub,
    ):
        assert run("setup", "--light", "4", "--db", db).code == 0, "no port is listed"
        plug(monkeypatch, served.path)
        assert run("setup", "--light", "5", "--db", db).code == 0
        plug(monkeypatch, served.path, "/dev/ttyACM7")
        ran = run("setup", "--light", "6", "--db", db)
    assert [order.what["light"] for order in hub.done] == [4, 5]
    assert ran == (
        2,
        "",
        f"Several boards are plugged in: {served.path}, /dev/ttyACM7.\n"
        "Name one with --port, or its table with --table.\n",
    )


def test_boards_of_other_laptops_have_to_be_named(run: Run, db: Path) -> None:
    with FakeHub(db, Board("b1", "Table 3"), laptop=f"other than {HERE}") as hub:
        ran = run("setup", "--light", "4", "--db", db)
    assert (ran.code, ran.err.splitlines()[0], hub.done) == (2, "No board is plugged in.", [])


# ---- nobody has it


def test_an_order_for_a_board_that_is_away_stands(run: Run, db: Path) -> None:
    heard(db, ("b1", "Table 3"))
    ran = run("assign", *GAME, "--table", "table 3", "--db", db, "--json")
    assert (ran.code, ran.err) == (1, f'No laptop has the table "table 3" now.\n{STANDS}\n')
    said = json.loads(ran.out)
    assert (said["board"], said["order"]["state"]) == ("b1", "waiting")
    assert [(order.board, order.table) for order in standing(db)] == [("b1", "table 3")]
    with FakeHub(db, Board("b1", "Table 3")) as hub:
        assert run("setup", "--light", "4", "--board", "b1", "--db", db).code == 0
    assert [order.kind for order in hub.done] == ["match", "light"]


@pytest.mark.parametrize("known", [[], [("b1", "Table 9"), ("b2", "TABLE 9")]])
def test_an_order_for_a_table_that_is_not_known_stands_by_its_name(
    run: Run, db: Path, known: list[tuple[str, str]]
) -> None:
    heard(db, *known)
    ran = run("setup", "--light", "4", "--table", "Table 9", "--db", db)
    assert ran == (1, "", f'No laptop has the table "Table 9" now.\n{STANDS}\n')
    assert [(order.board, order.table) for order in standing(db)] == [(None, "Table 9")]


def test_what_was_to_be_set_up_is_taken_back(run: Run, db: Path) -> None:
    """The table's name was mistyped: no board will ever have it."""
    heard(db, ("b1", "Table 3"))
    assert run("setup", "--name", "Table 4", "--light", "4", "--table", "Tabel 3", "--db", db).code == 1
    assert run("assign", *GAME, "--table", "Tabel 3", "--db", db).code == 1
    ran = run("setup", "--cancel", "--table", "tabel 3", "--db", db)
    assert ran == (0, "tabel 3: 2 orders wait no longer.\n", "")
    assert [order.kind for order in standing(db)] == ["match"]
    assert run("setup", "--cancel", "--table", "Table 3", "--db", db).out == "Table 3: no order waited.\n"
    told = json.loads(run("setup", "--cancel", "--table", "Table 3", "--json", "--db", db).out)
    assert told == {"board": "b1", "table": "Table 3"}
    ran = run("setup", "--cancel", "--light", "4", "--db", db)
    assert ran.code == 2


def test_a_board_that_nobody_knows_cannot_be_given_an_order(run: Run, db: Path) -> None:
    heard(db, ("b1", "Table 3"))
    ran = run("setup", "--light", "4", "--board", "e66", "--db", db)
    assert (ran.code, ran.err.splitlines()[0]) == (2, "No board is known whose id begins or ends with e66.")
    assert standing(db) == []


def test_an_assignment_for_a_table_that_nobody_knows_is_taken_back(run: Run, db: Path) -> None:
    heard(db)
    assert run("assign", *GAME, "--table", "Ärmel", "--db", db).code == 1
    assert run("setup", "--light", "4", "--table", "Ärmel", "--db", db).code == 1
    ran = run("assign", "--cancel", "--table", "ärmel", "--db", db)
    assert ran == (0, "ärmel: no order for a match waits any more; no laptop has the board now.\n", "")
    assert [order.kind for order in standing(db)] == ["light"]
    ran = run("assign", "--cancel", "--table", "ärmel", "--db", db)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith('No laptop has the table "ärmel" now, and no order for a match waits for it.\n')
    assert len(standing(db)) == 1, "it leaves none behind"


@pytest.mark.parametrize("which", [("--table", "ärmel"), ("--board", "b1")])
def test_what_may_wait_at_a_board_that_is_away_is_cancelled_when_it_is_back(
    run: Run, db: Path, which: tuple[str, str]
) -> None:
    """It may have been told of the match before it was unplugged."""
    heard(db, ("b1", "ÄRMEL"))
    assert run("assign", *GAME, "--board", "b1", "--db", db).code == 1
    ran = run("assign", "--cancel", *which, "--db", db)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.casefold() == f'No laptop has the table "ärmel" now.\n{STANDS}\n'.casefold()
    (order,) = standing(db)
    assert (order.kind, order.board, order.what["key"]) == ("match", "b1", None)


# ---- without a hub


def test_what_a_board_is_told_at_its_port_takes_the_place_of_orders_that_wait(run: Run, db: Path) -> None:
    heard(db, ("e661640843", "Table 3"), ("other", "Table 4"))
    for number, table in enumerate(["Table 3", "Table 4"]):
        assert run("setup", "--light", "4", "--name", f"T{number}", "--table", table, "--db", db).code == 1
        assert run("assign", *GAME, "--table", table, "--db", db).code == 1
    with closing(open_store(str(db))) as store:
        orders.give(store, None, "TABLE 3", [("light", {"light": 9}), ("name", {"name": "T"})], "somebody")
    with PtyBoard(FirmwareBoard("Table 3")) as served:
        assert run("setup", "--light", "7", "--port", served.path, "--db", db).code == 0
        assert [(one.kind, one.board) for one in standing(db) if one.board != "other"] == [
            ("name", "e661640843"),
            ("match", "e661640843"),
            ("name", None),
        ]
        assert run("assign", "--cancel", "--port", served.path, "--db", db).code == 0
        assert run("setup", "--name", "Table 5", "--port", served.path, "--db", db).code == 0
    assert [one.board for one in standing(db)] == ["other"] * 3


def test_a_board_at_its_port_is_told_without_making_a_database(run: Run, tmp_path: Path) -> None:
    with PtyBoard(FirmwareBoard("Table 3")) as served:
        assert run("setup", "--light", "7", "--port", served.path).code == 0
        assert run("assign", "twenties-shootout", "--port", served.path).code == 0
        assert run("assign", "--cancel", "--port", served.path).code == 0
        assert run("boards", "--port", served.path).code == 0
    assert not (tmp_path / "data").exists()


def test_a_board_at_its_port_is_told_whatever_the_default_database_is(run: Run, tmp_path: Path) -> None:
    place = tmp_path / "data" / "tallyboard" / "tallyboard.db"
    place.parent.mkdir(parents=True)
    place.write_text("something else")
    with PtyBoard(FirmwareBoard("Table 3")) as served:
        ran = run("setup", "--light", "7", "--port", served.path)
    assert (ran.code, ran.out) == (0, "Table 3 (e661640843) is set up.\n")
    assert ran.err.startswith(f"{place} is not a Tallyboard database.\n")


# ---- bad input


@pytest.mark.parametrize("command", [("assign", *GAME), ("assign", "--cancel"), ("setup", "--light", "4"), ("boards",)])
@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://ann:secret@/club?host=/nowhere",
        "mysql://ann:secret@desk/club",
        "postgresql+psycopg://ann:secret@desk:many/club",
        "nonsense://ann:secret@desk/club",
        "missing/club.db",
        "other.db",
    ],
)
def test_a_database_that_cannot_be_used_is_told_and_nothing_is_done(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.db").write_bytes(os.urandom(5000))
    board = FirmwareBoard("Table 3")
    before = len(board.journal)
    with PtyBoard(board) as served:
        ran = run(*command, "--db", address, "--port", served.path)
    assert ran.code == 2
    assert (len(ran.err.splitlines()), "secret" in ran.err) == (2, False)
    assert (served.path in ran.out) == (command == ("boards",)), "what is plugged in is listed all the same"
    assert len(board.journal) == before
