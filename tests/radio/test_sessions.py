"""A board without a cable and its laptops: how a session begins and ends, and what is never taken."""

import itertools

import pytest

from shared_rules.games.events import COUNT, event
from shared_rules.link import datagram, frame, laptop_half
from shared_rules.link.datagram import FROM_LAPTOP, NOBODY, Header, Seal
from tableside.radio import CALLING, HEARD, PARKED
from tallyboard.link.finding import Candidate, Sure
from tallyboard.link.ports import GoneError
from tests.harness.memory_chips import FramChip
from tests.radio.hall import ANOTHER_KEY, ANOTHER_LAPTOP, BOARD, BOX, EVERYONE, KEY, LAPTOP, Hall

NAME = f"radio {BOARD}"


def heard(hall: Hall) -> None:
    """Until the laptop has asked the board something."""
    ports = hall.laptop()
    hall.run(4000)
    assert hall.client(ports).hello()["board"] == BOARD


def test_a_board_that_calls_is_a_port_and_answers() -> None:
    hall = Hall()
    ports = hall.laptop()
    hall.run(4000)
    assert ports.look().ports == (Candidate(NAME, Sure.GIVEN),)
    client = hall.client(ports)
    assert client.hello()["table"] == "Table 3"
    hall.table.enter(event(COUNT, 0, 20), hall.board_ms)
    assert client.state()["next"] == hall.table.journal.next
    assert hall.link.air() == 2


def test_what_is_pressed_is_sent_in_the_next_turn() -> None:
    """To make a reply is one turn's work on a board, and to seal it is another's."""
    hall = Hall()
    heard(hall)
    ports = hall.laptops[LAPTOP]
    hello = hall.client(ports).hello()
    (port,) = ports.ports()
    port.write(frame.encode(frame.FOLLOW, 9, laptop_half.follow(hello["epoch"], hello["next"])))
    hall.run(50)
    before = len(hall.from_board())
    hall.table.enter(event(COUNT, 0, 20), hall.board_ms)
    hall.link.step(hall.board_ms)
    assert len(hall.from_board()) == before
    hall.link.step(hall.board_ms)
    (sent,) = hall.from_board()[before:]
    said = datagram.read(sent)
    assert said is not None and said.frame is not None and said.frame[0] == frame.REC


def test_what_came_and_what_went_is_counted_for_whoever_collects_garbage() -> None:
    hall = Hall()
    heard(hall)
    hall.link.datagrams = 0
    said = len(hall.on_air)
    hall.client(hall.laptops[LAPTOP]).state()
    assert hall.link.datagrams == len(hall.on_air) - said == 2


def test_it_calls_once_a_second_and_only_until_it_is_asked() -> None:
    hall = Hall()
    hall.run(5000)
    began = len(hall.from_board())
    hall.run(10_000)
    assert len(hall.from_board()) - began == 10
    assert {receiver for _, _, receiver in hall.on_air} == {EVERYONE}
    heard(hall)
    asked = len(hall.from_board())
    hall.run(5000)
    assert len(hall.from_board()) == asked


def test_a_laptop_whose_address_is_known_is_called_and_now_and_then_everybody() -> None:
    hall = Hall(hub="10.0.0.1")
    hall.run(12_000)
    receivers = [receiver for _, _, receiver in hall.on_air]
    assert receivers[:4] == [LAPTOP, LAPTOP, LAPTOP, EVERYONE]


def test_a_port_is_said_by_the_settings() -> None:
    hall = Hall(hub="10.0.0.1:9999")
    hall.run(5000)
    assert hall.on_air[0][2] == ("10.0.0.1", 9999)


def test_a_laptop_that_says_nothing_any_more_is_called_for_anew() -> None:
    hall = Hall()
    heard(hall)
    first = hall.laptops[LAPTOP].ports()
    hall.run(5500)
    assert hall.link.state == HEARD
    hall.run(1500)
    assert hall.link.air() == 0
    assert first[0].has_ended
    with pytest.raises(GoneError):
        first[0].write(frame.encode(frame.STATE, 1))
    hall.client(hall.laptops[LAPTOP]).hello()
    assert hall.link.state == HEARD


def test_after_a_power_cut_it_is_there_again_without_any_randomness() -> None:
    hall = Hall()
    heard(hall)
    (port,) = hall.laptops[LAPTOP].ports()
    hall.switch_on()
    hall.run(5000)
    (again,) = hall.laptops[LAPTOP].ports()
    assert again is not port and again.began.boards != port.began.boards
    assert not hall.laptops[LAPTOP].notes()
    assert hall.client(hall.laptops[LAPTOP]).hello()["board"] == BOARD


def test_what_was_said_before_opens_nothing_and_displaces_nobody() -> None:
    hall = Hall()
    heard(hall)
    hall.switch_on()
    hall.run(5000)
    ports = hall.laptops[LAPTOP]
    hall.client(ports).hello()
    (port,) = ports.ports()
    for data in hall.from_board():
        ports.heard(data, ("10.0.0.66", 5))
    assert ports.ports() == [port] and port.address == BOX
    assert hall.client(ports).state()["next"] == hall.table.journal.next


def test_no_laptop_of_before_is_ever_obeyed() -> None:
    hall = Hall()
    heard(hall)
    client = hall.client(hall.laptops[LAPTOP])
    hall.table.enter(event(COUNT, 0, 20), hall.board_ms)
    client.ack(client.hello()["epoch"], hall.table.journal.next)
    said = hall.to_board()
    acked = hall.table.journal.acked
    hall.switch_on()
    hall.laptops.clear()
    for _ in range(3):
        for data in said:
            hall.run(50)
            hall.arrive(data, LAPTOP, BOX)
    assert acked and hall.link.air() == 0 and hall.link.state in (CALLING, PARKED)
    assert hall.link.misfits == 0


def test_a_datagram_counts_once_on_both_ends() -> None:
    hall = Hall()
    heard(hall)
    (port,) = hall.laptops[LAPTOP].ports()
    port.write(frame.encode(frame.STATE, 7))
    twice = hall.to_board()[-1]
    hall.run(20)
    answers = len(hall.from_board())
    hall.arrive(twice, LAPTOP, BOX)
    hall.run(200)
    assert len(hall.from_board()) == answers
    refused = hall.laptops[LAPTOP].refused
    hall.laptops[LAPTOP].heard(hall.from_board()[-1], BOX)
    assert hall.laptops[LAPTOP].refused == refused + 1


def test_its_own_datagrams_are_nothing_to_a_board() -> None:
    hall = Hall()
    heard(hall)
    sent = len(hall.from_board())
    for data in hall.from_board():
        hall.arrive(data, LAPTOP, BOX)
        turned = data[:1] + bytes((FROM_LAPTOP,)) + data[2:]
        hall.run(10)
        hall.arrive(turned, LAPTOP, BOX)
        hall.run(10)
    assert len(hall.from_board()) == sent


def test_every_bit_is_under_the_seal() -> None:
    hall = Hall()
    heard(hall)
    ports = hall.laptops[LAPTOP]
    (port,) = ports.ports()
    last = hall.from_board()[-1]
    header = datagram.read(last)
    assert header is not None
    header.counter += 1
    right = datagram.write(Seal(KEY), header)
    for at in range(len(right) * 8):
        wrong = bytearray(right)
        wrong[at // 8] ^= 1 << at % 8
        ports.heard(bytes(wrong), ("10.0.0.66", 5))
        assert port.address == BOX, at
    ports.heard(right, ("10.0.0.8", 5))
    assert port.address == ("10.0.0.8", 5)  # the board has another address now


def test_of_two_laptops_one_has_it() -> None:
    hall = Hall()
    hall.laptop()
    hall.laptop(ANOTHER_LAPTOP)
    hall.run(5000)
    having = [address for address, ports in hall.laptops.items() if ports.ports()]
    assert len(having) == 1
    hall.client(hall.laptops[having[0]]).hello()
    del hall.laptops[having[0]]
    hall.run(8000)
    (other,) = hall.laptops.values()
    assert hall.client(other).hello()["board"] == BOARD


def test_a_key_that_does_not_fit_is_told_on_both_ends() -> None:
    hall = Hall(key=ANOTHER_KEY)
    ports = hall.laptop()
    hall.run(5000)
    assert hall.link.air() == 1
    assert not ports.ports() and set(ports.notes()) == {(BOARD, "key")} and not ports.notes()


def test_a_board_that_nobody_paired_is_told_and_not_answered() -> None:
    hall = Hall()
    ports = hall.laptop(key=None)
    hall.run(5000)
    assert hall.link.air() == 0 and not hall.to_board()
    assert set(ports.notes()) == {(BOARD, "unknown")}


def test_whoever_makes_boards_up_fills_nothing() -> None:
    ports = Hall().laptop(key=None)
    for number in range(1000):
        call = Header(datagram.FROM_BOARD, f"{number:08x}", bytes(8), NOBODY, 1)
        ports.heard(datagram.write(Seal(KEY), call), BOX)
    assert len(ports.notes()) == 64


def test_a_session_that_a_board_had_before_is_told() -> None:
    hall = Hall()
    heard(hall)
    memory = bytes(hall.chip.memory)
    hall.switch_on()
    hall.run(4000)
    assert not hall.laptops[LAPTOP].notes()
    hall.chip.memory[:] = memory  # a copy of the board, which counts its starts anew
    hall.switch_on()
    hall.run(9000)
    assert set(hall.laptops[LAPTOP].notes()) == {(BOARD, "repeat")}


def test_each_start_begins_another_session_though_the_journal_is_full() -> None:
    hall = Hall()
    hall.chip, numbers = FramChip(64 + 8 * 112), set()
    hall.switch_on()
    while hall.table.enter(event(COUNT, 0, 5), 0) is None or hall.table.again(0) is None:
        pass
    full = hall.table.journal.next
    for _ in range(3):
        hall.switch_on()
        assert hall.table.journal.next == full
        hall.run(4000)
        said = datagram.read(hall.from_board()[-1])
        assert said is not None
        numbers.add(said.boards)
    assert len(numbers) == 3


def test_another_key_ends_the_session() -> None:
    hall = Hall()
    heard(hall)
    hall.laptops[LAPTOP].know({BOARD: ANOTHER_KEY})
    assert not hall.laptops[LAPTOP].ports()
    hall.run(8000)
    assert hall.link.air() == 1


def test_on_a_cable_it_is_silent_and_back_when_that_is_pulled() -> None:
    hall = Hall()
    heard(hall)
    (port,) = hall.laptops[LAPTOP].ports()
    before = len(hall.from_board())
    for _ in range(20):
        hall.cabled_at = hall.board_ms
        if not port.has_ended:
            port.write(frame.encode(frame.STATE, 7))
        hall.run(500)
    assert len(hall.from_board()) == before
    hall.run(6000)
    assert hall.client(hall.laptops[LAPTOP]).hello()["board"] == BOARD


def test_a_network_that_dies_is_joined_again_after_longer_and_longer_rests() -> None:
    hall = Hall()
    heard(hall)
    hall.air.up = False
    tries, at = hall.wifi.tries, []
    for _ in range(300_000 // 500):
        hall.run(500)
        if hall.wifi.tries > tries:
            tries = hall.wifi.tries
            at.append(hall.air.now // 1000)
    rests = [later - earlier - 10 for earlier, later in itertools.pairwise(at)]  # each try takes 10 s
    assert [round(rest) for rest in rests[:5]] == pytest.approx([2, 4, 8, 16, 32], abs=1.1)
    hall.air.up = True
    hall.run(90_000)
    assert hall.client(hall.laptops[LAPTOP]).hello()["board"] == BOARD
    assert hall.link.air() == 2


def test_nobody_who_presses_waits_for_the_network() -> None:
    hall = Hall()
    hall.laptop()
    for _ in range(100):
        hall.pressed_at = hall.board_ms
        hall.run(100)
    assert hall.wifi.tries == 0
    hall.run(3000)
    assert hall.wifi.tries == 1 and hall.link.state != PARKED


def test_an_error_of_the_socket_ends_nothing_but_the_session() -> None:
    hall = Hall()
    heard(hall)
    assert hall.pool.socket_of is not None
    hall.pool.socket_of.close()
    hall.run(8000)
    assert hall.client(hall.laptops[LAPTOP]).hello()["board"] == BOARD
