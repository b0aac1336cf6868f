"""`tallyboard setup`: the name and the light of a table."""

from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tallyboard.commands import EXIT_DONE
from tallyboard.commands.targets import Here, Meant, find_target, known_in
from tallyboard.terminal.tables import print_json

if TYPE_CHECKING:
    from tallyboard.commands.ordering import Given
    from tallyboard.commands.targets import Absent
    from tallyboard.shapes import SetUpObject
    from tallyboard.store.hubs import Overview, Present
    from tallyboard.store.orders import Kind

    Wanted = list[tuple[Kind, dict[str, Any]]]


def setup(
    port: Sequence[str] | None = None,
    table: str | None = None,
    board: str | None = None,
    name: str | None = None,
    light: int | None = None,
    cancel: bool = False,
    db: str | None = None,
    as_json: bool = False,
) -> int:
    """Give a table its name and its brightness; the board keeps both."""
    from tallyboard.errors import TallyboardError
    from tallyboard.orders.setting_up import table_name

    if cancel and not (name is None and light is None):
        raise TallyboardError("--cancel takes back what waits.", "Leave out --name and --light.")
    if name is None and light is None and not cancel:
        raise TallyboardError("There is nothing to set up.", "Give --name, --light or both.")
    if name is not None:
        name = table_name(name)
    known = known_in(db)
    target = find_target(Meant(port, table, board), known)
    if cancel:
        return _cancel(target, known, db, as_json)
    if isinstance(target, Here):
        return _tell(target, known, name, light, db, as_json)
    return _order(target, name, light, db, as_json)


def _cancel(target: "Here | Present | Absent", known: "Overview", db: str | None, as_json: bool) -> int:
    """Take back the orders that wait; what the board was told already stays."""
    from tallyboard.commands.ordering import void_older, waiting_for
    from tallyboard.terminal.tables import say
    from tallyboard.text.quantities import counted

    board, table = _who(target)
    kinds: list[Kind] = ["name", "light"]
    waited = waiting_for(known, board, table, kinds)
    void_older(db, known, board, table, kinds)
    if as_json:
        told: SetUpObject = {"board": board, "table": table}
        print_json(told)
    else:
        what = f"{counted(len(waited), 'order waits', 'orders wait')} no longer" if waited else "no order waited"
        say(f"{table or board}: {what}.")
    return EXIT_DONE


def _who(target: "Here | Present | Absent") -> tuple[str | None, str]:
    """The board's id, as far as it is known, and its table's name."""
    from tallyboard.link import Client

    if not isinstance(target, Here):
        return target.board, target.table
    with closing(target.port):
        fields = Client(target.port).hello()
        return fields["board"], fields["table"]


def _tell(here: Here, known: "Overview", name: str | None, light: int | None, db: str | None, as_json: bool) -> int:
    """Tell the board on a port of ours, and take back what else it was to be told."""
    from tallyboard.commands.ordering import void_older
    from tallyboard.link import Client

    with closing(here.port):
        client = Client(here.port)
        before = client.hello()
        client.setup(name, light)
        fields = client.hello()
    _print(fields["board"], fields["table"], None, as_json)
    void_older(db, known, before["board"], before["table"], [kind for kind, _ in _orders(name, light)])
    return EXIT_DONE


def _order(target: "Present | Absent", name: str | None, light: int | None, db: str | None, as_json: bool) -> int:
    """Have it told by the hub that has the board, or will have it."""
    from tallyboard.commands.ordering import Given, store_for_orders

    with store_for_orders(db) as store:
        given = Given(store, target, _orders(name, light)).wait()
    if as_json or given.code == EXIT_DONE:
        _print(target.board, name if name and given.code == EXIT_DONE else given.table, given, as_json)
    return given.code


def _orders(name: str | None, light: int | None) -> "Wanted":
    orders: Wanted = []
    if name is not None:
        orders.append(("name", {"name": name}))
    if light is not None:
        orders.append(("light", {"light": light}))
    return orders


def _print(board: str | None, table: str, given: "Given | None", as_json: bool) -> None:
    from tallyboard.terminal.tables import say

    if not as_json:
        by = f", {given.by}" if given else ""
        say(f"{table or 'A table without a name'} ({board}) is set up{by}.")
        return
    told: SetUpObject = {"board": board, "table": table}
    if given is not None:
        told["orders"] = given.as_json()
    print_json(told)
