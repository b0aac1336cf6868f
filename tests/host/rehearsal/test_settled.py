"""At the end of a rehearsal nothing is looked at before it has come; a hub that has just begun ends as any other."""

from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tallyboard.rehearsal import checks
from tallyboard.rehearsal.processes import HubCommand
from tallyboard.store import Heard, open_store, tournaments
from tests.harness.firmware_board import BOARD, FirmwareBoard


def test_a_press_that_is_still_on_its_way_is_waited_for(tmp_path: Path) -> None:
    """As where the final is in, and the last round of the match for the third place is not."""
    board = FirmwareBoard()
    board.press("A 20", "B 15")
    with closing(open_store(str(tmp_path / "tallyboard.db"))) as store:
        tournaments.create(store, "Rehearsal", "tournament singles seed=1", "UTC")
        with store.reading() as sql:
            followed = tournaments.followed(sql)
        records = board.journal
        store.add(Heard(BOARD, "1", "0", 7, 0, len(records)), records)
    table = SimpleNamespace(board=BOARD, entered=[1, 2])
    day: Any = SimpleNamespace(
        organiser=SimpleNamespace(db=str(tmp_path / "tallyboard.db"), followed=followed), tables=[table]
    )
    assert checks.is_settled(day)
    table.entered.append(3)
    assert not checks.is_settled(day)


def test_a_hub_that_is_ended_while_it_starts_is_no_complaint(tmp_path: Path) -> None:
    hub = HubCommand(tmp_path, str(tmp_path / "tallyboard.db"))
    hub.start()
    assert hub.end() == ""
