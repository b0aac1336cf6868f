"""What `tallyboard boards` knows of a board, of a port and of an order, as `--json` prints it."""

from datetime import UTC, datetime

from shared_rules import VERSION
from tallyboard.drive.versions import older
from tallyboard.errors import TallyboardError
from tallyboard.link.finding import Answer
from tallyboard.shapes import BoardObject, HubBoard, StandingOrder, UnansweredPort, Welcome
from tallyboard.store.hubs import Present, WaitingOrder
from tallyboard.text.order_words import order_words
from tallyboard.text.utc import utc_text


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
