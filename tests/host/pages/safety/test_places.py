"""So many at once, in all and of one address."""

import pytest

from tallyboard.pages.safety.addresses import address_of, device, is_laptop, plain_address
from tallyboard.pages.safety.places import Places

LAPTOP = "127.0.0.1"


def taken(places: Places, *addresses: str) -> list[bool]:
    return [places.take(address) for address in addresses]


def test_one_address_has_so_many() -> None:
    places = Places(in_all=10, per_address=2, of_laptop=1)
    assert taken(places, "a", "a", "a", "b") == [True, True, False, True]
    places.leave("a")
    assert taken(places, "a", "a") == [True, False]


def test_all_have_so_many() -> None:
    places = Places(in_all=2, per_address=2, of_laptop=1)
    assert taken(places, "a", "b", "c") == [True, True, False]
    places.leave("a")
    assert taken(places, "c", "a") == [True, False]


def test_the_laptop_has_its_own() -> None:
    places = Places(in_all=3, per_address=1, of_laptop=2)
    assert taken(places, "a", "b", "c", "d") == [True, True, True, False]
    assert taken(places, LAPTOP, LAPTOP, LAPTOP) == [True, True, False]
    places.leave("a")
    assert taken(places, LAPTOP, "d") == [False, True]


@pytest.mark.parametrize(
    "said, plain",
    [("::ffff:192.168.1.5", "192.168.1.5"), ("FE80::1%eth0", "fe80::1"), ("::1", "::1"), ("name", "name")],
)
def test_an_address_has_one_spelling(said: str, plain: str) -> None:
    assert plain_address(said) == plain
    assert address_of({"client": (said, 1)}) == plain


def test_without_a_client_there_is_no_address() -> None:
    assert address_of({"client": None}) == ""
    assert address_of({}) == ""


def test_only_the_laptop_is_the_laptop() -> None:
    assert is_laptop(LAPTOP) and is_laptop("::1")
    assert not any(is_laptop(address) for address in ("127.0.0.2", "192.168.1.5", "", "localhost"))


def test_a_device_of_ipv6_is_its_first_half() -> None:
    assert device("2001:db8::1") == device("2001:db8::ffff:2") != device("2001:db8:0:1::1")
    assert device("192.168.1.5") == "192.168.1.5"
    assert device("::1") == "::1"
