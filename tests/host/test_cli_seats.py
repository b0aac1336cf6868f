"""`tallyboard tables`: tables are opened to phones, listed, locked, freed, printed and closed by a line each."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tallyboard.store import Heard, hubs, open_store, seats
from tallyboard.store.hubs import Has, HubProcess
from tallyboard.store.seats import SeatWish, admit
from tests.harness.command_line import Run
from tests.harness.sizes import PRINTS

Tables = Callable[..., Any]


@pytest.fixture
def lines(run: Run, db: Path) -> Tables:
    """What a command prints as JSON, one object a line."""

    def lines(*words: object) -> list[dict[str, Any]]:
        ran = run("tables", *words, "--json", "--db", db)
        assert (ran.code, ran.err) == (0, ""), ran
        return [json.loads(line) for line in ran.out.splitlines()]

    return lines


def secret_of(address: str) -> str:
    return address.rpartition("#")[2]


def test_without_a_word_it_lists_them(run: Run, db: Path, lines: Tables) -> None:
    assert run("tables").out == "No table is open to phones. `tallyboard tables seat 1-10` opens ten.\n"
    lines("seat", "9-11", "Final table")
    assert [one["table"] for one in lines()] == ["Final table", "Table 9", "Table 10", "Table 11"]
    assert run("tables", "--db", db).out.splitlines()[1:] == [
        f"{name:<11}  nobody" for name in ("Final table", "Table 9", "Table 10", "Table 11")
    ]


def test_the_address_is_where_the_pages_are(run: Run, db: Path, lines: Tables) -> None:
    (one,) = lines("seat", "4", "--host", "hall.example", "--listen", "80")
    assert one["table"] == "Table 4"
    assert one["address"].startswith("http://hall.example/phone#")
    assert lines("seat", "4", "--host", "hall.example", "--listen", "80") == [one]
    said = run("tables", "seat", "4", "--host", "hall.example", "--listen", "80", "--db", db).out
    assert one["address"] in said
    assert "while `tallyboard serve --lan --host hall.example --listen 80` runs" in said
    assert "while `tallyboard serve --lan` runs" in run("tables", "seat", "4", "--db", db).out
    (new,) = lines("seat", "4", "--renew", "--host", "::1")
    assert new["address"].startswith("http://[::1]:8765/phone#")
    assert secret_of(new["address"]) != secret_of(one["address"])


def test_it_tells_who_is_there(run: Run, db: Path, lines: Tables) -> None:
    (one,) = lines("seat", "4")
    with closing(open_store(str(db))) as store:
        found = admit(store, SeatWish(secret=secret_of(one["address"]), token="t"))
        assert isinstance(found, seats.Admitted)
        for board in (found.board, "e661640843"):
            store.add(Heard(board, "Table 4", "0", 7, 0, 0, found.check))
        seats.heard(store, {found.check: (12, False)})
        hub = HubProcess("h", "desk", 1, "serve")
        hubs.beat(store, hub, [Has(found.board, "Table 4 by phone", 0), Has("e661640843", "/dev/ttyACM0", 0)])
        admit(store, SeatWish(secret=secret_of(one["address"]), token="other", takes_over=True))
    (seat,) = lines()
    assert seat["phone"]["heard_s"] >= 0
    assert seat == {
        "table": "Table 4",
        "board": found.board,
        "locked": False,
        "phone": {"here": True, "heard_s": seat["phone"]["heard_s"], "battery": 12, "charging": False},
        "boxes": ["e661640843"],
        "is_asked_for": True,
    }
    row = run("tables", "--db", db).out.splitlines()[1]
    assert "a phone" in row
    assert "12 %" in row
    assert "a box has this name too: e661640843; phone 45 asks for it" in row


def test_keys_are_locked_and_taken(run: Run, db: Path, lines: Tables) -> None:
    (one,) = lines("seat", "4")
    with closing(open_store(str(db))) as store:
        admit(store, SeatWish(secret=secret_of(one["address"]), token="t"))
    assert run("tables", "lock", "4", "--db", db).out == "Table 4: locked.\n"
    assert lines()[0]["locked"]
    assert lines("unlock", "table4") == [{"table": "Table 4", "now": "unlocked"}]
    assert lines("free", "4") == [{"table": "Table 4", "now": "freed"}]
    assert lines()[0]["phone"] is None
    for word in ("lock", "unlock", "free"):
        ran = run("tables", word, "5", "--db", db)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("The table '5' is not opened to phones.\n")


def test_tables_are_closed(run: Run, db: Path, lines: Tables) -> None:
    lines("seat", "1-3")
    assert run("tables", "seat", "1-2", "--close", "--db", db).out == "2 tables closed.\n"
    assert lines("seat", "3", "--close") == [{"table": "Table 3", "now": "closed"}]
    assert lines() == []
    assert run("tables", "seat", "3", "--close", "--db", db).code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["3-2"], "3-2 has no table: 3 is more than 2."),
        (["1-300"], "300 tables would be opened to phones, and 240 can be."),
        (["4", "--renew", "--close"], "--renew and --close cannot both be."),
        (["x" * 25], "The name has 25 bytes, a board keeps 24."),
        ([" "], "The name is blank."),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_opened(
    run: Run, db: Path, lines: Tables, words: list[str], said: str
) -> None:
    lines("seat", "4")
    ran = run("tables", "seat", *words, "--db", db)
    assert (ran.code, ran.out, ran.err.splitlines()[0]) == (2, "", said)
    assert len(lines()) == 1


@PRINTS
def test_their_codes_are_printed(db: Path, lines: Tables, tmp_path: Path) -> None:
    lines("seat", "1-9")
    out = tmp_path / "cards.pdf"
    assert lines("cards", "--out", out) == [{"file": str(out), "tables": 9, "pages": 3}]
    assert out.read_bytes().startswith(b"%PDF")
    assert lines("cards", "2-4", "--sheet", "--language", "fr", "--out", out)[0]["tables"] == 3


def test_there_has_to_be_a_table_to_print(run: Run, db: Path, lines: Tables, tmp_path: Path) -> None:
    ran = run("tables", "cards", "--db", db, "--out", tmp_path / "x.pdf")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "No table is open to phones.")
    lines("seat", "4")
    ran = run("tables", "cards", "5", "--db", db, "--out", tmp_path / "x.pdf")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "The table '5' is not open to phones.")
