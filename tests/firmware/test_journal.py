"""What the journal keeps, gives up, and finds again."""

import itertools
from collections.abc import Callable, Iterable

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import AGREE, COUNT, NEXT, OFF, UNDO, event
from shared_rules.journal import record
from tableside.journal import RESERVE, FullError, Journal
from tableside.table import ACCEPTED
from tableside.texts import FULL
from tests.harness.memory_chips import FramChip, NvmChip, PowerCut, medium_of
from tests.harness.working_table import WorkingTable

GAME = "crokinole-official target=9999"
A20 = event(COUNT, 0, 20)
OFF20 = event(OFF, 0, 20)


def new_epochs(first: int = 1) -> Callable[[], int]:
    epochs = iter(range(first, 1000))
    return lambda: next(epochs)


def power_on(chip: FramChip, epochs: Callable[[], int] | None = None) -> WorkingTable:
    medium = medium_of(chip)
    table = WorkingTable(lambda: Journal(medium, epochs or new_epochs()), 2, GAME)
    assert table.step(0)
    return table


def address(journal: Journal, number: int) -> int:
    return journal._address(number)


def enter(table: WorkingTable, *presses: int) -> None:
    for press in presses:
        assert table.enter(press, 0) is ACCEPTED


def test_an_unknown_medium_becomes_an_empty_journal_with_a_random_epoch() -> None:
    table = power_on(FramChip(fill=0x5A), new_epochs(77))
    assert table.journal.epoch == 77
    assert table.journal.oldest == 0
    assert table.match.length == 0


def test_a_record_takes_eight_bytes_and_carries_its_time() -> None:
    chip = FramChip()
    table = power_on(chip)
    before = chip.written
    table.enter(A20, 1234)
    assert chip.written - before == record.SIZE
    last = table.journal.read(table.journal.next - 1, 1)
    assert record.event_of(last) == A20
    assert record.gap_of(last) == 1234


def test_a_boot_is_a_record() -> None:
    chip = FramChip()
    first = power_on(chip).journal.next
    again = power_on(chip).journal
    assert again.next == first + 1
    assert again.read(first, 1)[0] == record.BOOT


def test_damage_in_the_match_keeps_everything_before_it_and_goes_on_from_there() -> None:
    chip = FramChip()
    table = power_on(chip)
    enter(table, A20, A20, A20, A20)
    damaged = table.journal.next - 2
    chip.memory[address(table.journal, damaged) + 1] ^= 0x40
    table = power_on(chip)
    assert table.journal.damaged == 1
    assert table.match.counts[0][0] == 2
    enter(table, event(NEXT), A20)
    again = power_on(chip)  # the next power-on reads the same, without a new cut
    assert again.match.totals == [40, 0]
    assert again.match.counts[0][0] == 1


def test_damage_in_an_older_match_leaves_the_present_one_alone() -> None:
    chip = FramChip()
    table = power_on(chip)
    enter(table, A20, event(NEXT))
    hurt = table.journal.next - 2
    table.start(catalogue.new("washers-ritzenthaler"), 0, 0)
    enter(table, event(COUNT, 1, 3))
    chip.memory[address(table.journal, hurt)] ^= 1
    table = power_on(chip)
    assert table.match.ID == "washers-ritzenthaler"
    assert table.match.totals == [0, 3]


def test_a_damaged_setting_does_not_make_another_game() -> None:
    chip = FramChip()
    table = power_on(chip)
    table.start(catalogue.new("crokinole-official target=50"), 0, 0)
    enter(table, A20)
    target = next(n for n in range(table.journal.next - 1, 0, -1) if table.journal.read(n, 1)[0] == record.SETTING | 4)
    chip.memory[address(table.journal, target) + 1] ^= 2
    table = power_on(chip)
    assert table.match is None or table.match.options["target"] == 9999  # a new match of the settings' game
    assert table.match.length == 0


@pytest.mark.parametrize("slot", [0, 1])
def test_one_torn_header_costs_nothing(slot: int) -> None:
    chip = FramChip()
    table = power_on(chip)
    enter(table, A20)
    table.journal.ack(3)
    chip.memory[slot * 32 + 9] ^= 0xFF
    again = power_on(chip)
    assert again.journal.epoch == table.journal.epoch
    assert again.match.counts[0][0] == 1


def test_a_full_journal_refuses_presses_but_takes_next_and_undo() -> None:
    chip = FramChip(size=64 + 8 * 200)
    table = power_on(chip)
    presses = 0
    while table.enter(A20 if presses % 2 == 0 else OFF20, 0) is ACCEPTED:
        presses += 1
    assert table.enter(A20, 0) == FULL
    assert table.journal.full()
    assert table.journal.free() == RESERVE
    state = list(table.match.events[: table.match.length])
    assert table.enter(event(UNDO), 0) is ACCEPTED
    assert table.enter(event(NEXT), 0) is ACCEPTED
    assert power_on(chip).match.length == len(state)


def finished(table: WorkingTable, line: str = "twenties-shootout") -> None:
    """Start and finish a short match."""
    assert table.start(catalogue.new(line), 0, 0) is ACCEPTED
    enter(table, A20, event(NEXT))


class Counted(FramChip):
    """Counts what is read from it."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.reads = self.longest = 0

    def __getitem__(self, place: slice) -> bytearray:
        self.reads += 1
        self.longest = max(self.longest, place.stop - place.start)
        return super().__getitem__(place)


def begins_a_match(table: WorkingTable, number: int) -> bool:
    """Whether the records of a match's start begin there."""
    data = bytes(table.journal.read(number, 1))
    return data[0] == record.CHOICE and table.journal.sealer.holds(data, 0, number)


def test_room_is_made_of_whole_acknowledged_matches_oldest_first() -> None:
    table = power_on(FramChip(size=64 + 8 * 300))
    while table.journal.free() > 100:
        finished(table)
    following = table.journal.next
    for _ in range(100):
        assert table.make_room(0) is False
    assert table.journal.oldest == 0, "nothing is acknowledged, so nothing is given up"
    table.journal.ack(following - 100)
    seen = [0]
    for _ in range(300):
        table.make_room(0)
        if table.journal.oldest != seen[-1]:
            seen.append(table.journal.oldest)
            assert begins_a_match(table, seen[-1])
    assert len(seen) > 2
    assert seen[-1] <= following - 100
    assert 2 * RESERVE <= table.journal.free() < 2 * RESERVE + 15, "no more than is needed"
    steps = {after - before for before, after in itertools.pairwise(seen)}
    assert max(steps) < 15, "one match after the other"
    again = power_on(table.journal._medium._device)
    assert again.journal.oldest == seen[-1]
    assert again.match.finished


def test_each_turn_looks_at_a_few_records_and_gives_up_one_match_at_most() -> None:
    chip = Counted(64 + 8 * 1000)
    table = power_on(chip)
    while table.journal.free() > 200:
        finished(table)
    table.journal.ack(table.journal.next)
    finished(table)  # from here on there is to be room for a long match
    chip.longest = 0
    turns = 0
    while table.journal.free() < 700:
        reads, oldest = chip.reads, table.journal.oldest
        table.make_room(0)
        assert chip.reads <= reads + 1
        between = [n for n in range(oldest + 1, table.journal.oldest) if begins_a_match(table, n)]
        assert len(between) <= (1 if oldest == 0 else 0)
        turns += 1
    assert chip.longest == 16 * record.SIZE
    assert turns > 40


def test_the_match_that_is_on_gets_room_before_it_needs_it_once_the_laptop_has_the_older_ones() -> None:
    """It is never FULL for longer than the laptop is away."""
    table = power_on(FramChip(size=64 + 8 * 300))
    for _ in range(5):
        finished(table)
    table.start(catalogue.new(GAME), 0, 0)
    while table.enter(A20, 0) is ACCEPTED:
        enter(table, event(UNDO))
    assert table.enter(A20, 0) == FULL
    assert table.journal.oldest == 0
    begins = table.journal.look_from
    table.journal.ack(begins)
    for _ in range(100):
        table.make_room(0)
    assert table.journal.oldest == begins
    enter(table, A20)
    shown = list(table.match.events[: table.match.length])
    again = power_on(table.journal._medium._device)
    assert list(again.match.events[: again.match.length]) == shown


def test_presses_that_follow_each_other_turn_by_turn_never_meet_a_full_journal() -> None:
    table = power_on(FramChip(size=64 + 8 * 400))
    table.start(catalogue.new(GAME), 0, 0)
    for _ in range(20):
        for _ in range(40):
            enter(table, A20, event(UNDO))
            table.make_room(0)
        table.journal.ack(table.journal.next)
        assert table.again(0) is ACCEPTED
    assert table.journal.oldest > 1000


def test_the_match_that_is_on_is_never_given_up_for_itself() -> None:
    table = power_on(FramChip(size=64 + 8 * 200))
    while table.enter(A20, 0) is ACCEPTED:
        enter(table, event(UNDO))
        table.journal.ack(table.journal.next)
        table.make_room(0)
    for _ in range(100):
        table.make_room(0)
    assert table.enter(A20, 0) == FULL
    assert table.journal.oldest <= table.journal.look_from


def test_acknowledged_is_written_down_on_nvm_once_a_result_and_never_during_a_match() -> None:
    chip = NvmChip()
    table = power_on(chip)

    def acks() -> list[int]:
        journal = table.journal
        return [seq for seq in range(journal.next) if journal.read(seq, 1)[0] == record.ACKED]

    enter(table, A20)
    table.acknowledge(table.journal.next)
    assert acks() == []
    enter(table, event(COUNT, 1, 20), event(NEXT))
    table.start(catalogue.new("twenties-shootout"), 0, 0)
    enter(table, A20, event(COUNT, 1, 20), event(NEXT))
    table.acknowledge(table.journal.next - 1)
    assert acks() == [], "the laptop does not have the result"
    table.acknowledge(table.journal.next)
    assert acks() == [table.journal.next - 1]
    for _ in range(5):
        table.acknowledge(table.journal.next)
    assert len(acks()) == 1
    upto = table.journal.acked
    again = power_on(chip)
    assert again.journal.acked >= upto - 1
    enter(again, event(UNDO), event(NEXT))  # the result is reopened and made again: that is news
    again.acknowledge(again.journal.next)
    table = again
    assert len(acks()) == 2


def test_a_result_that_a_laptop_has_makes_way_on_nvm_after_any_number_of_power_offs() -> None:
    epochs = new_epochs()
    chip = NvmChip()
    table = power_on(chip, epochs)
    while table.journal.free() > 400:
        enter(table, A20, event(UNDO))
    table.start(catalogue.new("twenties-shootout"), 0, 0)
    enter(table, A20, event(COUNT, 1, 20), event(NEXT))
    table.acknowledge(table.journal.next)
    for _ in range(5):
        table = power_on(chip, epochs)
        assert (table.journal.epoch, table.match.finished) == (1, True)
    assert table.again(0) is ACCEPTED
    assert table.journal.epoch == 2, "nothing that somebody has to have was lost"


def test_what_was_entered_since_the_acknowledgement_keeps_nvm_from_being_erased() -> None:
    epochs = new_epochs()
    chip = NvmChip()
    table = power_on(chip, epochs)
    table.start(catalogue.new("twenties-shootout"), 0, 0)
    enter(table, A20, event(COUNT, 1, 20), event(NEXT))
    table.acknowledge(table.journal.next)
    enter(table, event(UNDO), A20, event(NEXT))
    table = power_on(chip, epochs)
    assert table.again(0) is ACCEPTED
    assert table.journal.epoch == 1


@pytest.mark.parametrize("chip", [FramChip, NvmChip])
def test_a_match_says_by_which_rules_it_is_played(chip: type[FramChip]) -> None:
    table = power_on(chip())
    table.start(catalogue.new("pichenottes-quebec"), 1, 0)
    journal = table.journal
    kinds = [journal.read(seq, 1)[0] for seq in range(journal.look_from, journal.next)]
    assert kinds[0] == record.CHOICE
    assert kinds[-2:] == [record.RULES, record.GAME]
    assert journal.read(journal.next - 2, 1)[1] == catalogue.EDITION
    again = power_on(journal._medium._device if chip is FramChip else journal._medium._chip)
    assert type(again.match) is type(table.match)


def test_nothing_unacknowledged_is_ever_given_up() -> None:
    chip = FramChip(size=64 + 8 * 300)
    table = power_on(chip)
    with_room = 0
    while table.start(catalogue.new("twenties-shootout"), 0, 0) is ACCEPTED:
        enter(table, A20, event(NEXT))
        with_room += 1
    assert with_room > 5
    assert table.journal.oldest == 0
    assert table.start(catalogue.new("twenties-shootout"), 0, 0) == FULL
    with pytest.raises(FullError):
        table.journal.start(catalogue.new("twenties-shootout"), 0, 0, 0)
    assert table.match.finished  # the last result still stands


@pytest.mark.parametrize("cut_after", range(0, 90, 7))
def test_the_match_that_is_shown_stays_until_the_next_one_stands(cut_after: int) -> None:
    """A start that is cut off, and then the old match goes on until the ring is full."""
    chip = FramChip(size=64 + 8 * 112)
    table = power_on(chip)
    while table.journal.free() > RESERVE + 10:
        enter(table, A20, event(UNDO))
    table.journal.ack(table.journal.next)
    chip.budget = chip.written + cut_after
    with pytest.raises(PowerCut):
        table.again(0)
        raise PowerCut
    chip.budget = None
    table = power_on(chip)
    while not table.journal.full():
        enter(table, A20, event(UNDO))
    while table.journal.free():
        enter(table, event(NEXT))
    shown, following = list(table.match.events[: table.match.length]), table.journal.next
    again = power_on(chip)
    assert list(again.match.events[: again.match.length]) == shown
    assert again.journal.next == following
    assert again.journal.damaged == 0


def test_where_the_ring_is_full_to_its_last_place_a_new_match_can_be_started_all_the_same() -> None:
    chip = FramChip(size=64 + 8 * 112)
    table = power_on(chip)
    while not table.journal.full():
        enter(table, A20, event(UNDO))
    while table.journal.free():
        enter(table, event(UNDO if table.match.closed else NEXT))
    table.journal.ack(table.journal.next)
    first = table.journal.next
    assert table.again(0) is ACCEPTED
    enter(table, A20)
    assert table.journal.oldest == first
    assert power_on(chip).match.counts[0][0] == 1


def test_a_ring_goes_round_many_times() -> None:
    chip = FramChip(size=64 + 8 * 300)
    table = power_on(chip)
    for n in range(200):
        finished(table)
        table.journal.ack(table.journal.next)
        if n % 17 == 0:
            table = power_on(chip)
            assert table.match.finished
            assert table.match.totals == [1, 0]
    assert table.journal.next > 3 * table.journal.places


def test_nvm_holds_a_match_of_400_events_and_is_only_appended_to() -> None:
    chip = NvmChip()
    table = power_on(chip)
    erases = chip.erases
    for n in range(400):
        enter(table, A20 if n % 2 == 0 else OFF20)
    assert chip.erases == erases
    assert power_on(chip).match.length == 400


def test_nvm_is_erased_for_a_new_match_only_when_everything_is_acknowledged() -> None:
    chip = NvmChip()
    epochs = new_epochs()
    table = power_on(chip, epochs)
    for n in range(100):
        enter(table, A20 if n % 2 == 0 else OFF20)
    table.start(catalogue.new("twenties-shootout"), 0, 0)
    assert table.journal.epoch == 1
    enter(table, A20, event(NEXT))
    table.journal.ack(table.journal.next)
    assert table.journal.epoch == 1
    table.again(0)
    assert table.journal.epoch == 2
    assert table.journal.oldest == 0
    assert power_on(chip, epochs).match.ID == "twenties-shootout"


def test_a_medium_that_goes_away_takes_no_press_with_it() -> None:
    class Loose(FramChip):
        gone = False

        def __setitem__(self, place: slice, data: bytes) -> None:
            if self.gone:
                raise OSError(19)
            super().__setitem__(place, data)

        def __getitem__(self, place: slice) -> bytearray:
            if self.gone:
                raise OSError(19)
            return super().__getitem__(place)

    chip = Loose()
    table = power_on(chip)
    enter(table, A20)
    chip.gone = True
    assert table.enter(A20, 100) is not ACCEPTED
    assert table.journal is None
    assert not table.step(2000)
    chip.gone = False
    assert table.step(4000)
    assert table.match.counts[0][0] == 1
    enter(table, A20)
    assert table.match.counts[0][0] == 2


def with_game(chip: FramChip, line: str, start: str | None = None) -> WorkingTable:
    """A power-on with this game in the settings."""
    table = WorkingTable(lambda: Journal(medium_of(chip), new_epochs()), 2, line, start)
    table.step(0)
    return table


def test_a_game_that_was_changed_in_the_settings_hides_no_score() -> None:
    """Whenever it was changed, a power-on shows what was shown last; the game comes when somebody goes on."""
    chip = FramChip()
    enter(with_game(chip, "twenties-shootout"), A20)
    table = with_game(chip, "washers-ritzenthaler")
    assert (table.match.ID, table.match.counts[0][0]) == ("twenties-shootout", 1)
    enter(table, event(NEXT))
    for _ in range(2):
        table = with_game(chip, "washers-ritzenthaler")
        assert (table.match.ID, table.match.totals) == ("twenties-shootout", [1, 0])
        enter(table, event(UNDO), event(NEXT))
    assert table.again(0) is ACCEPTED
    assert table.match.ID == "washers-ritzenthaler"
    assert with_game(chip, "washers-ritzenthaler").match.untouched()


def test_after_a_result_the_same_game_again_where_the_settings_name_it_or_none() -> None:
    shootout, quebec = "twenties-shootout", "pichenottes-quebec"
    for line, game, opener in ((shootout, shootout, 1), ("chess", shootout, 1), (quebec, quebec, 0)):
        chip = FramChip()
        enter(with_game(chip, "twenties-shootout"), A20, event(NEXT))
        table = with_game(chip, line)
        assert table.match.finished
        assert (table.fault is not None) == (line == "chess")
        table.again(0)
        assert (table.match.ID, table.match.first) == (game, opener)


@pytest.mark.parametrize("line", ["", "chess", "crokinole-official target=0", "twenties-shootout sides=3"])
def test_a_game_that_cannot_be_played_here_is_said_and_not_started(line: str) -> None:
    table = WorkingTable(lambda: Journal(medium_of(FramChip()), new_epochs()), 2, line)
    table.step(0)
    assert table.match is None
    assert table.fault


class Garbled(FramChip):
    """A chip on a bad bus: every `every`th read has a bit of its first byte turned."""

    every = 0
    reads = 0

    def __getitem__(self, place: slice) -> bytearray:
        data = bytearray(super().__getitem__(place))
        self.reads += 1
        if self.every and self.reads % self.every == 0:
            data[0] ^= 0x10
        return data


@pytest.mark.parametrize("every", [2, 3, 5])
def test_a_bus_that_garbles_a_read_costs_no_press_and_no_journal(every: int) -> None:
    chip = Garbled()
    table = power_on(chip, new_epochs(5))
    enter(table, A20, A20, A20)
    chip.every = every
    again = power_on(chip, new_epochs(6))
    assert again.journal.epoch == 5
    assert again.match.counts[0][0] == 3
    assert again.journal.damaged == 0


def with_free(places: int) -> WorkingTable:
    """A table in whose journal so many places are free."""
    table = power_on(FramChip(size=64 + 8 * 300))
    finished(table)
    assert table.start(catalogue.new(GAME), 0, 0) is ACCEPTED
    while table.journal.free() > places:
        enter(table, A20 if table.journal.free() % 2 else OFF20)
    assert table.journal.free() == places
    return table


@pytest.mark.parametrize(("places", "noted"), [(RESERVE, 0), (RESERVE + 1, 1)])
def test_a_boot_is_not_noted_in_the_reserve(places: int, noted: int) -> None:
    table = with_free(places)
    again = power_on(table.journal._medium._device)
    assert again.journal.next - table.journal.next == noted


@pytest.mark.parametrize(("places", "kept"), [(RESERVE + 1, 0), (RESERVE + 2, 1)])
def test_a_brightness_is_not_kept_in_the_reserve(places: int, kept: int) -> None:
    table = with_free(places)
    before = table.journal.next
    table.dim(3, 0)
    assert table.journal.next - before == kept


@pytest.mark.parametrize(("places", "written"), [(2 * RESERVE + 2, 0), (2 * RESERVE + 3, 3)])
def test_a_fault_is_written_down_where_twice_the_reserve_stays_free(places: int, written: int) -> None:
    table = with_free(places)
    before = table.journal.next
    table.note_fault("x:1 E", 0)  # two records of text, and the FAULT
    assert table.journal.next - before == written


def test_a_match_is_started_where_the_reserve_stays_free_behind_it() -> None:
    table = with_free(RESERVE + 20)
    before = table.journal.next
    assert table.start(catalogue.new("twenties-shootout"), 0, 0) is ACCEPTED
    takes = table.journal.next - before
    table = with_free(RESERVE + takes)
    assert table.start(catalogue.new("twenties-shootout"), 0, 0) == FULL
    table.journal.ack(table.journal.look_from)
    assert table.start(catalogue.new("twenties-shootout"), 0, 0) is ACCEPTED, (
        "in the room of a match that the laptop has"
    )
    table = with_free(RESERVE + takes + 1)
    assert table.start(catalogue.new("twenties-shootout"), 0, 0) is ACCEPTED
    assert table.journal.free() == RESERVE + 1


class GarbledAt(FramChip):
    """The reads of these numbers have a bit of every record in them turned."""

    garbled: frozenset[int] = frozenset()
    reads = 0

    def __getitem__(self, place: slice) -> bytearray:
        data = bytearray(super().__getitem__(place))
        if self.reads in self.garbled:
            for at in range(0, len(data), record.SIZE):
                data[at] ^= 0x10
        self.reads += 1
        return data


def played_then_garbled(garbled: Iterable[int]) -> tuple[GarbledAt, WorkingTable]:
    """A match of 40 presses, and the board as it is after a power-on in which these reads are garbled."""
    chip = GarbledAt()
    table = power_on(chip, new_epochs(5))
    enter(table, *[A20, OFF20] * 20)
    chip.garbled, chip.reads = frozenset(garbled), 0
    return chip, power_on(chip, new_epochs(6))


def test_each_read_of_a_power_on_may_be_garbled_once() -> None:
    chip, _ = played_then_garbled(())
    assert chip.reads > 8, "headers, and more than one piece of the records"
    for number in range(chip.reads):
        _, again = played_then_garbled({number})
        assert (again.journal.epoch, again.journal.damaged, again.match.length) == (5, 0, 40), number


def test_a_journal_is_known_by_any_of_its_headers_that_is_read_whole_once() -> None:
    for number in range(6):
        _, again = played_then_garbled(set(range(6)) - {number})
        assert (again.journal.epoch, again.match.length) == (5, 40), number
    _, again = played_then_garbled(range(6))
    assert again.journal.epoch == 6


def test_a_header_that_could_not_be_written_does_not_cost_the_good_one() -> None:
    class Refusing(FramChip):
        refuse_below = 0

        def __setitem__(self, place: slice, data: bytes) -> None:
            if place.start < self.refuse_below:
                raise OSError(5)
            super().__setitem__(place, data)

    chip = Refusing()
    table = power_on(chip)
    enter(table, A20)
    epoch = table.journal.epoch
    chip.refuse_below = 64
    for _ in range(3):
        with pytest.raises(OSError):
            table.journal.ack(table.journal.acked + 1)
    chip.refuse_below = 0
    chip.budget = chip.written + 5  # and then the power fails in the next header
    with pytest.raises(PowerCut):
        table.journal.ack(5)
    chip.budget = None
    assert power_on(chip, new_epochs(99)).journal.epoch == epoch


@pytest.mark.parametrize(
    ("free", "count", "following", "full"),
    [(66, True, True, False), (65, True, True, False), (64, False, True, True), (1, False, True, True)],
)
def test_the_last_64_places_are_for_undo_next_and_agree(free: int, count: bool, following: bool, full: bool) -> None:
    journal = with_free(65).journal
    journal.next += 65 - free
    assert journal.free() == free
    assert journal.takes(A20) == count
    assert [journal.takes(event(kind)) for kind in (UNDO, NEXT, AGREE)] == [following] * 3
    assert journal.full() == full
    journal.next += free
    assert [journal.takes(event(kind)) for kind in (UNDO, NEXT, AGREE)] == [False] * 3


@pytest.mark.parametrize(
    ("following", "oldest", "acked", "low"),
    [
        (520, 0, 0, False),
        (521, 0, 0, True),
        (521, 0, 1, False),
        (620, 100, 100, False),
        (621, 100, 100, True),
        (621, 101, 0, False),
        (621, 100, 101, False),
        (622, 100, 101, True),
    ],
)
def test_it_is_low_where_480_places_could_not_be_had(following: int, oldest: int, acked: int, low: bool) -> None:
    """Of 1,000: two matches of 240 events; what a laptop has may go."""
    journal = power_on(FramChip(size=64 + 8 * 1000)).journal
    journal.next, journal.oldest, journal.acked = following, oldest, acked
    assert journal.low() == low


def test_nvm_is_low_where_it_cannot_be_erased_and_has_no_480_places() -> None:
    journal = power_on(NvmChip()).journal
    assert journal.places == 508
    journal.next = 28
    assert not journal.low()
    journal.next = 29
    assert journal.low(), "nobody has its records"
    journal.acked = journal.next
    assert not journal.low(), "all of it may be erased"


def looks_for_room(table: WorkingTable) -> bool:
    """Whether a turn reads the journal, to find what may go."""
    chip = table.journal._medium._device
    reads = chip.reads
    table.make_room(0)
    return bool(chip.reads > reads)


@pytest.mark.parametrize(("free", "looks"), [(701, False), (700, False), (699, True)])
def test_a_match_that_starts_wants_700_places(free: int, looks: bool) -> None:
    table = power_on(Counted(64 + 8 * 2000))
    finished(table)
    table.journal.ack(table.journal.next)
    finished(table)
    table.journal.next += table.journal.free() - free
    assert looks_for_room(table) == looks


@pytest.mark.parametrize(("free", "looks"), [(129, False), (128, False), (127, True)])
def test_in_a_match_room_is_looked_for_where_twice_the_reserve_is_not_free(free: int, looks: bool) -> None:
    table = power_on(Counted(64 + 8 * 2000))
    finished(table)
    table.journal.ack(table.journal.next)
    finished(table)
    table = power_on(table.journal._medium._device)
    table.journal.next += table.journal.free() - free
    assert looks_for_room(table) == looks


@pytest.mark.parametrize(
    ("hole", "length", "found"), [(33, 63, True), (32, 64, False), (33, 95, False), (64, 32, True)]
)
def test_a_power_on_looks_behind_a_hole_of_up_to_63_places(hole: int, length: int, found: bool) -> None:
    """It reads 32 places at a time, from the start of the match on."""
    chip = FramChip()
    table = power_on(chip)
    begins = table.journal.look_from
    enter(table, *[A20, OFF20] * 100)
    ends = table.journal.next
    for number in range(begins + hole, begins + hole + length):
        at = address(table.journal, number)
        chip.memory[at : at + 8] = bytes(8)
    again = power_on(chip).journal
    assert again.damaged == (length if found else 0)
    # Behind them stand the BOOT of this power-on, and a CUT where there is a hole.
    assert again.next == (ends + 2 if found else begins + hole + 1)
