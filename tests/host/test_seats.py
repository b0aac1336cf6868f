"""Seats: who is let in at a table that is open to phones, who takes over, and what is stored of whom."""

from collections.abc import Callable

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.journal.runs import Run
from tallyboard.store import Heard, Store, hubs, seats
from tallyboard.store.hubs import Has, HubProcess
from tallyboard.store.seats import Admitted, Seat, SeatWish, Taken, Void, admit, check_of
from tests.harness.paper import two_matches

EPOCH = 7
HUB = HubProcess("h1", "laptop", 1, "serve")


@pytest.fixture
def seat(store: Store) -> Seat:
    (made,) = seats.open_seats(store, ["4"])
    return made


def let_in(store: Store, seat: Seat, token: str = "one", **more: object) -> Admitted:
    found = admit(store, SeatWish(secret=seat.secret, token=token, **more))  # type: ignore[arg-type]
    assert isinstance(found, Admitted), found
    return found


def records(store: Store, who: Admitted, upto: int, since: int = 0) -> bool:
    """Have the records of two matches stored as this phone's; whether they were."""
    some: list[Run] = list(enumerate(two_matches().records))[since:upto]
    heard = Heard(who.board, who.table, "0.1.0", EPOCH, 0, upto, who.check)
    return not store.add(heard, some).is_void


def is_silent(store: Store) -> None:
    """No phone was heard lately."""
    with store.writing() as sql:
        sql.run("UPDATE phones SET heard = heard - 60000")


def test_tables_are_opened_once_and_closed(store: Store) -> None:
    opened = seats.open_seats(store, ["10", "Final table", "9", "table 9"])
    assert [one.table for one in opened] == ["Final table", "Table 9", "Table 10"]
    assert len({one.secret for one in opened}) == 3
    assert {len(one.secret) for one in opened} == {22}
    assert seats.open_seats(store, ["9"])[0].secret == opened[1].secret
    (renewed,) = seats.open_seats(store, ["TABLE9"], renew=True)
    assert renewed.secret != opened[1].secret
    assert [one.table for one in seats.close_seats(store, ["9", "final  table"])] == ["Final table", "Table 9"]
    with store.reading() as sql:
        assert [one.table for one in seats.seats(sql)] == ["Table 10"]
    with pytest.raises(TallyboardError, match="Table 9"):
        seats.close_seats(store, ["9"])
    assert seats.open_seats(store, ["9"])[0].secret != renewed.secret


def test_a_phone_is_let_in_as_a_board_and_goes_on_by_its_token(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    assert first == Admitted(check_of("one"), "Table 4", first.board, False, True, False, None)
    assert seats.is_phone(first.board)
    assert len(first.board) == 24
    again = first._replace(is_new=False)
    assert let_in(store, seat) == again  # the answer was lost
    assert let_in(store, seat, "two", has=["none", "one"]) == again
    assert admit(store, SeatWish(secret=None, token="one")) == again
    assert admit(store, SeatWish(secret=None, token="two")) == Void("unknown")
    assert admit(store, SeatWish(secret="another", token="one")) == Void("renewed")
    with store.reading() as sql:
        (there,) = seats.seats(sql)
        assert there.phone is not None
        assert (there.board, there.phone.check) == (first.board, first.check)
        assert seats.phones(sql)[first.board] == there.phone


def test_a_phone_that_is_there_has_to_agree(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    found = admit(store, SeatWish(secret=seat.secret, token="two"))
    assert found == Taken("Table 4", found.heard_s if isinstance(found, Taken) else None, "taken")
    for _ in range(2):
        asked = admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
        assert isinstance(asked, Taken)
        assert asked.state == "asked"
    with store.reading() as sql:
        stands = seats.stands(sql, [first.check, check_of("two")])
    assert stands[first.check].why is None
    assert (stands[first.check].ask or pytest.fail()).check == check_of("two")
    assert (stands[check_of("two")].why, stands[check_of("two")].asked) == ("unknown", "asked")
    assert seats.answer(store, "table 4", "phone", True)
    with store.reading() as sql:
        assert seats.stands(sql, [check_of("two")])[check_of("two")].asked == "agreed"
    second = admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
    assert isinstance(second, Admitted)
    assert (second.board, second.is_new, second.took_over) == (first.board, True, True)
    assert admit(store, SeatWish(secret=None, token="one")) == Void("taken")
    with store.reading() as sql:
        assert seats.stands(sql, [first.check])[first.check].why == "taken"


def test_who_waits_goes_on_once_the_other_one_is_not_there(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    asked = admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
    assert isinstance(asked, Taken)
    assert asked.state == "asked"
    with store.writing() as sql:
        sql.run("UPDATE phones SET heard = heard - 5000")
    again = admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
    assert isinstance(again, Taken)
    assert again.state == "asked"
    assert again.heard_s is not None
    assert again.heard_s >= 5
    is_silent(store)
    assert let_in(store, seat, "two", takes_over=True).board == first.board
    with store.reading() as sql:
        assert seats.stands(sql, [check_of("two")])[check_of("two")].asked is None


def asks(store: Store, seat: Seat, token: str) -> str:
    """How it stands with a phone that wants the table of another one."""
    found = admit(store, SeatWish(secret=seat.secret, token=token, takes_over=True))
    return found.state if isinstance(found, Taken) else type(found).__name__


def later(store: Store, seconds: int) -> None:
    """All asks were so long ago."""
    with store.writing() as sql:
        sql.run("UPDATE seat_asks SET asked = asked - :ms", ms=1000 * seconds)


def test_a_refusal_holds_for_a_while(store: Store, seat: Seat) -> None:
    let_in(store, seat)
    admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
    assert seats.answer(store, "4", "phone", False)
    assert not seats.answer(store, "4", "phone", True)
    assert [asks(store, seat, token) for token in ("two", "three")] == ["refused", "waits"]
    later(store, 12)
    assert [asks(store, seat, token) for token in ("two", "three")] == ["refused", "asked"]
    assert seats.answer(store, "4", "phone", False)
    later(store, 20)
    assert [asks(store, seat, token) for token in ("three", "two")] == ["refused", "asked"]


def test_a_phone_answers_for_its_own_table_and_to_whom_it_was_told_of(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
    two = check_of("two")
    assert not seats.answer(store, "4", "phone", True, asker=check_of("three"), holder=first.check)
    seats.free(store, "4")
    second = let_in(store, seat, "three")
    admit(store, SeatWish(secret=seat.secret, token="four", takes_over=True))
    assert not seats.answer(store, "4", "phone", True, asker=check_of("four"), holder=first.check)
    assert not seats.answer(store, "4", "phone", True, asker=two, holder=second.check)
    assert seats.answer(store, "4", "phone", True, asker=check_of("four"), holder=second.check)


def test_a_yes_is_not_good_against_the_phone_that_came_since(store: Store, seat: Seat) -> None:
    let_in(store, seat)
    admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
    seats.free(store, "4")
    third = let_in(store, seat, "three")
    again = admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
    assert isinstance(again, Taken)
    assert again.state == "asked"
    with store.reading() as sql:
        assert seats.stands(sql, [third.check])[third.check].why is None


def test_of_a_board_few_of_the_tokens_that_ended_are_known(store: Store, seat: Seat) -> None:
    board = let_in(store, seat, "token 0").board
    for number in range(1, 80):
        with store.writing() as sql:
            sql.run("UPDATE phones SET since = since - 10")
        moved = admit(store, SeatWish(secret=None, token=f"token {number}", old=f"token {number - 1}"))
        assert isinstance(moved, Admitted)
        assert moved.board == board
    with store.reading() as sql:
        assert next(sql.rows("SELECT COUNT(*) FROM phones"))[0] <= 67
        stands = seats.stands(sql, [check_of(f"token {number}") for number in (0, 70, 79)])
    assert [one.why for one in stands.values()] == ["unknown", "moved", None]


def test_the_first_ask_stands_until_it_is_answered_withdrawn_or_old(store: Store, seat: Seat) -> None:
    let_in(store, seat)
    two, three = check_of("two"), check_of("three")

    def waits() -> str | None:
        with store.reading() as sql:
            ask = seats.seats(sql)[0].ask
        return ask and ask.check

    assert [asks(store, seat, token) for token in ("two", "three", "two")] == ["asked", "waits", "asked"]
    later(store, 28)
    assert (asks(store, seat, "three"), waits()) == ("waits", two)
    later(store, 3)
    assert (asks(store, seat, "three"), waits()) == ("asked", three)
    with store.reading() as sql:
        assert seats.stands(sql, [two])[two].asked is None
    assert (asks(store, seat, "two"), waits()) == ("waits", three)
    seats.withdraw(store, three)
    assert (asks(store, seat, "two"), waits()) == ("asked", two)
    later(store, 60)  # nobody else wants it
    assert (asks(store, seat, "two"), waits()) == ("asked", two)
    later(store, 70)
    with store.reading() as sql:
        assert seats.stands(sql, [two])[two].asked == "gone"
    assert waits() is None


def test_who_decides_says_of_which_phone(store: Store, seat: Seat) -> None:
    """One that asked before may be gone since the page was drawn."""
    let_in(store, seat)
    assert asks(store, seat, "two") == "asked"
    assert not seats.answer(store, "4", "Ann", True, asker=check_of("three"))
    assert asks(store, seat, "two") == "asked"
    assert seats.answer(store, "4", "Ann", True, asker=check_of("two"))
    assert asks(store, seat, "two") == "Admitted"


def test_a_phone_that_asks_has_two_digits() -> None:
    found = {seats.number_of(check_of(str(number))) for number in range(2000)}
    assert found == {f"{number:02}" for number in range(100)}


def test_a_phone_that_is_away_is_taken_over_unless_a_hub_has_it(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    assert records(store, first, 3)
    is_silent(store)
    hubs.beat(store, HUB, [Has(first.board, "Table 4 by phone", 0)])
    found = admit(store, SeatWish(secret=seat.secret, token="two", takes_over=True))
    assert isinstance(found, Taken)
    assert (found.heard_s, found.state) == (0.0, "asked")
    hubs.leave(store, HUB)
    second = let_in(store, seat, "two", takes_over=True)
    assert (second.board, second.took_over) == (first.board, True)


def test_records_are_stored_by_a_valid_token_alone(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    assert records(store, first, 3)
    assert not records(store, first._replace(check=""), 4, 3)
    assert not records(store, first._replace(check=check_of("two")), 4, 3)
    assert records(store, first, 5, 3)
    is_silent(store)
    second = let_in(store, seat, "two", takes_over=True)
    assert not records(store, first, 6, 5)
    assert not records(store, first, 7, 5)
    with store.reading() as sql:
        assert sum(1 for _ in sql.rows("SELECT 1 FROM records")) == 5
    assert records(store, second, 6, 5)
    assert not records(store, first, 7, 6)


@pytest.mark.parametrize(
    ("ends", "why"),
    [
        (lambda store: seats.free(store, "4"), "freed"),
        (lambda store: seats.close_seats(store, ["4"]), "closed"),
    ],
)
def test_the_desk_takes_the_keys(store: Store, seat: Seat, ends: Callable[[Store], object], why: str) -> None:
    first = let_in(store, seat)
    assert records(store, first, 3)
    ends(store)
    assert admit(store, SeatWish(secret=None, token="one")) == Void(why)
    assert not records(store, first, 4, 3)
    (again,) = seats.open_seats(store, ["4"])
    second = let_in(store, again, "two")
    assert (second.board == first.board) is (why == "freed")
    assert (second.journal is not None) is (why == "freed")


def test_a_phone_goes_on_under_another_token(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    assert records(store, first, 3)
    moved = admit(store, SeatWish(secret=None, token="two", old="one"))
    assert moved == Admitted(check_of("two"), "Table 4", first.board, False, True, False, None)
    assert admit(store, SeatWish(secret=None, token="two", old="one")) == moved._replace(is_new=False)
    assert admit(store, SeatWish(secret=None, token="one")) == Void("moved")
    assert not records(store, first, 4, 3)
    assert records(store, first._replace(check=check_of("two")), 4, 3)


def test_keys_are_locked(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    seats.lock(store, "Table 4", True)
    with store.reading() as sql:
        assert seats.stands(sql, [first.check])[first.check].locked
    assert let_in(store, seat).locked
    seats.lock(store, "Table 4", False)
    assert not let_in(store, seat).locked
    with pytest.raises(TallyboardError, match="Table 5"):
        seats.lock(store, "Table 5", True)


def test_no_more_seats_than_can_be_served(store: Store) -> None:
    seats.open_seats(store, [str(number) for number in range(1, 241)])
    with pytest.raises(TallyboardError, match="241 tables"):
        seats.open_seats(store, ["241"])
    assert len(seats.open_seats(store, ["1"])) == 1


def test_what_a_phone_says_of_itself(store: Store, seat: Seat) -> None:
    first = let_in(store, seat)
    seats.heard(store, {first.check: (37, True)})
    is_silent(store)
    with store.reading() as sql:
        before = seats.seats(sql)[0].phone or pytest.fail()
    seats.heard(store, {first.check: None})
    with store.reading() as sql:
        after = seats.seats(sql)[0].phone or pytest.fail()
    assert (after.percent, after.charging) == (37, True)
    assert after.heard is not None
    assert before.heard is not None
    assert after.heard >= before.heard + 60000
