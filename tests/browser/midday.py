"""A club in the middle of its day, with something to see on every page, and with names as people write them."""

import shlex
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from tallyboard.store import open_store, radio, seats, tournaments
from tallyboard.store.hubs import present
from tallyboard.store.tournaments.appending import append
from tallyboard.store.tournaments.follow import Followed, FollowedSeason
from tests.browser.serving import Server
from tests.harness.firmware_board import FirmwareBoard
from tests.harness.waiting import eventually

NAMES = (
    "<b>Ann</b><script>alert(1)</script>",
    "عمر الخيّام",
    "👩‍👩‍👧‍👦 Zoë 🎯",
    "Wolfeschlegelsteinhausenbergerdorff" + "x" * 25,
    "Eve",
    "Fay",
    "Gus",
    "Hal",
)
_GAME = "crokinole-championship rounds=2"
_ROUND = ("A 20", "A 15", "B 10", "next")
_WAITING, _PLAYING = "e6616408aa01", "e6616408aa02"  # boards
_EPOCH = 7  # of their journals


@contextmanager
def midday(folder: Path) -> Iterator[Server]:
    """Its server: a round robin that is over, with a result that was corrected and one that boxes and hands say
    otherwise; a knock-out that is on; a Swiss phase for the evening, not drawn yet; a match on a box at table 2, and
    one that waits at table 1; tables 5 to 7 are open to phones, at 6 is one that is nearly flat, and another one asks
    for it; a box is paired, and others call that are not."""
    waiting = FirmwareBoard("1", _GAME, _WAITING)
    playing = FirmwareBoard("2", "crokinole-official", _PLAYING)
    waiting.press(*_ROUND, *_ROUND)
    playing.press(*_ROUND, "A 20", "B 5", "B 5")
    with Server(folder, [waiting, playing]) as server:
        server.tournament("new 'Spring Open' --time-zone UTC --seed 6", *(f"add {shlex.quote(name)}" for name in NAMES))
        server.tournament(f"phase 1 round-robin groups=4 game {_GAME}", "draw", "open 1-4")
        for one, other in ((1, 8), (2, 7), (3, 6), (4, 5)):
            server.tournament(f"result {one} 3 {other} 1")
        server.tournament("result 1:1-8 1 4 8 0 --reason 'read wrongly'")
        server.tournament(
            f"phase 2 double of=1 take=1-2 game {_GAME}", "draw", "call", "note 'Table 4 is waxed'", "clock 90"
        )
        server.tournament(f"phase 3 swiss rounds=3 game {_GAME}")
        _season(server)
        _phones(server)
        eventually(partial(_is_collected, server, {_WAITING: waiting, _PLAYING: playing}))
        yield server


def _is_collected(server: Server, boards: dict[str, FirmwareBoard]) -> bool:
    """Whether the laptop has all that was pressed at these, and the first has its match: pages stand still then."""
    with closing(open_store(str(server.db))) as store, store.reading() as sql:
        there = {one.board: one for one in present(sql)}
        stored = {board: sum(end - first for first, end in store.held(board, _EPOCH)) for board in boards}
    waits = _WAITING in there and there[_WAITING].waits
    return waits and all(stored[board] >= len(memory.journal) for board, memory in boards.items())


def _season(server: Server) -> None:
    """The season of which the day is a night, as one evening before was and one is that nobody finds again."""
    with closing(open_store(str(server.db))) as store:
        with store.reading() as sql:
            day = tournaments.find(sql)
        former = Followed(tournaments.create(store, "First evening", "tournament singles seed=1", "UTC"))
        played = [f"result 1:{x}-{y} {x} 3 {y} 1" for x, y in ((1, 2), (1, 3), (2, 3))]
        names = [f"add {name}" for name in NAMES[:3]]
        tournaments.append(
            store, former, lambda _: [*names, f"phase 1 round-robin game {_GAME}", "draw 1", *played], "Ann"
        )
        tournaments.use(store, day.id)
        season = FollowedSeason(tournaments.create(store, "Tuesdays", "season best=1 points=10,8,6", "UTC"))
        people = [*(f"player {name}" for name in NAMES[:6]), "player Ida = Idy = 1234"]
        nights = [f"night 2026-01-13 {former.about.id}", f"night 2026-01-20 {day.id}", "night 2026-01-27 gone.txt"]
        append(store, season, lambda _: [*people, *nights], "Ann")


def _phones(server: Server) -> None:
    with closing(open_store(str(server.db))) as store:
        _, six, seven = seats.open_seats(store, ["5", "6", "7"])
        seats.admit(store, seats.SeatWish(secret=six.secret, token="a" * 43))
        seats.heard(store, {seats.check_of("a" * 43): (15, False)})
        seats.admit(store, seats.SeatWish(secret=six.secret, token="b" * 43, takes_over=True))
        seats.lock(store, seven.table, True)
        radio.pair(store, "e6616408aa03", bytes(32), "Ann")
        radio.note(
            store, {("e6616408aa03", "key"): 3, ("e6616408aa04", "unknown"): 1200, ("e6616408aa05", "repeat"): 1}
        )


@contextmanager
def first_call(folder: Path) -> Iterator[Server]:
    """A club with two players, whose match is called to its one table."""
    with Server(folder) as server:
        server.tournament("new 'Club day' --time-zone UTC", "add Ann", "add Bob")
        server.tournament("phase 1 round-robin game crokinole-championship", "draw", "open 1", "call")
        yield server


def pages(server: Server) -> dict[str, str]:
    """An address for every page, by its name."""
    with closing(open_store(str(server.db))) as store:
        recorded = next(match["match"] for match in store.matches())
    desk, match = "/desk/now", "2:W1.1"
    return {
        "hall": "/",
        "table": "/table/2",
        "tv": "/tv",
        "overlay": "/overlay/2",
        "results": "/results",
        "match": f"/match/{recorded}",
        "tournaments": "/tournaments",
        "tournament": "/t/now",
        "standings": "/t/now/standings",
        "bracket": "/t/now/bracket/2",
        "bracket_in_use": "/t/now/bracket",
        "schedule": "/t/now/schedule",
        "players": "/t/now/players",
        "player": "/t/now/player/1",
        "statistics": "/t/now/statistics",
        "season": "/season/now",
        "season_player": "/season/now/1",
        "login": "/login",
        "desk": "/desk",
        "desk_list": "/desk/all",
        "desk_day": desk,
        "desk_announcer": f"{desk}/announcer",
        "desk_floor": f"{desk}/floor",
        "desk_entrants": f"{desk}/entrants",
        "desk_order": f"{desk}/order",
        "desk_entrant": f"{desk}/entrant/1",
        "desk_phases": f"{desk}/phases",
        "desk_shootout": f"{desk}/phase/1/shootout",
        "desk_declare": f"{desk}/phase/4",
        "desk_pairing": f"{desk}/phase/3/pairs",
        "desk_results": f"{desk}/matches",
        "desk_taken_in": f"{desk}/taken",
        "desk_result": f"{desk}/result/{match}",
        "desk_sheet": f"{desk}/sheet/{match}",
        "desk_boards": f"{desk}/boards",
        "desk_recorded": f"{desk}/recorded/{recorded}",
        "desk_log": f"{desk}/log",
        "desk_papers": f"{desk}/papers",
        "desk_season": "/desk/season/now",
        "tables": "/tables",
        "tables_phones": "/tables/phones",
        "tables_radio": "/tables/radio",
        "tables_board": "/tables/board/e6616408aa02",
        "doctor": "/doctor",
        "report": "/report",
    }
