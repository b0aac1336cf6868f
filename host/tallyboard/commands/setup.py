"""`tallyboard setup`: the name and the light of a table."""

from contextlib import closing
from typing import Annotated

import typer

from tallyboard.commands.common import BoardPort, Json, one_board, print_json


def setup(
    port: BoardPort = None,
    name: Annotated[
        str | None, typer.Option("--name", help='The table\'s name, 24 bytes at most; "" for the one in its settings.')
    ] = None,
    light: Annotated[int | None, typer.Option("--light", min=1, max=16, help="Brightness of the displays.")] = None,
    as_json: Json = False,
) -> None:
    """Give a table its name and its brightness; the board keeps both."""
    from shared_rules.record import TEXT_BYTES
    from tallyboard.errors import TallyboardError
    from tallyboard.link import Client, SerialPort
    from tallyboard.text import printable, refuse_unprintable

    if name is None and light is None:
        raise TallyboardError("There is nothing to set up.", "Give --name, --light or both.")
    refuse_unprintable("The name", name or "")
    if name is not None and len(name.encode()) > TEXT_BYTES:
        raise TallyboardError(
            f"The name has {len(name.encode())} bytes, a board keeps {TEXT_BYTES}.", "Give a shorter one."
        )
    with closing(SerialPort(one_board(port))) as opened:
        client = Client(opened)
        client.hello()
        client.setup(name, light)
        fields = client.hello()
    if as_json:
        print_json({"board": fields["board"], "table": fields["table"]})
    else:
        print(printable(f"{fields['table'] or 'A table without a name'} ({fields['board']}) is set up."))
