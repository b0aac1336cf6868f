"""`tallyboard assign`: the match that is to be played at a table next."""

from contextlib import closing
from typing import Annotated

import typer

from tallyboard.commands.common import BoardPort, Json, one_board, print_json


def assign(
    game: Annotated[str, typer.Argument(metavar="GAME", help='"ID OPTION=…", as in the first line of a scoresheet.')],
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="The sides' names, A first.")] = None,
    port: BoardPort = None,
    key: Annotated[
        str | None, typer.Option("--key", help="What the match is called here; default: a new key of its own.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Have a match played at a table next: it shows the names, and NEXT starts it.

    The same key again changes nothing.
    """
    import secrets

    from shared_rules import games
    from shared_rules.options import OptionError
    from tallyboard.errors import TallyboardError
    from tallyboard.link import Client, SerialPort

    try:
        match = games.new(game)
    except OptionError as error:
        raise TallyboardError(f"{game!r}: {error}.", "Correct the game line.") from None
    if len(names or ()) > match.sides:
        raise TallyboardError(f"There are {len(names or ())} names for {match.sides} sides.", "Give one for each side.")
    key = secrets.token_hex(4) if key is None else key
    with closing(SerialPort(one_board(port))) as opened:
        client = Client(opened)
        fields = client.hello()
        try:
            client.assign(key, game, names or ())
        except ValueError as error:
            raise TallyboardError(f"It does not fit: {error}.", "Give shorter names or fewer options.") from None
    if as_json:
        print_json({"board": fields["board"], "table": fields["table"], "key": key})
    else:
        print(f"{fields['table'] or fields['board']}: NEXT starts the match {key}.")
