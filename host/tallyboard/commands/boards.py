"""`tallyboard boards`: what is plugged in."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tallyboard.commands.common import JSON, PORTS, print_json
from tallyboard.errors import TallyboardError

if TYPE_CHECKING:
    from tallyboard.link.asking import Answer


ARGUMENTS = (PORTS, JSON)


def boards(port: Sequence[str] | None = None, as_json: bool = False) -> int:
    """List the boards that are plugged in, and the ports on which no board answers."""
    from tallyboard.commands.guard import tell
    from tallyboard.link.advice import no_board, no_data_port
    from tallyboard.link.asking import Answer, ask_all
    from tallyboard.link.finding import look

    found = look(port or ())
    answers = ask_all(found.ports)
    answers += [Answer(console, error=no_data_port(console.path)) for console in found.consoles]
    if as_json:
        for answer in answers:
            print_json(_as_json(answer))
    else:
        _print(answers)
    if not any(answer.fields for answer in answers):
        tell(no_board(port or (), len(answers)))
        return 1
    return 0


def _as_json(answer: "Answer") -> dict[str, Any]:
    from shared_rules import VERSION
    from tallyboard.drive.versions import older

    fields = answer.fields
    if fields is None:
        return {"port": answer.candidate.path, "error": _error(answer.error)}
    return {
        "port": answer.candidate.path,
        "board": fields["board"],
        "table": fields["table"],
        "firmware": fields["firmware"],
        "epoch": fields["epoch"],
        "damaged": fields["damaged"],
        "records": fields["next"] - fields["oldest"],
        "not_acknowledged": fields["next"] - max(fields["acked"], fields["oldest"]),
        "firmware_is_older": older(fields["firmware"], VERSION),
    }


def _error(error: TallyboardError | None) -> dict[str, str]:
    return {} if error is None else {"cause": error.cause, "next_step": error.next_step}


def _print(answers: "list[Answer]") -> None:
    from tallyboard.terminal.tables import Column, Table, say

    made = Table(
        (
            Column("Port"),
            Column("Board"),
            Column("Table", least=6),
            Column("Firmware"),
            Column("Records", right=True),
            Column("Not acknowledged", right=True),
            Column("Note", least=16, wraps=True),
        ),
        spared=("Records", "Firmware", "Board", "Not acknowledged"),
    )
    for said in (_as_json(answer) for answer in answers if answer.fields):
        made.add(
            said["port"],
            said["board"],
            said["table"],
            said["firmware"],
            str(said["records"]),
            str(said["not_acknowledged"]),
            "older than this tallyboard: `tallyboard deploy`" if said["firmware_is_older"] else "",
        )
    made.print()
    for answer in answers:
        if answer.error is not None:
            say(f"{answer.candidate.path}: {answer.error}")
