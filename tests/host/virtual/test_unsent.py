"""What no laptop has taken yet: how many presses, and all of it as people and programs read it."""

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, NEXT, UNDO, event
from shared_rules.journal import record
from tableside.journal import Journal
from tallyboard.virtual.box.unsent import unsent, waits
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.working_table import WorkingTable


def played(*events: int) -> Journal:
    """The journal of a table at which these were entered."""
    chip = FramChip()
    table = WorkingTable(lambda: Journal(medium_of(chip), lambda: 7), 2, "crokinole-official")
    table.step(0)
    for at, each in enumerate(events):
        table.enter(each, 1000 * at)
    return table.journal


TWENTY, FIVE, CLOSE, BACK = event(COUNT, 0, 20), event(COUNT, 1, 5), event(NEXT), event(UNDO)


def test_only_presses_are_counted() -> None:
    journal = played(TWENTY, FIVE, CLOSE, BACK)
    assert waits(journal, 0, 0) == {"epoch": journal.epoch, "acked": 0, "presses": 4}


def test_what_is_acknowledged_is_counted_no_more() -> None:
    journal = played(TWENTY, FIVE, CLOSE)
    journal.ack(journal.next - 1)
    assert waits(journal, 0, 0)["presses"] == 1
    journal.ack(journal.next)
    assert waits(journal, 0, 0)["presses"] == 0


def test_somebody_remembers_more_than_the_board_has_written_down() -> None:
    journal = played(TWENTY, FIVE, CLOSE)
    assert waits(journal, journal.epoch, journal.next - 1)["presses"] == 1
    assert waits(journal, journal.epoch + 1, journal.next - 1)["presses"] == 3, "another epoch"
    assert waits(journal, journal.epoch, journal.next + 9)["acked"] == journal.next


def test_the_presses_are_lines_of_a_scoresheet() -> None:
    journal = played(TWENTY, FIVE, CLOSE, BACK)
    journal.ack(journal.next - 3)
    told = unsent(journal, 0, 0)
    game = next(line for line in told["lines"] if line.startswith("game "))
    assert catalogue.IDS[0] == catalogue.new(game.removeprefix("game ")).ID
    assert told["lines"] == [game, "B 5", "next", "undo"]
    assert (told["first"], told["next"]) == (journal.next - 3, journal.next)


def test_the_records_are_those_of_the_journal() -> None:
    journal = played(TWENTY, FIVE)
    journal.ack(journal.next - 2)
    told = unsent(journal, 0, 0)
    assert bytes.fromhex(told["records"]) == bytes(journal.read(journal.next - 2, 2))
    assert len(told["records"]) == 2 * 2 * record.SIZE
