"""The board's half of the link answers everything, never waits, and does a bounded piece of work a turn."""

import pytest

from shared_rules.games.events import COUNT, NEXT, UNDO, event
from shared_rules.journal import record
from shared_rules.link import frame, laptop_half, orders
from tableside.link import Link
from tableside.screen import Screen
from tableside.table import ACCEPTED
from tallyboard.journal.runs import Clock
from tests.harness.firmware_link import Port, answers, board
from tests.harness.memory_chips import FramChip, NvmChip
from tests.harness.working_table import WorkingTable, lose_match, lose_memory


def test_hello_says_who_and_what() -> None:
    table, port, link = board()
    ((kind, request, body),) = answers(port, link, (frame.HELLO, 9, laptop_half.hello()))
    assert (kind, request) == (frame.WELCOME, 9)
    fields = laptop_half.read_welcome(body)
    assert (fields["epoch"], fields["next"], fields["table"]) == (7, table.journal.next, "Tisch")


def test_a_pull_is_answered_with_records_and_an_end() -> None:
    table, port, link = board()
    got = answers(port, link, (frame.PULL, 1, laptop_half.pull(7, 0, 1000)))
    assert [kind for kind, _, _ in got][-1] == frame.END
    data = b"".join(laptop_half.read_rec(body)[1] for kind, _, body in got if kind == frame.REC)
    assert data == bytes(table.journal.read(0, table.journal.next))
    assert len(data) == table.journal.next * record.SIZE


def test_partial_writes_are_kept() -> None:
    _, whole_port, whole = board()
    _, slow_port, slow = board(room=3)
    ask = (frame.PULL, 1, laptop_half.pull(7, 0, 1000))
    assert answers(slow_port, slow, ask, turns=2000) == answers(whole_port, whole, ask)


def test_a_reader_that_stops_reading_costs_nothing() -> None:
    _, port, link = board(room=0)
    port.arrived += frame.encode(frame.PULL, 1, laptop_half.pull(7, 0, 1000))
    for turn in range(100):
        before = port.writes
        link.step(turn)
        assert port.writes <= before + 1
    port.room = 256
    assert answers(port, link)[-1][0] == frame.END


def test_a_new_request_ends_the_pull_before_it() -> None:
    _, port, link = board()
    port.arrived += frame.encode(frame.PULL, 1, laptop_half.pull(7, 0, 1000))
    for turn in range(3):
        link.step(turn)
    got = answers(port, link, (frame.HELLO, 2, laptop_half.hello()))
    assert got[-1][:2] == (frame.WELCOME, 2)
    assert frame.END not in [kind for kind, _, _ in got]


def test_what_cannot_be_done_is_answered_no_with_a_reason() -> None:
    table, port, link = board()
    asked = [
        (0x55, b"", frame.UNKNOWN),
        (frame.PULL, b"short", frame.MALFORMED),
        (frame.PULL, laptop_half.pull(8, 0, 1), frame.EPOCH),
        (frame.PULL, laptop_half.pull(7, table.journal.next + 1, 1), frame.RANGE),
        (frame.ACK, laptop_half.ack(8, 0), frame.EPOCH),
        (frame.ACK, laptop_half.ack(7, table.journal.next + 1), frame.RANGE),
        (frame.HELLO, b"", frame.MALFORMED),
    ]
    for kind, body, reason in asked:
        ((answer, request, said),) = answers(port, link, (kind, 3, body))
        assert (answer, request) == (frame.NO, 3)
        assert laptop_half.read_no(said)[0] == reason
    lose_memory(table)
    ((answer, _, said),) = answers(port, link, (frame.HELLO, 3, laptop_half.hello()))
    assert laptop_half.read_no(said)[0] == frame.MEMORY


def test_state_tells_the_live_score() -> None:
    table, port, link = board(presses=0)
    for line in (event(COUNT, 0, 20), event(COUNT, 1, 15), event(NEXT), event(COUNT, 1, 10)):
        table.enter(line, 0)
    ((kind, request, body),) = answers(port, link, (frame.STATE, 5, b""))
    assert (kind, request) == (frame.SCORE, 5)
    fields = laptop_half.read_score(body)
    assert (fields["epoch"], fields["next"], fields["acked"], fields["waits"]) == (7, table.journal.next, 0, False)
    assert fields["match"] == {
        "game": "crokinole-official",
        "finished": False,
        "review": False,
        "first": 1,
        "shootout": 0,
        "closed": 1,
        "totals": [5, 0],
        "raw": [0, 10],
    }


def test_state_of_a_table_without_a_match() -> None:
    table, port, link = board(presses=0)
    lose_match(table)
    ((_, _, body),) = answers(port, link, (frame.STATE, 5, b""))
    assert laptop_half.read_score(body)["match"] is None


@pytest.mark.parametrize(("spoken", "answered"), [(1, 1), (2, 2), (9, 2), (0, 1)])
def test_both_speak_the_newest_protocol_that_both_know(spoken: int, answered: int) -> None:
    _, port, link = board()
    ((_, _, body),) = answers(port, link, (frame.HELLO, 1, laptop_half.hello(spoken)))
    assert laptop_half.read_welcome(body)["protocol"] == answered
    assert laptop_half.read_welcome(body)["format"] == record.FORMAT == 4


def test_state_tells_from_protocol_2_on_which_key_waits_also_behind_the_match_that_is_on() -> None:
    table, port, link = board(presses=3)

    def live() -> tuple[str, bool, int]:
        ((kind, _, body),) = answers(port, link, (frame.STATE, 5, laptop_half.state()))
        assert kind == frame.LIVE
        fields = laptop_half.read_live(body)
        return fields["key"], fields["waits"], fields["match"]["closed"]

    assert live() == ("", False, 0)
    assert table.assign("twenties-shootout", "final", ("Ann",), 0, 1) is ACCEPTED
    assert live() == ("final", False, 0)
    while not table.match.untouched():
        table.enter(event(UNDO), 0)
    assert live() == ("final", True, 0)
    ((kind, _, body),) = answers(port, link, (frame.STATE, 5, laptop_half.state(1)))
    assert (kind, laptop_half.read_score(body)["waits"]) == (frame.SCORE, True)
    assert table.assign("", "", (), 0) is ACCEPTED
    assert live() == ("", False, 0)


def followed(port: Port) -> tuple[dict[int, bytes], int | None]:
    """The records that came since, by number, and the type of the last frame."""
    got = frame.Decoder().feed(bytes(port.sent))
    port.sent.clear()
    found = {}
    for kind, _, body in got:
        if kind == frame.REC:
            start, data = laptop_half.read_rec(body)
            for at in range(0, len(data), record.SIZE):
                found[start + at // record.SIZE] = data[at : at + record.SIZE]
    return found, got[-1][0] if got else None


def test_what_is_pressed_while_a_laptop_follows_is_on_its_way_in_the_same_turn() -> None:
    table, port, link = board(presses=5)
    start = table.journal.next
    port.arrived += frame.encode(frame.FOLLOW, 7, laptop_half.follow(7, start))
    for turn in range(5):
        link.step(turn)
    assert port.sent == b""
    for n in range(40):
        table.enter(event(COUNT, 0, 5) if n % 2 == 0 else event(UNDO), n)
        link.step(n)
        assert followed(port) == ({start + n: bytes(table.journal.read(start + n, 1))}, frame.REC)
        link.step(n)
        link.step(n)
        assert port.sent == b""


def test_following_begins_with_what_there_is_already() -> None:
    table, port, link = board(presses=60)
    port.arrived += frame.encode(frame.FOLLOW, 7, laptop_half.follow(7, 0))
    for turn in range(20):
        link.step(turn)
    found, _ = followed(port)
    assert b"".join(found[seq] for seq in range(table.journal.next)) == bytes(table.journal.read(0, table.journal.next))
    assert not link.busy()


def test_following_ends_before_the_answer_to_the_next_request() -> None:
    table, port, link = board(presses=5)
    start = table.journal.next
    port.arrived += frame.encode(frame.FOLLOW, 7, laptop_half.follow(7, start))
    for turn in range(5):
        link.step(turn)
    (end, state) = answers(port, link, (frame.STATE, 8, laptop_half.state()))
    assert end[:2] == (frame.END, 7)
    assert laptop_half.read_end(end[2]) == (0, start)
    assert state[:2] == (frame.LIVE, 8)
    table.enter(event(COUNT, 0, 5), 0)
    assert answers(port, link) == [], "nobody follows any more"


def test_following_another_epoch_or_what_is_not_there_yet_is_answered_no() -> None:
    table, port, link = board()
    for body, reason in (
        (laptop_half.follow(8, 0), frame.EPOCH),
        (laptop_half.follow(7, table.journal.next + 1), frame.RANGE),
        (b"short", frame.MALFORMED),
    ):
        ((kind, request, said),) = answers(port, link, (frame.FOLLOW, 3, body))
        assert (kind, request, laptop_half.read_no(said)[0]) == (frame.NO, 3, reason)


def test_following_below_the_oldest_begins_there() -> None:
    table, port, link = board(presses=5)
    table.journal.oldest = 3
    port.arrived += frame.encode(frame.FOLLOW, 7, laptop_half.follow(7, 0))
    for turn in range(5):
        link.step(turn)
    assert min(followed(port)[0]) == 3


def test_following_ends_with_a_no_where_the_memory_goes_or_another_epoch_begins() -> None:
    table, port, link = board(presses=5)
    port.arrived += frame.encode(frame.FOLLOW, 7, laptop_half.follow(7, table.journal.next))
    for turn in range(5):
        link.step(turn)
    journal = table.journal
    table.lost(5)
    link.step(6)
    ((kind, request, _),) = frame.Decoder().feed(bytes(port.sent))
    port.sent.clear()
    assert (kind, request) == (frame.NO, 7)
    table.journal = journal  # and no match is on
    port.arrived += frame.encode(frame.FOLLOW, 8, laptop_half.follow(7, journal.next))
    for turn in range(5):
        link.step(turn)
    journal._set_epoch(9)
    journal._append(record.BOOT, record.FORMAT, 0, 0)
    link.step(7)
    ((kind, request, said),) = frame.Decoder().feed(bytes(port.sent))
    assert (kind, request, laptop_half.read_no(said)[0]) == (frame.NO, 8, frame.EPOCH)


def test_a_laptop_that_follows_and_does_not_read_delays_no_loop_turn_and_loses_nothing() -> None:
    table, port, link = board(presses=5, room=0)
    start = table.journal.next
    port.arrived += frame.encode(frame.FOLLOW, 7, laptop_half.follow(7, start))
    for n in range(50):
        table.enter(event(COUNT, 0, 5) if n % 2 == 0 else event(UNDO), n)
        writes = port.writes
        link.step(n)
        assert port.writes <= writes + 1
    port.room = 256
    for n in range(50):
        link.step(n)
    assert sorted(followed(port)[0]) == list(range(start, table.journal.next))


def test_following_is_no_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    table, port, link = board(presses=5)
    shown: list[int] = []
    monkeypatch.setattr(link._screen, "synced", shown.append)
    answers(port, link, (frame.HELLO, 1, laptop_half.hello()), (frame.FOLLOW, 2, laptop_half.follow(7, 0)))
    table.enter(event(COUNT, 0, 5), 0)
    answers(port, link)
    assert shown == []


NOON = 1_795_262_400  # 2026-11-21T12:00:00Z


def times(table: WorkingTable) -> list[int]:
    """The Unix times of board time 0 in the journal."""
    journal = table.journal
    records = [journal.read(seq, 1) for seq in range(journal.next)]
    return [record.zero_of(data) for data in records if data[0] >= record.TIME]


def test_the_time_is_written_down_once_a_boot_and_at_most_hourly() -> None:
    table, port, link = board(presses=1)
    following = table.journal.next
    for at_ms in (10_000, 20_000, 3_609_000, 3_611_000, 3_620_000):
        ((kind, _, body),) = answers(port, link, (frame.TIME, 1, laptop_half.time(NOON + at_ms // 1000)), at_ms=at_ms)
        assert kind == frame.TIMED
        assert laptop_half.read_timed(body) == table.journal.next
    assert times(table) == [NOON, NOON]
    assert table.journal.next == following + 2


def test_a_time_is_written_down_again_when_the_memory_was_gone_meanwhile() -> None:
    table, port, link = board(presses=1)
    answers(port, link, (frame.TIME, 1, laptop_half.time(NOON)))
    table.lost(1_000)
    assert table.step(9_000)
    answers(port, link, (frame.TIME, 2, laptop_half.time(NOON + 9)), at_ms=9_000)
    assert times(table) == [NOON, NOON]


def test_a_new_epoch_of_nvm_is_dated_too() -> None:
    chip = NvmChip()
    table, port, link = board(presses=0, chip=chip)
    epochs = iter(range(8, 99))
    table.journal._new_epoch = lambda: next(epochs)
    answers(port, link, (frame.TIME, 1, laptop_half.time(NOON)))
    while table.journal.epoch == 7:
        table.journal.ack(table.journal.next)
        table.again(60_000)
        table.enter(event(NEXT), 61_000)
    answers(port, link, (frame.TIME, 2, laptop_half.time(NOON + 70)), at_ms=70_000)
    clock = Clock()
    for number in range(table.journal.next):
        clock.feed(number, bytes(table.journal.read(number, 1)))
    zero = clock.power_on.zero
    assert zero is not None
    assert (clock.ms, zero.timestamp()) == (61_000, NOON)


def test_a_full_journal_takes_no_time_and_is_told_it_again_when_there_is_room() -> None:
    table, port, link = board(presses=1)
    while table.journal.time(0):
        pass
    before = table.journal.next
    ((kind, _, body),) = answers(port, link, (frame.TIME, 1, laptop_half.time(NOON)))
    assert (kind, laptop_half.read_timed(body)) == (frame.TIMED, before)
    assert table.timed_at is None


def test_a_time_that_no_record_can_hold_is_refused() -> None:
    table, port, link = board(presses=1)
    for seconds in (0, record.YEAR_ZERO + 3, record.YEAR_ZERO + (1 << 29) + 4, 2**32 - 1):
        ((kind, _, body),) = answers(port, link, (frame.TIME, 1, laptop_half.time(seconds)), at_ms=4_000)
        assert (kind, laptop_half.read_no(body)[0]) == (frame.NO, frame.REFUSED)
    ((kind, _, _),) = answers(port, link, (frame.TIME, 1, laptop_half.time(record.YEAR_ZERO + 4)), at_ms=4_000)
    assert kind == frame.TIMED
    ((kind, _, _),) = answers(
        port, link, (frame.TIME, 1, laptop_half.time(record.YEAR_ZERO + (1 << 29))), at_ms=3_700_000
    )
    assert kind == frame.TIMED
    assert times(table) == [record.YEAR_ZERO, record.YEAR_ZERO + (1 << 29) - 3_700]


def setup(port: Port, link: Link, name: str | None, light: int | None) -> int:
    ((kind, _, _),) = answers(port, link, (frame.SETUP, 1, orders.setup(name, light)))
    return kind


def called(port: Port, link: Link) -> str:
    ((_, _, body),) = answers(port, link, (frame.HELLO, 9, laptop_half.hello()))
    name: str = laptop_half.read_welcome(body)["table"]
    return name


def test_the_laptop_names_the_table_and_sets_its_light_and_both_live_through_power_cuts_and_matches() -> None:
    chip = FramChip()
    table, port, link = board(chip=chip)
    assert setup(port, link, "Zoë's table", 5) == frame.SET
    assert called(port, link) == "Zoë's table"
    for _ in range(3):
        table.again(0)
        table, port, link = board(presses=1, chip=chip)
        assert (called(port, link), table.light) == ("Zoë's table", 5)
    assert setup(port, link, None, 16) == frame.SET
    assert (called(port, link), table.light) == ("Zoë's table", 16)
    assert setup(port, link, "", None) == frame.SET
    assert called(port, link) == "Tisch"
    assert called(*board(chip=chip)[1:]) == "Tisch"


def test_a_name_in_the_settings_that_was_changed_since_counts_again() -> None:
    chip = FramChip()
    _, port, link = board(chip=chip)
    setup(port, link, "Table 4", None)
    assert called(*board(chip=chip)[1:]) == "Table 4"
    assert called(*board(chip=chip, name="Stube")[1:]) == "Stube"


def test_the_same_name_again_is_not_written_again() -> None:
    table, port, link = board()
    setup(port, link, "Table 4", 3)
    before = table.journal.next
    assert setup(port, link, "Table 4", 3) == frame.SET
    assert table.journal.next == before


def test_a_setup_that_does_not_fit_is_malformed_and_a_full_journal_refuses_a_name() -> None:
    table, port, link = board()
    for body in (b"", b"\x11", b"\x00\x02ab\x01c", b"\x00\x05ab"):
        ((_, _, said),) = answers(port, link, (frame.SETUP, 1, body))
        assert laptop_half.read_no(said)[0] == frame.MALFORMED
    while table.journal.time(0):
        pass
    ((_, _, said),) = answers(port, link, (frame.SETUP, 1, orders.setup("Table 4", None)))
    assert laptop_half.read_no(said)[0] == frame.REFUSED
    assert called(port, link) == "Tisch"


def test_sync_is_shown_while_a_collection_runs_and_not_at_every_press_that_is_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, port, link = board()
    shown: list[int] = []
    monkeypatch.setattr(link._screen, "synced", shown.append)
    answers(port, link, (frame.PULL, 1, laptop_half.pull(7, 0, 9)))
    assert shown == []
    answers(port, link, (frame.HELLO, 1, laptop_half.hello()), (frame.PULL, 2, laptop_half.pull(7, 0, 9)))
    assert len(shown) == 1
    answers(port, link, (frame.PULL, 1, laptop_half.pull(7, 9, 9)))
    assert len(shown) == 1


def test_a_flood_of_requests_waits_in_the_port_and_not_in_memory() -> None:
    _, port, link = board()
    port.arrived += frame.encode(frame.STATE, 1) * 500
    for turn in range(100):
        link.step(turn)
        assert len(link._requests) <= 8
    assert len(port.arrived) > 1000


def test_an_ack_is_cumulative_and_never_goes_back() -> None:
    table, port, link = board()
    ((_, _, body),) = answers(port, link, (frame.ACK, 1, laptop_half.ack(7, 20)))
    assert laptop_half.read_acked(body) == 20
    ((_, _, body),) = answers(port, link, (frame.ACK, 1, laptop_half.ack(7, 10)))
    assert laptop_half.read_acked(body) == 20
    assert table.journal.acked == 20


def test_junk_is_skipped() -> None:
    _, port, link = board()
    port.arrived += b"\xff" * 500 + b"\x00" + b"\x03\x01" + b"\x00\x00"
    ((kind, _, _),) = answers(port, link, (frame.HELLO, 1, laptop_half.hello()))
    assert kind == frame.WELCOME


def test_without_a_data_port_there_is_no_link_and_no_fault() -> None:
    table, _, _ = board()
    Link(None, table, dict, Screen(table, [])).step(0)


def test_at_most_64_bytes_are_taken_a_turn() -> None:
    _, port, link = board(presses=0)
    port.arrived += b"\x01" * 1000  # no frame ends there
    for left in (936, 872, 808):
        link.step(0)
        assert len(port.arrived) == left


@pytest.mark.parametrize(("at_ms", "seconds"), [(0, 0), (499, 0), (500, 1), (1499, 1), (1500, 2), (3_599_500, 3600)])
def test_board_time_is_rounded_to_the_nearest_second(at_ms: int, seconds: int) -> None:
    table, port, link = board(presses=0)
    answers(port, link, (frame.TIME, 1, laptop_half.time(NOON)), at_ms=at_ms, turns=1)
    assert times(table) == [NOON - seconds]


def test_the_time_is_written_down_again_after_an_hour_to_the_millisecond() -> None:
    table, port, link = board(presses=0)
    for at_ms, written in ((7_000, 1), (3_606_999, 1), (3_607_000, 2), (7_206_999, 2), (7_207_000, 3)):
        answers(port, link, (frame.TIME, 1, laptop_half.time(NOON)), at_ms=at_ms, turns=1)
        assert len(times(table)) == written
