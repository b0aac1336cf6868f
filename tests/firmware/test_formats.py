"""Journals of other versions: what an older firmware wrote is read, what a newer one added is passed over."""

from pathlib import Path

from shared_rules import record
from tests.firmware.bench import Bench
from tests.firmware.chips import FramChip

# An FRAM as the firmware of record format 1 left it: a game of Southwest closed, the next under review, two power-ons.
FORMAT_1 = Path(__file__).parent / "data" / "format_1.txt"


def test_a_journal_of_format_1_is_read_and_gone_on_with():
    chip = FramChip()
    image = bytes.fromhex(FORMAT_1.read_text())
    chip.memory[: len(image)] = image
    bench = Bench("crokinole-official", chip)
    assert bench.shown == ["   0.", "  :35.", "AGRE"]
    assert (bench.match.totals, bench.match.length) == ([55, 60], 11)
    assert bench.table.journal.acked == 9
    bench.hold("A1")
    bench.hold("B1")
    bench.wait(3_000)
    assert bench.shown == ["  55", "  95", "WINB"]
    bench.press("UNDO UNDO UNDO")
    assert bytes(chip.memory[64 : len(image)]) == image[64:], "not a byte of it has changed"
    bench.table.note_fault("of format 2", 0)
    assert Bench("crokinole-official", chip).shown == ["   0.", "  :35.", "G 2 "]


def test_records_of_a_newer_format_cost_no_press():
    bench = Bench()
    bench.press("A1")
    journal = bench.table.journal
    for what in (0xC7, 0xD5, 0xFF, record.TEXT | 31):
        journal._append(what, 1, 2, 3)
    bench.press("A2")
    again = Bench(chip=bench.chip)
    assert again.shown == ["  :35.", "   0.", "R 1 "]
