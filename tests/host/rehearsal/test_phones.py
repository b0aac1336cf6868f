"""`tallyboard tournament rehearse --phones`: a day in a hall without a box, on a real `tallyboard serve`."""

import json
import socket
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from tallyboard.rehearsal.day import RehearsalDay
from tallyboard.rehearsal.mishaps import all_of_them
from tallyboard.rehearsal.processes import PORTS, Router, free_port
from tests.harness.command_line import Run
from tests.host.json_shapes import schema

PATIENCE_S = 60


@pytest.mark.check("phones as processes on the hall socket of a serve")
def test_an_evening_by_phone_comes_to_its_champion(run: Run, tmp_path: Path) -> None:
    # So many that each mishap has its occasion, also where a slow machine comes to it late.
    small = ("--players", 12, "--tables", 2, "--format", "single", "--speed", 20, "--seed", 3)
    ran = run("tournament", "rehearse", "--phones", *small, "--keep", tmp_path / "kept", "--json")
    made = json.loads(ran.out)
    Draft202012Validator(schema("rehearse", is_strict=True)).validate(made)
    assert (ran.code, made["phones"]) == (0, True), made["checks"]
    assert {"phone closed", "router off", "phone dropped", "hub killed"} <= {one["kind"] for one in made["mishaps"]}
    dropped = [folder for folder in (tmp_path / "kept").iterdir() if (folder / "another memory").is_dir()]
    assert len(dropped) == 1
    uids = {(path / "uid").read_bytes() for path in (dropped[0] / "memory", dropped[0] / "another memory")}
    assert len(uids) == 1, "the board goes on, on another phone"


def test_boxes_have_no_mishaps_of_phones() -> None:
    boxes, phones = ({mishap.kind for mishap in all_of_them(0.1, are_phones)} for are_phones in (False, True))
    assert phones - boxes == {"phone closed", "router off", "phone dropped"}
    assert boxes - phones == {"plug pulled"}


def test_a_phone_is_dropped_at_the_first_table_in_a_round_and_told_only_then() -> None:
    tables = [SimpleNamespace(name="1", upset=None, dropped=0), SimpleNamespace(name="2", upset=None, dropped=0)]
    for table in tables:
        table.drop_the_phone = partial(fall, table)
    day: Any = SimpleNamespace(tables=tables, _upset=None, organiser=None)
    day.upset = partial(RehearsalDay.upset, day)
    (drop,) = (mishap.happen for mishap in all_of_them(0.1, True) if mishap.kind == "phone dropped")
    assert drop(day) is None, "no round is on"
    for table in reversed(tables):
        table.upset.befall(table)
    assert [table.dropped for table in tables] == [0, 1]
    assert "the phone of table 2 is dropped" in str(drop(day))


def fall(table: SimpleNamespace, has_arrived: object) -> None:
    table.dropped += 1


# ---- the router


def test_what_is_said_through_a_router_arrives_until_it_is_off() -> None:
    with socket.create_server(("127.0.0.1", 0)) as laptop, closing(Router(laptop.getsockname()[1])) as router:
        router.start()
        with socket.create_connection(("127.0.0.1", router.port), PATIENCE_S) as phone:
            at_laptop, _ = laptop.accept()
            with at_laptop:
                at_laptop.settimeout(PATIENCE_S)
                phone.sendall(b"here")
                assert at_laptop.recv(16) == b"here"
                at_laptop.sendall(b"yes")
                assert phone.recv(16) == b"yes"
                router.switch(False)
                assert (phone.recv(16), at_laptop.recv(16)) == (b"", b"")
        with socket.create_connection(("127.0.0.1", router.port), PATIENCE_S) as phone:
            assert phone.recv(16) == b"", "it is off"
        router.switch(True)
        with socket.create_connection(("127.0.0.1", router.port), PATIENCE_S) as phone:
            at_laptop, _ = laptop.accept()
            with at_laptop:
                at_laptop.sendall(b"again")
                assert phone.recv(16) == b"again"


def test_a_port_is_none_that_whoever_connects_may_get_meanwhile() -> None:
    """A laptop that is killed comes back on its own."""
    range_ = Path("/proc/sys/net/ipv4/ip_local_port_range")
    least = int(range_.read_text("ascii").split()[0]) if range_.exists() else PORTS.stop
    assert {free_port() for _ in range(20)} <= {*PORTS}
    assert PORTS.stop <= least


def test_without_a_laptop_a_router_ends_what_comes() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with closing(Router(port)) as router:
        router.start()
        with socket.create_connection(("127.0.0.1", router.port), PATIENCE_S) as phone:
            assert phone.recv(16) == b""
