"""The table of `watch` on terminals of every size."""

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from tallyboard.watch.lines import Lines
from tallyboard.watch.picture import _PAGE_S, Picture
from tests.host.watch_events import LIVE, alarm, connected, event, lost, score, unplugged

SIZES = [(80, 24), (80, 50), (60, 20), (40, 12), (200, 24), (20, 8)]


def hall(tables: int, names: tuple[str, str] = ("Ann", "Bob")) -> Lines:
    lines = Lines()
    for number in range(1, tables + 1):
        who: dict[str, Any] = {"board": f"e6616408{number:04}", "port": f"ttyACM{number}", "table": f"Table {number}"}
        lines.take(connected(**who))
        lines.take(score(match={"sides": ["A", "B"], "names": dict(zip("AB", names, strict=True))}, **who))
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
    assert head.split() == ["Table", "Match", "Score", "Round", "State", "Heard"]
    assert set(rule) == {"─"}
    assert row.split("  ")[0] == "Table 1"
    assert " ".join(row.split()) == "Table 1 Ann : B 45 : 20 15 : 0 round 3"
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
    assert any("Maximilia… : Bartholome…" in row for row in drawn(on(100, 24, lines)))


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
    rows = [line for line in shown if line.endswith(" ago")]
    assert len(rows) > len(notes) > 0
    assert shown[-3] == f"… and {30 - len(notes)} more"
    assert len(notes) + 2 == 24 // 3, "with the empty line before them and the count of the others"


def test_waiting_is_said() -> None:
    assert drawn(on(80, 24, Lines()))[-1] == "Waiting for boards: plug one in. Ctrl-C ends."
