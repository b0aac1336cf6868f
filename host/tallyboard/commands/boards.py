"""`tallyboard boards`: what is plugged in."""

from typing import TYPE_CHECKING, Any

import typer

from tallyboard.commands.common import Json, Ports, print_json
from tallyboard.errors import TallyboardError

if TYPE_CHECKING:
    from tallyboard.link.asking import Answer


def boards(port: Ports = None, as_json: Json = False) -> None:
    """List the boards that are plugged in, and the ports where something else answers or nothing does."""
    from tallyboard.guard import tell
    from tallyboard.link.asking import Answer, ask_all
    from tallyboard.link.finding import look
    from tallyboard.link.sentences import no_board, no_data_port

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
        raise typer.Exit(1)


def _as_json(answer: "Answer") -> dict[str, Any]:
    from shared_rules import VERSION
    from tallyboard.versions import older

    fields = answer.fields
    if fields is None:
        return {"port": answer.candidate.path, "error": _error(answer.error)}
    return {
        "port": answer.candidate.path,
        **{key: fields[key] for key in ("board", "table", "firmware", "epoch", "damaged")},
        "records": fields["next"] - fields["oldest"],
        "not_acknowledged": fields["next"] - max(fields["acked"], fields["oldest"]),
        "firmware_is_older": older(fields["firmware"], VERSION),
    }


def _error(error: TallyboardError | None) -> dict[str, str]:
    return {} if error is None else {"cause": error.cause, "next_step": error.next_step}


def _print(answers: "list[Answer]") -> None:
    from tallyboard import tables, text

    out = tables.console()
    made = tables.table(out, "Port|Board|Table|Firmware|Records>|Not acknowledged>|Note")
    for said in (_as_json(answer) for answer in answers if answer.fields):
        made.add_row(
            *(text.printable(said[key]) for key in ("port", "board", "table", "firmware")),
            str(said["records"]),
            str(said["not_acknowledged"]),
            "older than this tallyboard: `tallyboard deploy`" if said["firmware_is_older"] else "",
        )
    if made.row_count:
        out.print(made)
    for answer in answers:
        if answer.error is not None:
            out.print(text.printable(f"{answer.candidate.path}: {answer.error}"), soft_wrap=True)
