"""What a conversation with a board asks for at its beginning, and what it tells the board then."""

from collections.abc import Callable

from shared_rules.journal import record
from shared_rules.link import board_half
from tallyboard.journal.spans import Spans
from tallyboard.link.client import Client
from tallyboard.shapes import Welcome
from tallyboard.store.ingesting import Heard

OVERLAP: int = board_half.RECORDS_A_FRAME  # stored records that are read again, one frame of them
_TIMES = 1 << 29  # seconds from YEAR_ZERO on that a record of the time can say: until 2043


def meet(client: Client, now: float, admit: Callable[[str], None] = lambda board: None) -> tuple[Heard, Welcome]:
    """What the board says of itself when it has been told this time (Unix time), of which it makes a record.

    `admit(board)` raises where this board is to be told nothing on this port.
    """
    admit(client.hello()["board"])
    tell_time(client, now)
    fields = client.hello()
    heard = Heard(
        board=fields["board"],
        table=fields["table"],
        firmware=fields["firmware"],
        epoch=fields["epoch"],
        oldest=fields["oldest"],
        next=fields["next"],
    )
    return heard, fields


def tell_time(client: Client, now: float) -> None:
    """Tell the board this time (Unix time), unless the laptop's clock was never set or is beyond what a record can
    say."""
    seconds = round(now)
    if record.YEAR_ZERO < seconds < record.YEAR_ZERO + _TIMES:
        client.set_time(seconds)


def worth_asking(heard: Heard, held: Spans) -> Spans:
    """What the store lacks, and the end of what it has: were the board's memory put back to an older state and played
    on, the numbers would go on as if nothing had happened, and only the bytes would tell."""
    wanted = Spans([(heard.oldest, heard.next)]).without(held)
    last = max((end for _, end in held), default=0)
    if last > heard.next:  # the board knows less than was read from it before
        wanted.add(heard.oldest, heard.next)
    elif last:
        wanted.add(max(heard.oldest, last - OVERLAP), max(heard.oldest, last))
    return wanted
