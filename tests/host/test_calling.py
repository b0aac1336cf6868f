"""A board and the tournaments agree: what is called waits there, and what is called no more does not."""

import threading
from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest

from shared_rules.journal.record import ASSIGN
from tallyboard.hub.following import Following
from tallyboard.hub.tournaments import WantedAtBoard
from tallyboard.link import Client
from tallyboard.store import Store, open_store
from tallyboard.store.reader import FullNames
from tallyboard.store.tournaments.calls import NextGame
from tests.harness.firmware_board import Cable, FirmwareBoard
from tests.host.test_doing import Turns
from tests.link.desk import DirectDesk

OURS = frozenset({"3fa9c1d2"})
NOTHING = WantedAtBoard(None, OURS)


def game(key: str = "3fa9c1d2-17.1", names: tuple[str, str] = ("Ann", "Bob"), match: str = "1:1-2") -> NextGame:
    return NextGame("Club evening", match, "Table 3", key, "crokinole-official format=singles", names, names, 0)


def calls(key: str = "3fa9c1d2-17.1", *names: str) -> WantedAtBoard:
    return WantedAtBoard(game(key, (names[0], names[1]) if names else ("Ann", "Bob")), OURS)


class Hall:
    """A board, and a hub that knows what is wanted there."""

    def __init__(self, store: Store) -> None:
        self.board = FirmwareBoard()
        self.desk = DirectDesk(lambda: store)
        self.told: list[Mapping[str, Any]] = []

    def follow(self, wanted: WantedAtBoard | None = None, turns: Turns | None = None) -> None:
        """One conversation with the board, for some turns."""
        self.desk.wanted = wanted
        with Cable(self.board).open_port("/dev/ttyACM1") as port:
            stopping = cast(threading.Event, turns or Turns(30))
            Following(Client(port), self.desk, self.told.append, stopping).run(lambda following: None)

    def assign(self, key: str) -> None:
        with Cable(self.board).open_port("/dev/ttyACM1") as port:
            Client(port).assign(key, "crokinole-official", ["Gil", "Hal"])

    def start(self) -> None:
        """NEXT at the table."""
        assert self.board._table.start_assigned(5000) is None

    @property
    def waiting(self) -> tuple[str, tuple[str, ...]] | None:
        wanted = self.board._table.assigned
        return None if wanted is None else (wanted.key, tuple(wanted.names[:2]))

    @property
    def assignments(self) -> int:
        return sum(data[0] == ASSIGN for _, data in self.board.journal)

    def hindrances(self) -> list[tuple[str, str]]:
        return [(one["state"], one["said"]) for one in self.told if one["event"] == "call"]


@pytest.fixture
def hall(store: Store, hasty: None) -> Hall:
    return Hall(store)


@pytest.fixture
def store() -> Iterator[Store]:
    """Of one kind: what is tested here never reads it."""
    with open_store("sqlite://") as made:
        yield made


def test_what_is_called_waits_at_the_table_and_is_told_once(hall: Hall) -> None:
    hall.follow(calls())
    assert hall.waiting == ("3fa9c1d2-17.1", ("Ann", "Bob"))
    hall.follow(calls())
    assert hall.assignments == 1
    assert hall.told[-1]["upcoming"]["names"] == {"A": "Ann", "B": "Bob"}
    assert hall.hindrances() == []


def test_full_names_that_are_read_after_the_match_waits_are_told(hall: Hall, store: Store) -> None:
    hall.follow(calls("3fa9c1d2-17.1", "Kai Spath", ":dart: Zoe"))
    assert hall.told[-1]["upcoming"]["names"] == {"A": "Kai Spath", "B": ":dart: Zoe"}
    store.name("3fa9c1d2-17.1", {("A", "Kai Spath"): "Kai Späth"})

    class ReadLate(Turns):
        """The names are read after some turns."""

        def is_set(self) -> bool:
            if self.looks == 20:
                with store.reading() as sql:
                    hall.desk.full_names = FullNames(sql)
            return super().is_set()

    hall.follow(calls("3fa9c1d2-17.1", "Kai Spath", ":dart: Zoe"), ReadLate(60))
    shown = [one["upcoming"]["names"] for one in hall.told if one["event"] == "score" and one["upcoming"]]
    assert shown[-1] == {"A": "Kai Späth", "B": ":dart: Zoe"}, "a board's own name where there is no other"


def test_what_is_not_known_changes_nothing(hall: Hall) -> None:
    hall.follow(calls())
    hall.follow(None)
    assert hall.waiting is not None


def test_a_call_that_ended_is_taken_back_and_another_takes_its_place(hall: Hall) -> None:
    hall.follow(calls())
    hall.follow(calls("3fa9c1d2-21.1", "Cid", "Dee"))
    assert hall.waiting == ("3fa9c1d2-21.1", ("Cid", "Dee"))
    hall.follow(NOTHING)
    assert hall.waiting is None


def test_who_is_renamed_is_called_by_the_new_name(hall: Hall) -> None:
    hall.follow(calls())
    hall.follow(calls("3fa9c1d2-17.1", "Anna", "Bob"))
    assert hall.waiting == ("3fa9c1d2-17.1", ("Anna", "Bob"))


@pytest.mark.parametrize("key", ["m1", "0badc0de-1.1", "3fa9c1d2-x.1", "3fa9c1d2-17"])
def test_what_was_assigned_by_hand_is_left_alone_and_said(hall: Hall, key: str) -> None:
    hall.assign(key)
    hall.follow(NOTHING)
    hall.follow(calls())
    assert hall.waiting == (key, ("Gil", "Hal"))
    assert hall.hindrances() == [
        ("hand", "a match that was assigned by hand waits there; 1:1-2 waits for it to be started or taken back")
    ]


def test_a_game_that_was_started_is_not_called_again(hall: Hall) -> None:
    hall.follow(calls())
    hall.start()
    hall.board.press("A 20")
    hall.follow(calls())
    assert (hall.waiting, hall.assignments) == (None, 1)
    hall.follow(NOTHING)
    assert hall.assignments == 1, "there is nothing to take back"
    hall.follow(calls("3fa9c1d2-21.1", "Cid", "Dee"))
    assert hall.waiting == ("3fa9c1d2-21.1", ("Cid", "Dee"))


def test_a_table_that_plays_something_else_goes_on_and_the_call_waits(hall: Hall) -> None:
    hall.board.press("A 20")
    hall.follow(calls())
    assert hall.waiting == ("3fa9c1d2-17.1", ("Ann", "Bob"))
    assert hall.hindrances() == [("other", "the table plays another match; 1:1-2 waits for its end")]
    assert hall.board.totals == [0, 0]


def test_what_the_board_refuses_is_said_once(hall: Hall) -> None:
    bad = WantedAtBoard(game()._replace(line="crokinole-official discs=999"), OURS)
    hall.follow(bad)
    assert [state for state, _ in hall.hindrances()] == ["refused"]
    assert hall.waiting is None


def test_a_firmware_that_does_not_tell_what_waits_is_said_and_left_alone(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = Client.state
    monkeypatch.setattr(Client, "state", lambda client: {**state(client), "key": None})
    hall.follow(calls())
    assert hall.waiting is None
    assert [one[0] for one in hall.hindrances()] == ["refused"]
    assert "1:1-2 is not called at the box" in hall.hindrances()[0][1]


def test_nothing_is_told_while_not_everything_is_stored(hall: Hall) -> None:
    hall.desk.has_turn = lambda: False
    hall.follow(calls())
    assert hall.waiting is None
