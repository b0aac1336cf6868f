"""Journals of other versions: what an older firmware wrote is read, what a newer one added is passed over."""

from pathlib import Path

from shared_rules import record
from tests.firmware.bench import Bench
from tests.firmware.chips import FramChip

# An FRAM as the firmware of record format 1 left it: a game of Southwest closed, the next under review, two power-ons.
FORMAT_1 = Path(__file__).parent / "data" / "format_1.txt"
# And of format 2: a shootout played, light down, a fault, an assigned match begun, two power-ons.
FORMAT_2 = Path(__file__).parent / "data" / "format_2.txt"


def chip_with(path):
    """A chip that holds this image, and the image."""
    chip = FramChip()
    image = bytes.fromhex(path.read_text())
    chip.memory[: len(image)] = image
    return chip, image


def test_a_journal_of_format_1_is_read_and_gone_on_with():
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


def test_a_journal_of_format_2_is_read_and_gone_on_with():
    chip, image = chip_with(FORMAT_2)
    bench = Bench("twenties-shootout discs=6", chip)
    assert bench.shown == ["   0.", "° 20.", "R 2 "]
    assert (bench.match.totals, bench.match.length) == ([25, 0], 5)
    assert (bench.table.light, bench.table.key, bench.table.journal.next) == (7, "final 3", 48)
    assert bench.table.rename("Hall 2", bench.now)
    bench.press("A3 NEXT")
    again = Bench("twenties-shootout discs=6", chip)
    assert (again.table.name(), again.table.light, again.match.totals) == ("Hall 2", 7, [25, 10])
    assert bytes(chip.memory[64 : len(image)]) == image[64:], "not a byte of it has changed"


def test_records_of_a_newer_format_cost_no_press():
    bench = Bench()
    bench.press("A1")
    journal = bench.table.journal
    for what in (0xC8, 0xD5, 0xDF, record.TEXT | 31):
        journal._append(what, 1, 2, 3)
    bench.press("A2")
    again = Bench(chip=bench.chip)
    assert again.shown == ["° 35.", "   0.", "R 1 "]
