"""The radio as CircuitPython's sources have it: joining, one datagram a socket, and what a board must not wait for."""

import hashlib
import socket
from collections.abc import Callable, Iterator

import pytest

from tallyboard.virtual.box.air import DOWN, LEAVE_MS, Air, Poll, Radio, Socket, SocketPool, modules
from tallyboard.virtual.box.cpu import BoardReset, Failure, ResetReason
from tallyboard.virtual.box.hardware import Hardware
from tallyboard.virtual.radio_link import RadioLink

SSID, PASSWORD = "hall", "not a secret"
SOON = 0.001  # s: the shortest wait


@pytest.fixture
def air(hardware: Hardware) -> Iterator[Air]:
    link = RadioLink(hardware, SSID, PASSWORD)
    hardware.air = link.air
    yield link.air
    link.close()


@pytest.fixture
def pool(air: Air) -> SocketPool:
    pool: SocketPool = modules(air)["socketpool"].SocketPool(air.radio)  # type: ignore[attr-defined]
    return pool


@pytest.fixture
def hub() -> Iterator[socket.socket]:
    """Somebody on this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as port:
        port.bind(("127.0.0.1", 0))
        port.settimeout(5)
        yield port


def datagram(pool: SocketPool) -> Socket:
    made = pool.socket(pool.AF_INET, pool.SOCK_DGRAM)
    made.settimeout(0)
    return made


def begin(radio: Radio, ssid: str = SSID, password: str = PASSWORD) -> None:
    """A connect that does not wait for the end of it."""
    with pytest.raises(ConnectionError, match="Unknown failure 1"):
        radio.connect(ssid, password, timeout=SOON)


@pytest.fixture
def joined(air: Air) -> Air:
    begin(air.radio)
    air.board.advance(air.joining_ms)
    assert air.radio.connected
    return air


def heard(air: Air, at: Socket, size: int = 2000) -> bytes:
    """What has come, once it has."""
    while at.held is None:
        air.carry()
    into = bytearray(size)
    return bytes(into[: at.recv_into(into)])


def test_a_join_is_begun_once_and_comes_about_by_itself(air: Air) -> None:
    begin(air.radio)
    assert air.board.ms == 1
    air.board.advance(air.joining_ms - 2)
    assert (air.radio.connected, air.radio.ipv4_address) == (False, None)
    air.board.advance(1)
    assert air.radio.connected
    assert str(air.radio.ipv4_address) == "192.168.4.2"
    air.radio.connect(SSID, PASSWORD, timeout=SOON)  # is there already
    assert air.board.ms == air.joining_ms


@pytest.mark.parametrize("ssid, password", [(SSID, "another word"), ("another hall", PASSWORD)])
def test_what_does_not_fit_never_joins_and_the_next_try_leaves_first(air: Air, ssid: str, password: str) -> None:
    begin(air.radio, ssid, password)
    air.board.advance(10 * air.joining_ms)
    assert not air.radio.connected
    before = air.board.ms
    begin(air.radio)
    assert air.board.ms == before + LEAVE_MS
    air.board.advance(air.joining_ms)
    assert air.radio.connected


def test_a_second_connect_begins_anew(air: Air) -> None:
    begin(air.radio)
    air.board.advance(air.joining_ms - 100)
    begin(air.radio)
    air.board.advance(air.joining_ms - 1)
    assert not air.radio.connected
    air.board.advance(1)
    assert air.radio.connected


@pytest.mark.parametrize("timeout, waits", [(None, 8000), (0, 8000), (0.5, 500)])
def test_a_connect_that_waits_is_refused(air: Air, timeout: float | None, waits: int) -> None:
    with pytest.raises(Failure, match=f"waits {waits} ms"):
        air.radio.connect(SSID, PASSWORD, timeout=timeout)


@pytest.mark.parametrize("ssid, password", [("", PASSWORD), ("x" * 33, PASSWORD), (SSID, "short"), (SSID, "x" * 65)])
def test_names_and_passwords_of_no_possible_length(air: Air, ssid: str, password: str) -> None:
    with pytest.raises(ValueError, match="length"):
        air.radio.connect(ssid, password, timeout=SOON)


def test_a_dead_access_point_is_noticed_late_and_a_short_outage_never(
    joined: Air, pool: SocketPool, hub: socket.socket
) -> None:
    at = datagram(pool)
    joined.switch(False)
    joined.board.advance(joined.notices_ms - 1)
    joined.switch(True)
    joined.board.advance(joined.notices_ms)
    assert joined.radio.connected
    joined.switch(False)
    assert at.sendto(b"lost", hub.getsockname()) == 4  # nobody knows yet
    joined.board.advance(joined.notices_ms)
    with pytest.raises(OSError) as no_way:
        at.sendto(b"x", hub.getsockname())
    assert no_way.value.errno == 113
    joined.switch(True)
    joined.board.advance(60_000)
    assert not joined.radio.connected  # not by itself
    begin(joined.radio)
    joined.board.advance(joined.joining_ms)
    at.sendto(b"there", hub.getsockname())
    assert hub.recv(100) == b"there"


def test_before_it_has_an_address_nothing_is_sent(air: Air, pool: SocketPool, hub: socket.socket) -> None:
    with pytest.raises(OSError) as no_way:
        datagram(pool).sendto(b"x", hub.getsockname())
    assert no_way.value.errno == 113


def test_a_socket_holds_one_datagram_and_cuts_it(joined: Air, pool: SocketPool, hub: socket.socket) -> None:
    at = datagram(pool)
    at.sendto(b"here", hub.getsockname())
    sender = hub.recvfrom(100)[1]
    hub.sendto(b"first", sender)
    hub.sendto(b"second", sender)
    while not joined.dropped:
        joined.carry()
    into = bytearray(3)
    count, source = at.recvfrom_into(into)
    assert (count, bytes(into), source) == (3, b"fir", hub.getsockname())
    with pytest.raises(OSError) as empty:
        at.recv_into(into)
    assert empty.value.errno == 11
    hub.sendto(b"third", sender)
    assert heard(joined, at) == b"third"


def test_another_address_is_another_port_of_the_same_socket(joined: Air, pool: SocketPool, hub: socket.socket) -> None:
    at = datagram(pool)
    ports = []
    for _ in range(2):
        at.sendto(b"x", hub.getsockname())
        ports.append(hub.recvfrom(10)[1])
        joined.move()
    assert ports[0] != ports[1]
    assert str(joined.radio.ipv4_address) == "192.168.4.4"


def test_everybody_is_this_machine(joined: Air, pool: SocketPool, hub: socket.socket) -> None:
    datagram(pool).sendto(b"all", ("255.255.255.255", hub.getsockname()[1]))
    assert hub.recv(10) == b"all"


def test_air_that_is_jammed_costs_a_second(joined: Air, pool: SocketPool, hub: socket.socket) -> None:
    joined.is_jammed = True
    before = joined.board.ms
    with pytest.raises(OSError) as refused:
        datagram(pool).sendto(b"x", hub.getsockname())
    assert (refused.value.errno, joined.board.ms - before) == (-1, 1000)


def test_eight_sockets(pool: SocketPool) -> None:
    made = [datagram(pool) for _ in range(8)]
    with pytest.raises(RuntimeError, match="Out of sockets"):
        datagram(pool)
    made[3].close()
    made[3].close()
    datagram(pool)
    with pytest.raises(OSError) as closed:
        made[3].recv_into(bytearray(1))
    assert closed.value.errno == 9


@pytest.mark.parametrize(
    "waits",
    [
        lambda pool: datagram(pool).settimeout(None),
        lambda pool: datagram(pool).setblocking(True),
        lambda pool: datagram(pool).settimeout(1),
        lambda pool: pool.socket(pool.AF_INET, pool.SOCK_DGRAM).recv_into(bytearray(1)),
        lambda pool: datagram(pool).sendto(b"x", ("hub.local", 8766)),
        lambda pool: Poll().ipoll(),
        lambda pool: Poll().ipoll(100),
    ],
)
def test_a_board_that_would_stand_still_is_a_failure(
    joined: Air, pool: SocketPool, waits: Callable[[SocketPool], object]
) -> None:
    with pytest.raises(Failure):
        waits(pool)


def test_a_moment_may_be_waited_for(joined: Air, pool: SocketPool) -> None:
    at = datagram(pool)
    at.settimeout(0.004)
    before = joined.board.ms
    with pytest.raises(OSError) as late:
        at.recv_into(bytearray(1))
    assert (late.value.errno, joined.board.ms - before) == (110, 4)


def test_a_poll_says_what_is_there_and_does_not_look_at_closed_sockets(
    joined: Air, pool: SocketPool, hub: socket.socket
) -> None:
    at, poll = datagram(pool), Poll()
    poll.register(at, 1)
    assert not list(poll.ipoll(0))
    at.sendto(b"x", hub.getsockname())
    hub.sendto(b"y", hub.recvfrom(10)[1])
    while not joined.carry():
        pass
    assert list(poll.ipoll(0)) == [(at, 1)]
    heard(joined, at)
    assert not list(poll.ipoll(0))
    poll.register(at)
    assert list(poll.ipoll(0)) == [(at, 4)]
    at.close()
    with pytest.raises(Failure):
        poll.ipoll(0)
    poll.unregister(at)
    poll.ipoll(0)


def test_a_pool_is_of_this_radio(air: Air, pool: SocketPool) -> None:
    with pytest.raises(ValueError):
        type(pool)(Radio(air))


def test_a_reload_closes_sockets_and_leaves(joined: Air, pool: SocketPool, hardware: Hardware) -> None:
    at = datagram(pool)
    hardware.restart(BoardReset(ResetReason.SOFTWARE, False))
    assert at.is_closed
    assert (joined.sockets, joined.status()) == ([], DOWN)


def test_a_name_is_what_the_network_takes(air: Air) -> None:
    air.radio.hostname = "table-4.hall"
    for name in ("", "-x", "a..b", "a_b", "x" * 254):
        with pytest.raises(ValueError):
            air.radio.hostname = name
    assert air.radio.hostname == "table-4.hall"


def test_a_hash_goes_on_after_its_digest(air: Air) -> None:
    new = modules(air)["hashlib"].new  # type: ignore[attr-defined]
    made = new("sha256", b"a")
    assert made.digest() == hashlib.sha256(b"a").digest()
    made.update(b"b")
    assert made.digest() == hashlib.sha256(b"ab").digest()
    assert not hasattr(made, "copy") and not hasattr(made, "hexdigest")
    with pytest.raises(ValueError):
        new("md5")


def test_only_a_board_with_a_radio_has_the_modules(hardware: Hardware, air: Air) -> None:
    from tallyboard.virtual.box.hardware import modules as all_modules

    names = {"wifi", "socketpool", "select", "hashlib"}
    assert names <= set(all_modules(hardware))
    hardware.air = None
    assert not names & set(all_modules(hardware))
