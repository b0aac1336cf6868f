"""What `watch` says of the database and of orders."""

from tallyboard.shapes import CallEvent, DatabaseEvent, OrderEvent
from tallyboard.text.printable import printable
from tallyboard.text.quantities import counted
from tallyboard.text.table_names import table_or_digits

_ORDERS = {"match": "The assignment", "name": "The new name", "light": "The brightness"}


def not_stored(records: int, where: str) -> str:
    """`Not stored: 3 records wait on the board.`; `where`: the board or the boards."""
    return f"Not stored: {counted(records, 'record waits', 'records wait')} on the {where}."


def database_away(event: DatabaseEvent) -> str:
    """What is not stored, why, and what helps; empty where the database can be reached."""
    if event["reachable"]:
        return ""
    what = not_stored(event["waiting"], "boards") if event["waiting"] else "Nothing can be stored."
    return printable(f"{what} {event['cause']} {event['next_step']}".rstrip())


def order_ended(event: OrderEvent) -> str:
    """`Table 3: The assignment was refused. It has two sides.`"""
    what = _ORDERS[event["kind"]]
    ended = {
        "done": "has reached the board",
        "refused": "was refused",
        "void": "has not reached the board",
        "unknown": "may have reached the board",
    }
    table = table_or_digits(event["table"], event["board"] or "") or "A table"
    return printable(f"{table}: {what} {ended[event['state']]}. {_sentence(event['said'])}".rstrip())


def call_hindered(event: CallEvent) -> str:
    """`Table 3: The table plays another match; 1:1-2 waits for its end.`"""
    table = table_or_digits(event["table"], event["board"] or "") or event["tournament"]
    return printable(f"{table}: {_sentence(event['said'])}")


def _sentence(said: str) -> str:
    """What there is to say of an order, with a capital and a full stop: it may be half a sentence."""
    if not said:
        return ""
    return said[0].upper() + said[1:] + ("" if said.endswith((".", "!", "?")) else ".")
