"""`tallyboard assign`: the match that is to be played at a table next."""

from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tallyboard.commands.common import BoardPort, Json, one_board, print_json

if TYPE_CHECKING:
    from tallyboard.link import Client


def assign(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help='"ID OPTION=…", as in the first line of a scoresheet.')
    ] = None,
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="The sides' names, A first.")] = None,
    port: BoardPort = None,
    key: Annotated[
        str | None, typer.Option("--key", help="What the match is called here; default: a new key of its own.")
    ] = None,
    first: Annotated[
        str | None, typer.Option("--first", metavar="SIDE", help="The side that starts: A, B or C; default: open.")
    ] = None,
    cancel: Annotated[bool, typer.Option("--cancel", help="Take back the match that waits; without a GAME.")] = False,
    as_json: Json = False,
) -> None:
    """Have a match played at a table next: it shows the names, and NEXT starts it.

    It waits behind a match that is on, and takes the place of one that waits. The same key again changes nothing.
    """
    from tallyboard.errors import TallyboardError
    from tallyboard.link import Client, SerialPort
    from tallyboard.text import printable

    if cancel:
        if game is not None or key is not None or first is not None:
            raise TallyboardError("--cancel takes back whatever waits.", "Leave out the game, --key and --first.")
    elif game is None:
        raise TallyboardError("The game is missing.", "Give a game line, or --cancel to take back what waits.")
    else:
        key, starts = _checked(game, names or (), key, first)
    with closing(SerialPort(one_board(port))) as opened:
        client = Client(opened)
        fields = client.hello()
        table = fields["table"] or fields["board"]
        if game is None:
            waited = client.state()["key"]
            client.cancel()
            said = f"{table}: the match {waited} waits no longer." if waited else f"{table}: no match waited."
        else:
            try:
                client.assign(key or "", game, names or (), starts)
            except ValueError as error:
                raise TallyboardError(f"It does not fit: {error}.", "Give shorter names or fewer options.") from None
            said = f"{table}: {_becomes_of(client, key or '')}"
    if as_json:
        print_json({"board": fields["board"], "table": fields["table"], "key": key})
    else:
        print(printable(said))


def _checked(game: str, names: Any, key: str | None, first: str | None) -> tuple[str, int | None]:
    """(key, side number that starts or None); raises TallyboardError for what no board can play."""
    import secrets

    from shared_rules import games
    from shared_rules.events import SIDES
    from shared_rules.options import OptionError
    from tallyboard.errors import TallyboardError
    from tallyboard.text import refuse_unprintable

    try:
        match = games.new(game)
    except OptionError as error:
        raise TallyboardError(f"{game!r}: {error}.", "Correct the game line.") from None
    if len(names) > match.sides:
        raise TallyboardError(f"There are {len(names)} names for {match.sides} sides.", "Give one for each side.")
    for what, entered in (("The key", key or ""), *(("The name", name) for name in names)):
        refuse_unprintable(what, entered)
    sides = SIDES[: match.sides]
    if first is not None and (len(first) != 1 or first.upper() not in sides):
        raise TallyboardError(f"There is no side {first!r} in this match.", f"Give one of {', '.join(sides)}.")
    return secrets.token_hex(4) if key is None else key, None if first is None else sides.index(first.upper())


def _becomes_of(client: "Client", key: str) -> str:
    """What the board makes of the match of this key that it was just told."""
    state = client.state()
    if state["waits"] or state["key"] is None:
        return f"NEXT starts the match {key}."
    if state["key"] == key:
        return f"the match {key} waits for the end of the one that is on."
    return f"the match {key} was started before."
