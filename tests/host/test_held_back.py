"""A phone that brings records or journals without end: some of them come, the rest waits on it, and nobody is void."""

import itertools
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tallyboard.hub import following
from tallyboard.hub.intake import PortAllowance
from tallyboard.journal.runs import Spans
from tallyboard.link.fed_ports import HallPorts
from tallyboard.link.finding import AIR, CABLE
from tallyboard.store import seats
from tests.host.test_hub_seats import TOKENS, Laptop, Phone, is_stored, records

PRESSES = ["A 20", "undo"] * 100  # three records each, or so
FRAME = 24  # records that one answer brings


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(following, "ASK_S", 0.01)
    monkeypatch.setattr(following, "_LOOK_S", 0.01)
    monkeypatch.setattr(following, "HELD_S", 0.0)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def laptop_with(folder: Path, monkeypatch: pytest.MonkeyPatch, **pace: Any) -> Iterator[Laptop]:
    monkeypatch.setattr(HallPorts, "pace", replace(AIR, **pace))
    with closing(Laptop(str(folder / "store.db"))) as laptop:
        yield laptop


@pytest.fixture
def mean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Laptop]:
    """A laptop that takes forty records of a table, and no more ever."""
    yield from laptop_with(tmp_path, monkeypatch, burst=40, a_second=0.0)


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Laptop]:
    """A laptop that takes forty records of a table, then two hundred a second."""
    yield from laptop_with(tmp_path, monkeypatch, burst=40, a_second=200.0)


@pytest.fixture
def strict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Laptop]:
    """A laptop that takes two journals of a table, and no more ever."""
    yield from laptop_with(tmp_path, monkeypatch, journals=2, journals_a_second=0.0, pauses_s=(0.0,))


def at_tables(laptop: Laptop, count: int) -> list[Phone]:
    opened = seats.open_seats(laptop.store, [str(number + 1) for number in range(count)])
    phones = [Phone(token) for token in TOKENS[:count]]
    for phone, seat in zip(phones, opened, strict=True):
        phone.scan(laptop, seat.secret)
    return phones


def test_no_more_comes_than_may_and_others_go_on(mean: Laptop) -> None:
    liar, other = at_tables(mean, 2)
    liar.press(*PRESSES)
    told = mean.told.until("held_back", table="Table 1")
    assert told["records"] > 0
    other.press("A 20")
    mean.has_stored(other)
    assert is_stored(mean.store, other)
    assert 40 - FRAME <= len(records(mean.store, liar)) <= 40 + FRAME
    assert not any("void" in message for message in liar.told + other.told)
    assert sum(event["event"] == "held_back" for event in mean.told.events) == 1


def test_nor_press_by_press(mean: Laptop) -> None:
    (liar,) = at_tables(mean, 1)
    mean.has_stored(liar)
    for press in PRESSES[:80]:
        liar.press(press)
        mean.has_heard(liar)
    assert len(records(mean.store, liar)) <= 40
    assert mean.told.ever("held_back")["records"] > 0


def test_it_begins_anew_with_no_socket_and_no_token(mean: Laptop) -> None:
    (liar,) = at_tables(mean, 1)
    liar.press(*PRESSES)
    mean.told.until("held_back")
    had = len(records(mean.store, liar))
    (seat,) = seats.open_seats(mean.store, ["1"])
    for _ in range(3):
        liar.cut()
        liar.scan(mean, seat.secret)
        mean.told.until("score", next=liar.next)
    liar.cut()
    moved = Phone(TOKENS[5], liar.board)
    moved.scan(mean, None, old=liar.token)
    moved.press("A 20")
    mean.told.until("score", next=moved.next)
    assert len(records(mean.store, liar)) <= had + FRAME


def begin(phone: Phone, epoch: int) -> None:
    """Be another journal from now on."""
    assert phone.board is not None
    phone.board.chip.memory[:] = bytes(len(phone.board.chip.memory))
    phone.board.switch_on(epoch)


def journals(laptop: Laptop) -> list[tuple[str, int]]:
    with laptop.store.reading() as sql:
        return [(board, epoch) for board, epoch in sql.rows("SELECT board, epoch FROM journals")]


@pytest.mark.parametrize("on_new_sockets", [False, True])
def test_no_more_journals_begin_than_may_and_others_go_on(strict: Laptop, on_new_sockets: bool) -> None:
    liar, other = at_tables(strict, 2)
    assert liar.board is not None
    strict.has_stored(liar)
    first = bytes(liar.board.chip.memory)
    (seat,) = seats.open_seats(strict.store, ["1"])
    for epoch in (8, 9):
        begin(liar, epoch)
        if on_new_sockets:
            liar.cut()
            liar.scan(strict, seat.secret)
        liar.press("A 20")
        event, what = ("score", {"epoch": 8, "behind": 0}) if epoch == 8 else ("held_back", {})
        strict.told.until(event, table="Table 1", **what)
    other.press("A 20")
    strict.has_stored(other)
    assert len(journals(strict)) == 3
    assert not any("void" in message for message in liar.told + other.told)
    liar.board.put_back(first, "A 20", "A 20")  # what came before goes on
    strict.has_stored(liar)
    assert (liar.board.journal[-1][0] + 1) == len(records(strict.store, liar))
    strict.told.until("held_back", records=0)


def test_all_of_it_comes_in_its_time(slow: Laptop) -> None:
    (phone,) = at_tables(slow, 1)
    phone.press(*PRESSES)
    assert slow.told.until("held_back")["records"] > 0
    slow.has_stored(phone)
    assert is_stored(slow.store, phone)
    slow.told.until("held_back", records=0)
    phone.press("B 20")
    slow.has_stored(phone)
    assert is_stored(slow.store, phone)


def test_what_a_phone_brings_that_was_away_is_not_held_back() -> None:
    """Two journals as large as its memory, one behind the other."""
    allowance = PortAllowance(AIR.burst, AIR.a_second)
    assert allowance.may_bring(2 * 4096, 5.0) == 2 * 4096
    allowance.bring(2 * 4096)
    assert (allowance.may_bring(1, 5.0), allowance.held_s(5.0)) == (0, 0.0)
    assert (allowance.may_bring(100, 6.0), allowance.held_s(6.0)) == (20, 1.0)
    assert (allowance.may_bring(10, 6.0), allowance.held_s(6.0)) == (10, None)
    assert allowance.may_bring(1 << 20, 1e6) == 2 * 4096


def test_a_cable_brings_what_it_likes() -> None:
    allowance = PortAllowance(CABLE.burst, CABLE.a_second)
    allowance.bring(1 << 30)
    assert (allowance.may_bring(1 << 30, 1.0), allowance.held_s(1.0)) == (1 << 30, None)


def test_the_lowest_numbers() -> None:
    spans = Spans([(3, 5), (7, 8), (10, 14)])
    numbers = [number for first, end in spans for number in range(first, end)]
    for most in range(9):
        found = itertools.chain.from_iterable(range(*span) for span in spans.lowest(most))
        assert list(found) == numbers[:most]
