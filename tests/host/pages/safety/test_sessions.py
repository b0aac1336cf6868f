"""Who is logged in."""

import hashlib
import json
import stat
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.pages.safety.operators import MOST, SESSIONS_FILE, Sessions

HOURS = 3600


class World:
    """The time and the passcode that hold."""

    now = 1_000_000.0
    passcode = "first"


@pytest.fixture
def world() -> World:
    return World()


def sessions_of(folder: Path, world: World) -> Sessions:
    return Sessions(folder, lambda: world.now, lambda: world.passcode)


@pytest.fixture
def sessions(tmp_path: Path, world: World) -> Sessions:
    return sessions_of(tmp_path, world)


def test_a_token_is_somebodys(sessions: Sessions) -> None:
    ann, bob = sessions.begin("Ann"), sessions.begin("Bob")
    assert sessions.operator(ann) == "Ann"
    assert sessions.operator(bob) == "Bob"
    for other in ("", "x", ann[:-1], hashlib.sha256(ann.encode()).hexdigest(), "\ud800"):
        assert sessions.operator(other) == ""


def test_a_token_has_256_bits(sessions: Sessions) -> None:
    tokens = {sessions.begin("Ann") for _ in range(10)}
    assert len(tokens) == 10
    assert all(len(token) == 43 for token in tokens)


def test_it_ends_after_twelve_hours(sessions: Sessions, world: World) -> None:
    ann = sessions.begin("Ann")
    world.now += 12 * HOURS - 1
    assert sessions.operator(ann)
    world.now += 1
    assert sessions.operator(ann) == ""


def test_it_ends_where_the_clock_was_set_back(sessions: Sessions, world: World) -> None:
    """By so much that it would last much longer; not by as little as happens every day."""
    ann = sessions.begin("Ann")
    world.now -= HOURS
    assert sessions.operator(ann)
    world.now -= 1
    assert sessions.operator(ann) == ""


def test_it_outlives_the_server(sessions: Sessions, world: World, tmp_path: Path) -> None:
    ann = sessions.begin("Zoë 🎯")
    assert sessions_of(tmp_path, world).operator(ann) == "Zoë 🎯"


def test_logging_out_ends_it_and_no_other(sessions: Sessions, world: World, tmp_path: Path) -> None:
    ann, bob = sessions.begin("Ann"), sessions.begin("Bob")
    sessions.end(ann)
    sessions.end("never begun")
    for reader in (sessions, sessions_of(tmp_path, world)):
        assert reader.operator(ann) == ""
        assert reader.operator(bob)


def test_a_new_passcode_ends_all(sessions: Sessions, world: World) -> None:
    ann = sessions.begin("Ann")
    world.passcode = "second"
    assert sessions.operator(ann) == ""
    assert sessions.operator(sessions.begin("Bob"))


def test_there_are_so_many(sessions: Sessions, world: World, tmp_path: Path) -> None:
    tokens = []
    for _ in range(MOST + 2):
        tokens.append(sessions.begin("Ann"))
        world.now += 1
    assert [bool(sessions.operator(token)) for token in tokens] == [False] * 2 + [True] * MOST
    assert len(json.loads((tmp_path / SESSIONS_FILE).read_text())["sessions"]) == MOST


def test_the_file_has_no_token_and_only_its_user_reads_it(sessions: Sessions, tmp_path: Path) -> None:
    ann = sessions.begin("Ann")
    file = tmp_path / SESSIONS_FILE
    assert ann not in file.read_text()
    assert hashlib.sha256(ann.encode()).hexdigest() in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


DAMAGED = ["", "{", "[]", "{}", '{"sessions": 1}', '{"sessions": [1]}', '{"sessions": [{}]}']
DAMAGED += ['{"sessions": [{"token": 1, "name": "a", "passcode": "first", "ends": 2}]}']
DAMAGED += ['{"sessions": [{"token": "x", "name": "a", "passcode": "first", "ends": "2"}]}']


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_holds_nobody_and_is_no_obstacle(sessions: Sessions, tmp_path: Path, text: str) -> None:
    ann = sessions.begin("Ann")
    (tmp_path / SESSIONS_FILE).write_text(text)
    assert sessions.operator(ann) == ""
    assert sessions.operator(sessions.begin("Ann"))


def test_a_name_that_no_page_could_show_is_damage(sessions: Sessions) -> None:
    assert sessions.operator(sessions.begin("\ud800")) == ""


def test_a_file_that_cannot_be_read_is_told(sessions: Sessions, tmp_path: Path) -> None:
    (tmp_path / SESSIONS_FILE).mkdir()
    with pytest.raises(TallyboardError) as told:
        sessions.operator("x")
    assert "cannot be read" in told.value.cause
