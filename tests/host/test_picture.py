"""The table of `watch` on terminals of every size."""

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from tallyboard.terminal.watch_lines import Lines
from tallyboard.terminal.watch_picture import _PAGE_S, Picture
from tests.host.watch_events import (
    LIVE,
    MATCH,
    alarm,
    connected,
    database,
    event,
    lost,
    order,
    played,
    score,
    unplugged,
    upcoming,
)

SIZES = [(80, 24), (80, 50), (60, 20), (40, 12), (200, 24), (20, 8)]


def hall(tables: int, names: tuple[str, str] = ("Ann", "Bob")) -> Lines:
    lines = Lines(clock=lambda: 0.0)
    for number in range(1, tables + 1):
        lines.take(connected(**board(number)))
        lines.take(score(match={**MATCH, "names": dict(zip("AB", names, strict=True))}, **board(number)))
    return lines


def board(number: int) -> dict[str, Any]:
    return {"board": f"e6616408{number:04}", "port": f"ttyACM{number}", "table": f"Table {number}"}


def drawn(picture: Picture, now: float = 0.0) -> list[str]:
    return picture.draw(now).plain.split("\n")


def on(width: int, height: int, lines: Lines) -> Picture:
    return Picture(lines, Console(width=width, height=height, file=io.StringIO()))


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("tables", [0, 1, 7, 30])
@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Maximilian Featherstone & Zoë", "山田太郎と鈴木一郎の組")])
def test_it_fits(width: int, height: int, tables: int, names: tuple[str, str]) -> None:
    lines = hall(tables, names)
    for number in range(1, tables, 4):
        lines.take(lost(cause="The port is in use by another program.", next_step="Close it. " * 9, **board(number)))
    for number in range(2, tables, 4):
        following = upcoming(*names)
        lines.take(score(*played("pichenotte-southwest", "A 20", "next"), upcoming=following, **board(number)))
        lines.take(score(None, None, True, upcoming=following, **board(number + 1), hub="desk-2"))
    lines.take(event("no_data_port", board=None, cause="No data port.", next_step="Deploy."))
    picture = on(width, height, lines)
    shown = drawn(picture)
    assert len(shown) <= height
    assert max(map(cell_len, shown)) <= width
    assert max(map(cell_len, picture.last(0.0).plain.split("\n"))) <= width


def test_a_row_says_who_plays_and_how_it_stands() -> None:
    lines = hall(1)
    lines.take(score({**LIVE, "raw": [15, 0]}, **board(1)))
    head, rule, row, _, foot = drawn(on(80, 24, lines))
    assert head.split() == ["Table", "Match", "Score", "Round", "State", "Next,", "notes"]
    assert set(rule) == {"─"}
    assert row.split("  ")[0] == "Table 1"
    assert " ".join(row.split()) == "Table 1 Ann : B 45 : 20 15 : 0 55 to go"
    assert foot == "1 board, 2 new records. Ctrl-C ends."


def test_more_tables_than_lines_take_turns() -> None:
    picture = on(80, 24, hall(45))
    pages = [drawn(picture, turn * _PAGE_S) for turn in range(3)]
    tables = [line.split()[1] for page in pages for line in page if line.startswith("Table ")]
    assert [table for table in tables if table != "Match"] == [str(number) for number in range(1, 46)]
    assert [page[-1].split(".")[0] for page in pages] == ["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"]
    assert [len(page) for page in pages] == [24] * 3
    assert drawn(picture, 3 * _PAGE_S) == pages[0]
    everything = [line for line in picture.last(0.0).plain.split("\n") if line.startswith("Table ")]
    assert len(everything) == 1 + 45


def test_columns_stay_where_they_are() -> None:
    lines = hall(12)
    picture = on(80, 24, lines)
    before = drawn(picture)
    wide = [{**LIVE, "totals": [105, 40], "raw": [5, 60]}, {**LIVE, "closed": 10}, {**LIVE, "finished": True}, None]
    for number, live in enumerate(wide, 1):
        lines.take(score(live, **board(number)))
        lines.take(lost(**board(number + 4), silent_s=3540.0))
        now = drawn(picture)
        assert now[0] == before[0]
        assert now[12] == before[12], "the row of a table where nothing has happened"


def test_long_names_are_cut_alike_and_scores_never() -> None:
    lines = hall(3, ("Maximilian Featherstonehaugh", "Bartholomew the Younger"))
    lines.take(score({**LIVE, "totals": [1000, -1000, 1000], "raw": [100, 100, 100]}, **board(2)))
    for width in (30, 40, 60, 80):
        assert any("1000 : -1000 : 1000" in row for row in drawn(on(width, 24, lines)))
    assert any("Maximilia… : Bartholome…" in row for row in drawn(on(103, 24, lines)))


def test_what_is_wrong_stands_below_with_its_next_step_the_alarm_first() -> None:
    lines = hall(30)
    lines.take(lost(**board(4)))
    lines.take(unplugged(**board(5)))
    lines.take(alarm(**board(6)))
    shown = drawn(on(80, 24, lines))
    below = shown[shown.index("") + 1 :]
    assert below[0].startswith("Table 6: ALARM: board e66164080006, epoch 7: record 12")
    assert "Table 4: It went away. Plug it in." in below
    assert not any(line.startswith("Table 5:") for line in below)
    assert below[-1] == "Page 1 of 2. 30 boards, 2 away, 30 new records. Ctrl-C ends."


def test_many_troubles_leave_room_for_the_tables() -> None:
    lines = hall(30)
    for number in range(1, 31):
        lines.take(lost(**board(number)))
    shown = drawn(on(80, 24, lines))
    notes = [line for line in shown if line.endswith("Plug it in.")]
    rows = [line for line in shown if line.endswith("away 0 s")]
    assert len(rows) > len(notes) > 0
    assert shown[-3] == f"… and {30 - len(notes)} more"
    assert len(notes) + 2 == 24 // 3, "with the empty line before them and the count of the others"


def test_waiting_is_said() -> None:
    assert drawn(on(80, 24, Lines()))[-1] == "Waiting for boards: plug one in. Ctrl-C ends."


# --- A club day ---


def club_day() -> Lines:
    """Tables of three laptops in every state that there is, five seconds after the last that was heard."""
    lines = Lines(clock=lambda: 95.0)
    lines.take(
        score(*played("crokinole-official", "A 20", "next", "B 15"), upcoming=upcoming("Grace", "Heidi"), **board(1))
    )
    championship = played("crokinole-championship rounds=8", "A 20", "next", names=("Maximilian Featherstone", "Zoë"))
    lines.take(score(*championship, behind=3, **board(2)))
    southwest = played("pichenotte-southwest", "A 20", "B 25", "next", names=("Nora", "Olaf"))
    lines.take(score(*southwest, upcoming=upcoming("Judith Kowalczyk", "Karl-Heinz"), **board(3)))
    over = played("crokinole-official target=20", "A 20", "next", names=("Rosa & Sam", "Tom"))
    lines.take(score(*over, True, upcoming=upcoming("Ivan", "Olaf"), **board(4)))
    lines.take(score(None, None, True, upcoming=upcoming("Priya", "Quentin"), **board(5)))
    lines.take(score(None, None, **board(6)))
    washers = played("washers-ritzenthaler", "A 3", "A 2", names=("Ursula", "Dan"))[1]
    lines.take(score(None, washers, **board(7), hub="desk-2"))
    three = played("crokinole-traditional sides=3 scoring=simple target=20", "A 20", "C 20", "next")[1]
    lines.take(score(None, three, **board(8), hub="desk-3"))
    lines.take(score(None, over[1], **board(9), hub="desk-3"))
    lines.take(unplugged(**board(9), hub="desk-3", silent_s=12.0))
    lines.take(lost(**board(6)))
    lines.take(order(said="Its board has two sides.", **board(3)))
    return lines


def test_a_club_day_on_a_small_terminal() -> None:
    assert drawn(on(80, 24, club_day()), 100.0) == SMALL.split("\n")


def test_a_club_day_on_a_wide_terminal_without_its_database() -> None:
    lines = club_day()
    lines.take(database(37))
    assert drawn(on(120, 40, lines), 100.0) == WIDE.split("\n")


def test_a_club_day_in_a_narrow_window() -> None:
    assert drawn(on(50, 24, club_day()), 100.0) == NARROW.split("\n")


def test_what_cannot_be_relied_on_just_now_is_seen() -> None:
    lines = club_day()
    picture = on(120, 40, lines)

    def style(what: str) -> str:
        text = picture.draw(100.0)
        return str(text.get_style_at_offset(Console(), text.plain.index(what)))

    assert (style("Table 1"), style("here"), style("Table 7"), style("desk-2")) == ("none", "dim", "none", "dim")
    assert (style("Table 6"), style("Table 9"), style("not stored: 3")) == ("yellow", "dim", "yellow")
    lines.take(database(37))
    assert (style("Table 1"), style("Table 7"), style("Not stored: 37")) == ("none", "dim", "bold yellow")


SMALL = """\
Table     Match                   Score    Round  State           Next, notes
────────────────────────────────────────────────────────────────────────────────
Table 1   Ann : Bob              20 : 0   0 : 15  80 to go        Grace : Heidi
Table 2   Maximilia… : Zoë        2 : 0           round 2 of 8    not stored: 3
Table 3   Nora : Olaf             0 : 0  20 : 25  game 1, review  Judi… : Karl-…
Table 4   Rosa & Sam : Tom       20 : 0           Rosa & S… wins  Ivan : Olaf
Table 5   Priya : Quentin                         next one waits
Table 6                                           no match        away 5 s
Table 7   Ursula : Dan            5 : 0    5 : 0  16 to go
Table 8   Ann : Bob : Cleo  20 : 0 : 20           A and C draw
Table 9   Rosa & Sam : Tom       20 : 0           Rosa & S… wins  away 17 s

Table 3: The assignment was refused. Its board has two sides.
Table 6: It went away. Plug it in.

9 boards, 6 of them here, 2 away, not stored: 3, 6 new records. Ctrl-C ends."""

WIDE = """\
Table     Match                                Score    Round  State                Next, notes                   Laptop
────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
Table 1   Ann : Bob                           20 : 0   0 : 15  80 to go             Grace : Heidi                 here
Table 2   Maximilian Featherstone : Zoë        2 : 0           round 2 of 8         not stored: 3                 here
Table 3   Nora : Olaf                          0 : 0  20 : 25  game 1 of 8, review  Judith Kowalcz… : Karl-Heinz  here
Table 4   Rosa & Sam : Tom                    20 : 0           Rosa & Sam wins      Ivan : Olaf                   here
Table 5   next: Priya : Quentin                                next one waits                                     here
Table 6                                                        no match             away 5 s                      here
Table 7   Ursula : Dan                         5 : 0    5 : 0  16 to go                                           desk-2
Table 8   Ann : Bob : Cleo               20 : 0 : 20           Ann and Cleo draw                                  desk-3
Table 9   Rosa & Sam : Tom                    20 : 0           Rosa & Sam wins      away 17 s                     desk-3

Not stored: 37 records wait on the boards. The database does not answer. Start it again.
Table 3: The assignment was refused. Its board has two sides.
Table 6: It went away. Plug it in.

9 boards, 6 of them here, 2 away, 6 new records. Ctrl-C ends."""

NARROW = """\
Table     Match              Score  State
──────────────────────────────────────────────────
Table 1   Ann : Bob         20 : 0  80 to go
Table 2   Maxi… : Zoë        2 : 0  round 2 of 8
Table 3   Nora : Olaf        0 : 0  game 1, review
Table 4   Rosa… : Tom       20 : 0  Rosa & S… wins
Table 5   Pri… : Que…               next one waits
Table 6                             no match
Table 7   Ursu… : Dan        5 : 0  16 to go
Table 8   … : B… : C…  20 : 0 : 20  A and C draw
Table 9   Rosa… : Tom       20 : 0  Rosa & S… wins

Table 3: The assignment was refused. Its board has
two sides.
Table 6: It went away. Plug it in.

9 boards, 6 of them here, 2 away, not stored: 3,…"""
