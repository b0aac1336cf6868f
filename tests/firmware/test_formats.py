"""Journals of other versions: what an older firmware wrote is read, what a newer one added is passed over."""

from pathlib import Path

import pytest

from shared_rules.games import catalogue
from shared_rules.journal import record
from shared_rules.journal.replay import STARTED, Replay
from tableside import table_orders
from tests.harness.bench import Bench
from tests.harness.memory_chips import FramChip

# An FRAM as the firmware of record format 1 left it: a game of Southwest closed, the next under review, two power-ons.
FORMAT_1 = Path(__file__).parent / "data" / "format_1.txt"
# And of format 2: a shootout played, light down, a fault, an assigned match begun, two power-ons.
FORMAT_2 = Path(__file__).parent / "data" / "format_2.txt"

# And of format 3, one board at three times: washers in the second round; then pichenottes, where turns pass without a
# stop, light down, the table named and the time told; then a shootout, an assigned match passed over by a rematch,
# whose starter was an event.
FORMAT_3_WASHERS, FORMAT_3_QUEBEC, FORMAT_3 = [
    Path(__file__).parent / "data" / f"format_3{which}.txt" for which in ("_washers", "_quebec", "")
]


def chip_with(path: Path) -> tuple[FramChip, bytes]:
    """A chip that holds this image, and the image."""
    chip = FramChip()
    image = bytes.fromhex(path.read_text())
    chip.memory[: len(image)] = image
    return chip, image


def test_a_journal_of_format_1_is_read_and_gone_on_with() -> None:
    chip, image = chip_with(FORMAT_1)
    bench = Bench("crokinole-official", chip)
    assert bench.shown == ["   0.", "° 35.", "AGRE"]
    assert (bench.match.totals, bench.match.length) == ([55, 60], 11)
    assert bench.table.journal.acked == 9
    bench.hold("A1")
    bench.hold("B1")
    bench.wait(3_000)
    assert bench.shown == ["  55", "  95", "WINB"]
    bench.press("UNDO UNDO UNDO")
    assert bytes(chip.memory[64 : len(image)]) == image[64:], "not a byte of it has changed"
    bench.table.note_fault("of format 2", 0)
    assert Bench("crokinole-official", chip).shown == ["   0.", "° 35.", "G 2 "]


def test_a_journal_of_format_2_is_read_and_gone_on_with() -> None:
    chip, image = chip_with(FORMAT_2)
    bench = Bench("twenties-shootout discs=6", chip)
    assert bench.shown == ["   0.", "° 20.", "R 2 "]
    assert (bench.match.totals, bench.match.length) == ([25, 0], 5)
    assert (bench.table.light, bench.table.key, bench.table.journal.next) == (7, "final 3", 48)
    assert table_orders.rename(bench.table, "Hall 2", bench.now)
    bench.press("A3 NEXT")
    again = Bench("twenties-shootout discs=6", chip)
    assert (again.table.name(), again.table.light, again.match.totals) == ("Hall 2", 7, [25, 10])
    assert bytes(chip.memory[64 : len(image)]) == image[64:], "not a byte of it has changed"


def test_washers_of_format_3_which_had_no_format_are_read_and_gone_on_with() -> None:
    chip, image = chip_with(FORMAT_3_WASHERS)
    bench = Bench("crokinole-official", chip)
    assert bench.shown == ["°  4", "   2", "R 2 "]
    assert catalogue.to_line(bench.match) == "washers-ritzenthaler format=singles washers=3 target=5 holes=3,2,1"
    bench.press("A3")
    assert bench.shown[:2] == ["°  5", "   2"]
    again = Bench("crokinole-official", chip)
    assert again.shown == ["°  5", "   2", "R 2 "]
    again.press("NEXT")
    assert again.status == "DED?"
    again.press("A4 NEXT")
    assert (again.match.finished, again.match.winners) == (True, (0,))
    assert bytes(chip.memory[64 : len(image)]) == image[64:], "not a byte of it has changed"
    again.table.start(catalogue.make(again.match.ID, again.match.options), 0, again.now)
    again = Bench("washers-ritzenthaler", chip)
    assert catalogue.to_line(again.match) == "washers-ritzenthaler format=singles washers=3 target=5 holes=3,2,1"
    again.hold("UNDO")
    again.settle()
    assert again.shown == ["   5", "   2", "WINA"]


def test_pichenottes_of_format_3_are_gone_on_with_by_the_rules_that_they_were_begun_by() -> None:
    chip, image = chip_with(FORMAT_3_QUEBEC)
    bench = Bench("crokinole-official", chip)
    assert bench.shown == ["°  6", "   0", "A > "], "a counter without a fond has passed the turn on"
    assert (bench.match.length, bench.match.counts) == (11, [[1, 0], [1, 0]])
    assert (bench.table.light, bench.table.name(), bench.table.journal.acked) == (9, "Hall 3", 30)
    bench.press("UNDO")
    bench.settle()
    assert bench.status == "B > "
    bench.press("UNDO")
    bench.settle()
    assert bench.status == "A > "
    bench.press("B1 B2 A1 A2")
    bench.settle()
    assert bench.status == "A> 3"
    bench.press("B1")
    bench.settle()
    assert (bench.status, bench.match.over) == ("B > ", False), "the other side's dame passes it on as well"
    again = Bench("crokinole-official", chip)
    assert again.shown == ["°  6", "   0", "B > "]
    assert list(again.match.events[: again.match.length]) == list(bench.match.events[: bench.match.length])
    again.press("B4 A1 NEXT")
    assert again.match.totals == [7, 0]
    again.press("UNDO " * 16)
    assert (again.match.length, again.shown[:2], again.status) == (1, ["   0", "°  0"], "UNDO")
    again.press("UNDO UNDO")
    assert (again.shown[:2], again.status) == (["°  0", "   0"], "NONE"), "who started was an event"
    assert bytes(chip.memory[64 : len(image)]) == image[64:], "not a byte of it has changed"
    again.hold("UNDO")
    again.settle()
    assert again.shown == ["°  4", "   2", "R 2 "], "the washers before"


def test_a_new_match_on_a_journal_of_format_3_is_played_by_the_rules_of_today() -> None:
    chip, _ = chip_with(FORMAT_3_QUEBEC)
    bench = Bench("crokinole-official", chip)
    bench.hold("MENU")
    while bench.status != "NEW ":
        bench.press("A2")
    bench.hold("NEXT")
    bench.press("B1 A1")
    bench.settle()
    assert bench.status == "STOP"
    again = Bench("crokinole-official", chip)
    assert again.status == "STOP"
    assert (again.table.light, again.table.name()) == (9, "Hall 3")


def test_a_rematch_of_format_3_gives_its_starter_back() -> None:
    chip, image = chip_with(FORMAT_3)
    bench = Bench("crokinole-official", chip)
    assert bench.shown == ["   1.", "°  0.", "R 1 "]
    assert (bench.table.light, bench.table.name(), bench.table.assigned) == (9, "Hall 3", None)
    bench.press("UNDO")
    assert (bench.shown[:2], bench.match.length) == (["   0", "°  0"], 1)
    bench.hold("UNDO")
    assert bench.status != "BACK", "an event stands"
    bench.press("UNDO")
    bench.wait(500)
    assert (bench.shown, bench.match.length) == (["°  0", "   0", "1STB"], 0)
    again = Bench("crokinole-official", chip)
    assert again.shown[:2] == ["°  0", "   0"]
    again.hold("UNDO")
    assert again.status == "BACK"
    again = Bench("crokinole-official", chip)
    assert (again.match.finished, again.match.totals) == (True, [2, 1])
    assert bytes(chip.memory[64 : len(image)]) == image[64:], "not a byte of it has changed"


@pytest.mark.parametrize("path", [FORMAT_1, FORMAT_2, FORMAT_3], ids=lambda path: path.stem)
def test_a_laptop_reads_them_by_the_rules_of_before(path: Path) -> None:
    chip, image = chip_with(path)
    journal = Bench("crokinole-official", chip).table.journal
    replay = Replay()
    matches = {}
    for seq in range((len(image) - 64) // record.SIZE):
        data = journal.read(seq, 1)
        assert journal.sealer.holds(data, 0, seq)
        if replay.feed(seq, data) == STARTED:
            assert replay.match is not None
            assert (replay.edition, replay.match.given) == (catalogue.OLDER, 0)
        if replay.match is not None:
            matches[replay.first_seq] = (replay.match.ID, list(replay.match.totals), replay.refused)
    assert [refused for _, _, refused in matches.values()] == [0] * len(matches)
    if path == FORMAT_3:
        assert [each[:2] for each in matches.values()] == [
            ("washers-ritzenthaler", [4, 2]),
            ("pichenottes-quebec", [6, 0]),
            ("twenties-shootout", [2, 1]),
            ("twenties-shootout", [0, 0]),
        ]


def test_records_of_a_newer_format_cost_no_press() -> None:
    bench = Bench()
    bench.press("A1")
    journal = bench.table.journal
    for what in (0xCA, 0xD5, 0xDF, record.TEXT | 31):
        journal._append(what, 1, 2, 3)
    bench.press("A2")
    again = Bench(chip=bench.chip)
    assert again.shown == ["° 35.", "   0.", "R 1 "]


def test_a_match_by_newer_rules_is_not_scored_by_these() -> None:
    bench = Bench()
    bench.press("A1")
    bench.table.again(bench.now)
    journal = bench.table.journal
    at = journal._address(journal.next - 2)
    newer = bytearray(bench.chip.memory[at : at + 8])
    assert newer[0] == record.RULES
    newer[1] = catalogue.EDITION + 1
    journal.sealer.seal(newer, journal.next - 2)
    bench.chip.memory[at : at + 8] = newer
    replay = Replay()
    for seq in range(journal.next):
        replay.feed(seq, journal.read(seq, 1))
    assert (replay.match, replay.broken) == (None, True)
