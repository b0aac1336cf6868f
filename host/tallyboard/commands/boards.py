"""`tallyboard boards`: the boards that are there, here and at hubs, and the orders that wait for boards."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from shared_rules import VERSION
from tallyboard.commands import EXIT_DONE, EXIT_NOT_SO
from tallyboard.commands.guard import tell
from tallyboard.commands.targets import known_in
from tallyboard.drive import older
from tallyboard.errors import TallyboardError
from tallyboard.link.finding import Answer, ask_all, look, no_board, no_data_port
from tallyboard.shapes import BoardObject, HubBoard, StandingOrder, UnansweredPort, Welcome
from tallyboard.store.hubs import Overview, Present, WaitingOrder
from tallyboard.terminal.tables import TextTable, print_json, say
from tallyboard.text.board_names import order_words
from tallyboard.text.quantities import age, utc_text


def board_object(port: str, fields: Welcome) -> BoardObject:
    """A board that has answered so on a port of this laptop."""
    return {
        "port": port,
        "board": fields["board"],
        "table": fields["table"],
        "firmware": fields["firmware"],
        "epoch": fields["epoch"],
        "damaged": fields["damaged"],
        "records": fields["next"] - fields["oldest"],
        "not_acknowledged": fields["next"] - max(fields["acked"], fields["oldest"]),
        "firmware_is_older": older(fields["firmware"], VERSION),
    }


def port_object(answer: Answer) -> BoardObject | UnansweredPort:
    """What came of asking a port."""
    if answer.fields is not None:
        return board_object(answer.candidate.path, answer.fields)
    error = answer.error or TallyboardError("", "")
    return {"port": answer.candidate.path, "error": {"cause": error.cause, "next_step": error.next_step}}


def hub_board(present: Present) -> HubBoard:
    """A board that a hub has."""
    return {
        "port": present.port,
        "board": present.board,
        "table": present.table,
        "hub": present.hub.laptop,
        "command": present.hub.command,
        "process": present.hub.pid,
        "behind": present.behind,
    }


def standing_order(standing: WaitingOrder) -> StandingOrder:
    """An order that waits."""
    order = standing.order
    return {
        "order": str(order.id),
        "board": order.board,
        "table": standing.table,
        "kind": order.kind,
        "words": order_words(order.kind, order.what),
        "given": utc_text(datetime.fromtimestamp(order.given / 1000, UTC)),
        "given_by": order.given_by,
        "why": standing.why,
    }


def boards(port: Sequence[str] | None = None, db: str | None = None, as_json: bool = False) -> int:
    """List the boards that are plugged in, and the ports on which no board answers."""
    unread: TallyboardError | None = None
    try:
        known = known_in(db)
    except TallyboardError as error:  # no reason not to tell what is plugged in
        known, unread = Overview(), error
    found = look(port or ())
    held = {candidate.path: known.on_port(candidate.path) for candidate in found.ports}
    answers = ask_all(candidate for candidate in found.ports if held[candidate.path] is None)
    answers += [Answer(console, error=no_data_port(console.path)) for console in found.consoles]
    at_hubs = [one for one in held.values() if one is not None] if port else known.present
    (_print_json if as_json else _print)(at_hubs, answers, () if port else known.standing)
    if unread is not None:
        raise unread
    if not at_hubs and not any(answer.fields for answer in answers):
        tell(no_board(port or (), len(answers)))
        return EXIT_NOT_SO
    return EXIT_DONE


def _print_json(at_hubs: Sequence[Present], answers: Sequence[Answer], standing: Sequence[WaitingOrder]) -> None:
    for present in at_hubs:
        print_json(hub_board(present))
    for answer in answers:
        print_json(port_object(answer))
    for order in standing:
        print_json(standing_order(order))


def _print(at_hubs: Sequence[Present], answers: Sequence[Answer], standing: Sequence[WaitingOrder]) -> None:
    with_hub = [hub_board(present) for present in at_hubs]
    without = [board_object(answer.candidate.path, answer.fields) for answer in answers if answer.fields]
    _print_hub_boards(with_hub)
    if with_hub and without:
        print()
    _print_boards(without)
    for answer in answers:
        if answer.error is not None:
            say(f"{answer.candidate.path}: {answer.error}")
    _print_doubles([*with_hub, *without])
    if standing:
        print("\nOrders that wait:" if with_hub or answers else "Orders that wait:")
        _print_orders(standing)


def _print_hub_boards(boards: Sequence[HubBoard]) -> None:
    made = TextTable("Laptop:6 | Port | Board | Table:6 | Not stored> | Has it:6", spared=("Has it", "Board", "Port"))
    for one in boards:
        command = f"{one['command']} (process {one['process']})"
        made.add(one["hub"], one["port"], one["board"], one["table"], str(one["behind"]), command)
    made.print()


def _print_boards(boards: Sequence[BoardObject]) -> None:
    made = TextTable(
        "Port | Board | Table:6 | Firmware | Records> | Not acknowledged> | Note:16+",
        spared=("Records", "Firmware", "Board", "Not acknowledged"),
    )
    for one in boards:
        made.add(
            one["port"],
            one["board"],
            one["table"],
            one["firmware"],
            str(one["records"]),
            str(one["not_acknowledged"]),
            "older than this tallyboard: `tallyboard deploy`" if one["firmware_is_older"] else "",
        )
    made.print()


def _print_doubles(boards: Iterable[HubBoard | BoardObject]) -> None:
    by_name: dict[str, list[HubBoard | BoardObject]] = {}
    there = list(boards)
    for one in there:
        if one["table"] and one["board"] not in [same["board"] for same in by_name.get(one["table"].casefold(), ())]:
            by_name.setdefault(one["table"].casefold(), []).append(one)
    for same in by_name.values():
        if len(same) > 1:
            which = ", ".join(one["board"] for one in same)
            say(f"{len(same)} tables are called {same[0]['table']}: boards {which}. Give all but one another name.")
    ports: dict[str, list[str]] = {}
    for one in there:
        ports.setdefault(one["board"], []).append(one["port"])
    for board, where in ports.items():
        if len(where) > 1:
            which = ", ".join(where)
            say(f"Board {board} is on {len(where)} ports: {which}. Unplug all but one, or end the copies of it.")


def _print_orders(standing: Sequence[WaitingOrder]) -> None:
    made = TextTable("Table:6 | Is to have:12 | Given | By:6 | Why it waits:16+", spared=("By", "Given"))
    for one in standing:
        what = order_words(one.order.kind, one.order.what)
        made.add(one.table or one.order.board or "", what, age(one.age_s), one.order.given_by, one.why)
    made.print()
