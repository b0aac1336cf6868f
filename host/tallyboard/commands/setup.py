"""`tallyboard setup`: the name and the light of a table."""

from argparse import ArgumentTypeError
from collections.abc import Sequence
from contextlib import closing

from tallyboard.commands.common import BOARD_PORT, JSON, argument, one_board, print_json, text


def _brightness(word: str) -> int:
    if word.isdecimal() and 1 <= int(word) <= 16:
        return int(word)
    raise ArgumentTypeError(f"{word} is no whole number from 1 to 16")


ARGUMENTS = (
    BOARD_PORT,
    argument(
        "--name", type=text, metavar="NAME", help='The table\'s name, 24 bytes at most; "" for the one in its settings.'
    ),
    argument("--light", type=_brightness, metavar="N", help="Brightness of the displays, 1 to 16."),
    JSON,
)


def setup(
    port: Sequence[str] | None = None, name: str | None = None, light: int | None = None, as_json: bool = False
) -> None:
    """Give a table its name and its brightness; the board keeps both."""
    from shared_rules.journal.record import TEXT_BYTES
    from tallyboard.errors import TallyboardError
    from tallyboard.link import Client, SerialPort
    from tallyboard.terminal.tables import say
    from tallyboard.text.printable import refuse_unprintable

    if name is None and light is None:
        raise TallyboardError("There is nothing to set up.", "Give --name, --light or both.")
    refuse_unprintable("The name", name or "")
    if name and not name.strip():
        raise TallyboardError("The name is blank.", 'Give one with letters, or "" for the one in the settings.')
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
        say(f"{fields['table'] or 'A table without a name'} ({fields['board']}) is set up.")
