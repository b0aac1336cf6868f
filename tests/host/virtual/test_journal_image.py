"""A memory made of records: a board with it goes on as the one that wrote them, at each record of whole matches."""

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.games.events import COUNT, event
from shared_rules.journal import record
from shared_rules.journal.crc import crc32
from tableside import pins
from tableside.journal import Journal
from tallyboard.store import open_store
from tallyboard.virtual import BOX
from tallyboard.virtual.box.journal_image import FRAM_BYTES, image
from tests.firmware.board import Board, Picture
from tests.firmware.log import HEADER, NOTHING, Facts, Log
from tests.firmware.matches import SCRIPTS, Player, Script
from tests.harness.memory_chips import FramChip, medium_of
from tests.harness.random_matches import walks
from tests.harness.working_table import WorkingTable
from tests.host.test_handing_over import handed_over, stored
from tests.vm.vm import RULES, run_on_vm

Imaged = Callable[[int, int, int, bytes], bytes]

# A full ring makes other room than one that a laptop has emptied.
PLAYED = [script for script in SCRIPTS if script.name not in ("room", "full")]
# What a board has lost in a match, a laptop does not hand over.
HANDED_OVER = [script for script in PLAYED if script.name != "damage"]
LAPS = 100  # of the loop, in which there is room again
TWENTY = event(COUNT, 0, 20)
GOES_ON = ("A1", "B2", "NEXT", "UNDO", "A1")


class Moment(NamedTuple):
    """How things stand when a record has been written: all of the memory, and what a laptop may have of it."""

    gesture: int
    memory: bytes
    epoch: int
    end: int
    records: bytes


def moments(script: Script, chip: FramChip) -> Iterator[Moment]:
    """Play it, and give the moment of each record."""
    player = Player(script, chip, Journal, "")
    log = Log(chip, player, NOTHING)
    for at in range(len(script.gestures)):
        log.gesture = at
        player.do(at)
    for write in log.writes:
        if write.kind != HEADER:
            memory = bytearray(write.before)
            for step in write.steps:
                memory[step.at : step.at + len(step.new)] = step.new
            yield Moment(write.gesture, bytes(memory), *had_of(write.after))


def had_of(facts: Facts) -> tuple[int, int, bytes]:
    """The epoch, the next number, and the records from 0 on, zeros where one is damaged."""
    assert facts.epoch is not None
    end = facts.records[-1].number + 1
    records = bytearray(end * record.SIZE)
    for kept in facts.records:
        records[kept.number * record.SIZE : (kept.number + 1) * record.SIZE] = kept.data
    return facts.epoch, end, bytes(records)


def chip_of(memory: bytes) -> FramChip:
    chip = FramChip(len(memory))
    chip.memory[:] = memory
    return chip


def pictures(board: Board) -> Iterator[Picture]:
    """At power-on, after each UNDO to the beginning, and then of a match that goes on."""
    board.switch_on()
    board.table.acknowledge(board.journal.next)  # so that both have room
    for _ in range(LAPS):
        board.table.make_room(board.now)
    board.settle()
    seen = board.picture()
    yield seen
    while seen.standing:
        board.tap("UNDO")
        board.settle()
        before, seen = seen, board.picture()
        yield seen
        if seen == before:
            break
    for key in GOES_ON:
        board.tap(key)
        board.settle()
        yield board.picture()


def differs(script: Script, moment: Moment, imaged: Imaged = image) -> str | None:
    """Where a board with the image shows something else than the one that wrote the records; None: nowhere."""
    wrote = script.board(chip_of(moment.memory), moment.gesture)
    goes_on = script.board(chip_of(imaged(moment.epoch, 0, moment.end, moment.records)), moment.gesture)
    for step, (one, other) in enumerate(zip(pictures(wrote), pictures(goes_on), strict=True)):
        if one.status == "FULL":
            return None  # of the one that wrote them: an image has room
        if one != other:
            return f"gesture {moment.gesture}, record {moment.end}, step {step}: {one} and {other}"
    journal, of_wrote = goes_on.journal, wrote.journal
    if (journal.epoch, journal.next, journal.damaged) != (of_wrote.epoch, of_wrote.next, of_wrote.damaged):
        return f"gesture {moment.gesture}, record {moment.end}: numbers go on at {journal.next}"
    return None


@pytest.mark.parametrize("script", PLAYED, ids=lambda script: script.name)
def test_at_each_record_of_a_match_a_board_with_its_image_goes_on_alike(script: Script) -> None:
    seen = list(moments(script, script.chip("fram")))
    assert len(seen) > 20
    wrong = [differs(script, moment) for moment in seen[:: max(1, len(seen) // 120)]]
    assert not any(wrong), next(filter(None, wrong))


@pytest.mark.parametrize("script", HANDED_OVER, ids=lambda script: script.name)
def test_so_it_does_with_what_a_laptop_hands_over(script: Script) -> None:
    """By way of the database, which leaves out what is older than the match before."""

    def by_the_laptop(epoch: int, first: int, end: int, records: bytes) -> bytes:
        ones = [(seq, records[seq * 8 : seq * 8 + 8]) for seq in range(first, end)]
        stored(store, ones, end, epoch)
        journal = handed_over(store)
        assert journal.is_whole
        return image(journal.epoch, journal.first, journal.next, journal.records)

    seen = list(moments(script, script.chip("fram")))
    with open_store("sqlite://") as store:
        wrong = [differs(script, moment, by_the_laptop) for moment in seen[:: max(1, len(seen) // 60)]]
    assert not any(wrong), next(filter(None, wrong))


def of_table(table: WorkingTable) -> tuple[int, int, int, bytes]:
    """Its journal, whole, as `image` takes it."""
    journal = table.journal
    return journal.epoch, 0, journal.next, bytes(journal.read(0, journal.next))


@settings(deadline=None)
@given(walks(), st.data())
def test_any_match_goes_on_from_any_number_of_its_records(walk: tuple[str, list[int]], data: st.DataObject) -> None:
    line, events = walk
    sides = 3 if "sides=3" in line else 2
    chip = FramChip()
    table = WorkingTable(lambda: Journal(medium_of(chip), lambda: 77), sides, line)
    table.step(0)
    at_each: list[bytes] = [bytes(chip.memory)]
    for at, entered in enumerate(events):
        if table.enter(entered, 1000 * at) is None:
            at_each.append(bytes(chip.memory))
    script = Script("any", line, "", sides)
    begun = table.journal.next - len(at_each) + 1
    many = data.draw(st.integers(0, len(at_each) - 1))
    records = bytes(table.journal.read(0, begun + many))
    assert differs(script, Moment(0, at_each[many], 77, begun + many, records)) is None


# ---- what the laptop has of it


def test_it_is_the_same_on_a_board(tmp_path: Path) -> None:
    (tmp_path / "box").symlink_to(BOX)
    (tmp_path / "on_vm.py").write_text(ON_VM)
    epoch, first, end, records = a_match()
    printed = run_on_vm(
        "on_vm.py", str(first), str(end), str(epoch), records.hex(), path=(RULES, tmp_path), folder=tmp_path
    )
    made = image(epoch, first, end, records)
    assert printed.split() == [str(FRAM_BYTES), str(crc32(made)), made[:64].hex()]


def power_on(memory: bytes, game: str = "crokinole-official") -> WorkingTable:
    chip = chip_of(memory)
    table = WorkingTable(lambda: Journal(medium_of(chip), lambda: 5), 2, game)
    table.step(0)
    return table


def test_without_records_numbers_go_on_and_a_new_match_begins() -> None:
    journal = power_on(image(0xABCDEF01, 777, 777, b"")).journal
    assert (journal.epoch, journal.oldest, journal.acked, journal.damaged) == (0xABCDEF01, 777, 777, 0)
    assert bytes(journal.read(777, 1))[0] == record.BOOT
    assert not power_on(image(1, 777, 777, b"")).match.length


def a_match(presses: int = 3) -> tuple[int, int, int, bytes]:
    table = power_on(bytes(FRAM_BYTES))
    for at in range(presses):
        assert table.enter(TWENTY, at * 700) is None
    return of_table(table)


def test_all_of_it_is_acknowledged_and_no_number_is_given_twice() -> None:
    epoch, first, end, records = a_match()
    table = power_on(image(epoch, first, end, records))
    assert (table.journal.oldest, table.journal.acked, table.journal.next) == (0, end, end + 1)
    assert table.match.totals[0] + sum(table.match.counts[0]) > 0


def test_the_first_records_may_be_missing_where_the_match_is_whole() -> None:
    epoch, _, end, records = a_match()
    begins = next(at for at in range(end) if records[at * 8] == record.CHOICE)
    table = power_on(image(epoch, begins, end, records[begins * 8 :]))
    assert table.journal.oldest == begins
    assert list(table.match.events[: table.match.length]) == [TWENTY] * 3


def renumbered(epoch: int, records: bytes, first: int) -> bytes:
    """The same records, from another number on."""
    sealer = record.Sealer(epoch)
    moved = bytearray()
    for at in range(0, len(records), record.SIZE):
        one = bytearray(records[at : at + record.SIZE])
        sealer.seal(one, first + at // record.SIZE)
        moved += one
    return bytes(moved)


def test_a_ring_that_came_round_is_laid_out_where_its_numbers_belong() -> None:
    epoch, _, count, records = a_match()
    first = 2 * ((FRAM_BYTES - 64) // 8) - 3
    moved = renumbered(epoch, records, first)
    journal = power_on(image(epoch, first, first + count, moved)).journal
    assert journal.next == first + count + 1
    assert bytes(journal.read(first, count)) == moved


def test_of_more_than_there_is_room_for_the_oldest_go() -> None:
    epoch, _, count, records = a_match()
    table = power_on(image(epoch, 0, 6000 + count, bytes(6000 * 8) + renumbered(epoch, records, 6000)))
    assert table.journal.oldest > 2900
    assert table.journal.free() > 900
    assert list(table.match.events[: table.match.length]) == [TWENTY] * 3


def test_the_match_before_can_go_on_where_its_records_are_there() -> None:
    script = next(script for script in SCRIPTS if script.name == "back")
    taken_back = 0
    for moment in moments(script, script.chip("fram")):
        memory = image(moment.epoch, 0, moment.end, moment.records)
        boards = [script.board(chip_of(of), moment.gesture) for of in (moment.memory, memory)]
        seen = []
        for board in boards:
            board.switch_on()
            board.hold("UNDO")
            seen.append((board.faces[-1].text, board.picture()))
        if seen[0][0] == "BACK":
            taken_back += 1
            assert seen[0] == seen[1]
    assert taken_back > 5


def test_records_that_are_not_so_many_are_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes are not the records 3 to 6"):
        image(1, 3, 6, bytes(16))


def test_it_is_laid_out_as_the_firmware_does() -> None:
    journal = Journal(medium_of(FramChip()), lambda: 1)
    assert FRAM_BYTES == pins.FRAM_BYTES
    journal._generation = 1
    journal._set_epoch(3)
    journal.oldest, journal.acked, journal.look_from = 40, 40, 40
    assert image(3, 40, 40, b"")[32:64] == journal._header(1)


ON_VM = """
import sys, binascii
from box.journal_image import image
first, end, epoch = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
made = image(epoch, first, end, binascii.unhexlify(sys.argv[4]))
print(len(made), binascii.crc32(made), binascii.hexlify(made[:64]).decode())
"""


# ---- images with a fault are told


def changed_header(memory: bytes, slot: int, generation: int, **other: int) -> bytes:
    """With another header in this slot; `other`: what of it is changed."""
    names = ("epoch", "oldest", "acked", "look_from")
    header = dict(zip(names, struct.unpack_from("<4I", memory, 32 + 8), strict=True)) | other
    data = struct.pack("<4sI4I4s", b"TLY1", generation, *[header[name] for name in names], b"\xff" * 4)
    data += struct.pack("<I", crc32(data))
    return memory[: slot * 32] + data + memory[slot * 32 + 32 :]


FAULTS: dict[str, Imaged] = {
    "acked too far": lambda *of: changed_header(image(*of), 1, 1, acked=of[2] + 2),
    "looked for behind the match": lambda *of: changed_header(image(*of), 1, 1, look_from=of[2]),
    "looked for behind its settings": lambda *of: changed_header(
        image(*of), 1, 1, look_from=struct.unpack_from("<I", image(*of), 32 + 20)[0] + 2
    ),
    "an older header counts": lambda *of: changed_header(image(*of), 0, 2, acked=0, look_from=of[2], oldest=of[2]),
    "another epoch": lambda *of: image(of[0] ^ 1, *of[1:]),
    "numbers from the beginning": lambda *of: (
        image(of[0], 0, of[2] - of[1], of[3]) if of[1] else image(*of)[:64] + bytes(8) + image(*of)[64:-8]
    ),
    "the last record is missing": lambda *of: image(of[0], of[1], of[2] - 1, of[3][:-8]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_image_with_a_fault_does_not_go_on_alike(fault: str) -> None:
    script = PLAYED[0]
    assert any(differs(script, moment, FAULTS[fault]) for moment in list(moments(script, script.chip("fram")))[20:60])


def test_an_acknowledgement_that_is_too_old_is_told() -> None:
    """What a laptop has would be kept, and block the room."""
    of = a_match()
    behind = power_on(changed_header(image(*of), 1, 1, acked=0)).journal
    assert behind.acked != of[2] == power_on(image(*of)).journal.acked
