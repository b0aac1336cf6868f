"""Laptops with `serve` that cheat, see tests/harness/cheating.py."""

from collections.abc import Callable
from typing import Any

from tests.harness.cheating import Cheat, acknowledge_before_the_commit, main
from tests.phones import schedule as steps


def _admit_otherwise(otherwise: Callable[..., Any]) -> None:
    """`otherwise(true, store, wish)` instead of what the store says to a phone that wants to be let in."""
    from tallyboard.store import seats

    true = seats.admit

    def admit(store: Any, wish: Any, by_silence: bool = True) -> Any:
        return otherwise(lambda store, wish: true(store, wish, by_silence), store, wish)

    seats.admit = admit


def _check_no_token() -> None:
    """A token that nobody gave goes on at the first table, whoever comes with it."""
    from tallyboard.store import ingesting, seats

    def admit(true: Any, store: Any, wish: Any) -> Any:
        outcome = true(store, wish)
        if not isinstance(outcome, seats.Void) or wish.secret:
            return outcome
        with store.reading() as sql:
            seat = seats.seats(sql)[0]
        return seats.Admitted(seats.check_of(wish.token), seat.table, seat.board or "", False, False, False, None)

    _admit_otherwise(admit)
    ingesting.__dict__["is_let_in"] = lambda *about: True


def _leave_the_old_token() -> None:
    """Taking over ends no token: whoever was there goes on as well."""
    from tallyboard.store import ingesting, seats

    let_in: dict[str, Any] = {}
    true = seats.stands

    def admit(admits: Any, store: Any, wish: Any) -> Any:
        outcome, check = admits(store, wish), seats.check_of(wish.token)
        if isinstance(outcome, seats.Admitted):
            let_in[outcome.check] = outcome._replace(journal=None)
        return let_in.get(check, outcome) if outcome == seats.Void("taken") else outcome

    def stands(sql: Any, checks: Any) -> dict[str, Any]:
        found = true(sql, checks)
        return {check: one._replace(why=None) if one.why == "taken" else one for check, one in found.items()}

    _admit_otherwise(admit)
    seats.stands = stands
    ingesting.__dict__["is_let_in"] = lambda *about: True


def _take_late_records() -> None:
    """Records are stored without a look at the token."""
    from tallyboard.store import ingesting

    ingesting.__dict__["is_let_in"] = lambda *about: True


def _let_in_by_old_secrets() -> None:
    """A secret that was the table's once is as good as the present one."""
    from tallyboard.store import seats

    known: dict[str, str] = {}  # every secret that was seen: of which table

    def learn(store: Any) -> dict[str, str]:
        with store.reading() as sql:
            present = {seat.table: seat.secret for seat in seats.seats(sql)}
        known.update({secret: table for table, secret in present.items()})
        return present

    def admit(true: Any, store: Any, wish: Any) -> Any:
        present = learn(store)
        return true(store, wish._replace(secret=present.get(known.get(wish.secret, ""), wish.secret)))

    _admit_otherwise(admit)


def _believe_every_id() -> None:
    """A board is whatever it says."""
    from tallyboard.link.fed_ports import HallPort
    from tallyboard.store import ingesting

    true = HallPort.__init__

    def begin(self: HallPort, *about: Any, **more: Any) -> None:
        true(self, *about, **more)
        self.whose = self.whose._replace(board="")

    HallPort.__init__ = begin  # type: ignore[method-assign]
    ingesting.__dict__["is_let_in"] = lambda *about: True


def _ask_nobody() -> None:
    """Whoever wants a table has it."""
    from tallyboard.store import seats

    def admit(true: Any, store: Any, wish: Any) -> Any:
        outcome = true(store, wish)
        if isinstance(outcome, seats.Taken) and outcome.state == "asked":
            seats.answer(store, outcome.table, "nobody", True)
            outcome = true(store, wish)
        return outcome

    _admit_otherwise(admit)


CHEATS = {
    "acknowledges-before-the-commit": Cheat(
        acknowledge_before_the_commit, (steps.DATABASE_AWAY, steps.LAPTOP_KILLED, steps.MOVED)
    ),
    "asks-nobody": Cheat(_ask_nobody, (steps.TAKEN_OVER,)),
    "believes-every-id": Cheat(_believe_every_id, (steps.LIAR,)),
    "checks-no-token": Cheat(_check_no_token, (steps.STRANGER, steps.FREED)),
    "lets-in-by-old-secrets": Cheat(_let_in_by_old_secrets, (steps.RENEWED, steps.STRANGER)),
    "takes-late-records": Cheat(_take_late_records, (steps.TAKEN_OVER, steps.LINE_SLOW)),
    "the-old-token-stays": Cheat(_leave_the_old_token, (steps.TAKEN_OVER, steps.STRANGER)),
}


if __name__ == "__main__":
    main(CHEATS)
