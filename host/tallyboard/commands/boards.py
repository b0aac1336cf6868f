"""`tallyboard boards`: the boards that are there, here and at hubs, and the orders that wait for boards."""

from collections.abc import Sequence

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
from tallyboard.text.language import _
from tallyboard.text.quantities import age, utc_of_ms


def _board_object(port: str, fields: Welcome) -> BoardObject:
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


def _port_object(answer: Answer) -> BoardObject | UnansweredPort:
    if answer.fields is not None:
        return _board_object(answer.candidate.path, answer.fields)
    error = answer.error or TallyboardError("", "")
    return {"port": answer.candidate.path, "error": {"cause": error.cause, "next_step": error.next_step}}


def _hub_board(present: Present) -> HubBoard:
    return {
        "port": present.port,
        "board": present.board,
        "table": present.table,
        "hub": present.hub.laptop,
        "command": present.hub.command,
        "process": present.hub.pid,
        "behind": present.behind,
    }


def _standing_order(standing: WaitingOrder) -> StandingOrder:
    order = standing.order
    return {
        "order": str(order.id),
        "board": order.board,
        "table": standing.table,
        "kind": order.kind,
        "words": order_words(order.kind, order.what),
        "given": utc_of_ms(order.given),
        "given_by": order.given_by,
        "why": standing.why,
    }


def boards(port: Sequence[str] | None = None, db: str | None = None, as_json: bool = False) -> int:
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
    standing = () if port else known.standing
    if as_json:
        for one in (*map(_hub_board, at_hubs), *map(_port_object, answers), *map(_standing_order, standing)):
            print_json(one)
    else:
        _print(at_hubs, answers, standing)
    if unread is not None:
        raise unread
    if not at_hubs and not any(answer.fields for answer in answers):
        tell(no_board(port or (), len(answers)))
        return EXIT_NOT_SO
    return EXIT_DONE


def _print(at_hubs: Sequence[Present], answers: Sequence[Answer], standing: Sequence[WaitingOrder]) -> None:
    plugged_in = [_board_object(answer.candidate.path, answer.fields) for answer in answers if answer.fields]
    made = TextTable("Laptop:6 | Port | Board | Table:6 | Not stored> | Has it:6", spared=("Has it", "Board", "Port"))
    for has in at_hubs:
        command = _("%(command)s (process %(pid)s)", command=has.hub.command, pid=has.hub.pid)
        made.add(has.hub.laptop, has.port, has.board, has.table, str(has.behind), command)
    made.print()
    if at_hubs and plugged_in:
        print()
    made = TextTable(
        "Port | Board | Table:6 | Firmware | Records> | Not acknowledged> | Note:16+",
        spared=("Records", "Firmware", "Board", "Not acknowledged"),
    )
    for one in plugged_in:
        note = _("older than this tallyboard: `tallyboard deploy`") if one["firmware_is_older"] else ""
        numbers = str(one["records"]), str(one["not_acknowledged"])
        made.add(one["port"], one["board"], one["table"], one["firmware"], *numbers, note)
    made.print()
    for answer in answers:
        if answer.error is not None:
            say(_("%(name)s: %(said)s", name=answer.candidate.path, said=str(answer.error)))
    _print_doubles(
        [(has.board, has.table, has.port) for has in at_hubs]
        + [(one["board"], one["table"], one["port"]) for one in plugged_in]
    )
    if standing:
        print(("\n" if at_hubs or answers else "") + _("Orders that wait:"))
        made = TextTable("Table:6 | Is to have:12 | Given | By:6 | Why it waits:16+", spared=("By", "Given"))
        for waiting in standing:
            order = waiting.order
            what = order_words(order.kind, order.what)
            made.add(waiting.table or order.board or "", what, age(waiting.age_s), order.given_by, waiting.why)
        made.print()


def _print_doubles(there: Sequence[tuple[str, str, str]]) -> None:
    """Say which tables have the same name, and which boards are on several ports; `there`: board, table, port."""
    by_name: dict[str, dict[str, str]] = {}  # by board the name as it is written
    ports: dict[str, list[str]] = {}
    for board, table, port in there:
        ports.setdefault(board, []).append(port)
        if table:
            by_name.setdefault(table.casefold(), {}).setdefault(board, table)
    for boards in by_name.values():
        if len(boards) > 1:
            name, which = next(iter(boards.values())), ", ".join(boards)
            say(
                _(
                    "%(count)s tables are called %(name)s: boards %(which)s. Give all but one another name.",
                    count=len(boards),
                    name=name,
                    which=which,
                )
            )
    for board, where in ports.items():
        if len(where) > 1:
            which = ", ".join(where)
            say(
                _(
                    "Board %(board)s is on %(count)s ports: %(which)s. Unplug all but one, or end the copies of it.",
                    board=board,
                    count=len(where),
                    which=which,
                )
            )
