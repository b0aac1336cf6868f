"""The hubs that share this store, and the orders that wait for a board."""

from collections.abc import Iterator

from tallyboard.doctor.environment import Environment
from tallyboard.doctor.findings import OK, WARN, Finding
from tallyboard.doctor.store import can_be_read
from tallyboard.text.quantities import age, counted

_SHOWN = 3  # of many alike as many are told

# No name of a player is told here: what the doctor finds goes into reports.


def hubs(environment: Environment) -> Iterator[Finding]:
    """Which hubs there are, and which have gone without a word."""
    if not can_be_read(environment):
        return
    known = environment.known
    if not known.hubs and not known.silent:
        yield Finding(OK, "No hub runs on this database; `tallyboard serve` and `tallyboard watch` are such.")
    for hub in known.hubs:
        boards = [one for one in known.present if one.hub == hub]
        behind = counted(sum(one.behind for one in boards), "record is on its way", "records are on their way")
        yield Finding(OK, f"{hub} has {counted(len(boards), 'board', 'boards')}; {behind}.")
    for hub, silent_s in known.silent:
        yield Finding(
            WARN,
            f"{hub} was last heard {age(silent_s)} and did not say that it ends.",
            f"Start `tallyboard {hub.command}` there again; until then its boards keep what they record.",
        )


def orders(environment: Environment) -> Iterator[Finding]:
    """Which orders wait."""
    if not can_be_read(environment):
        return
    standing = environment.known.standing
    if not standing:
        yield Finding(OK, "No order waits for a board.")
    for one in standing[:_SHOWN]:
        table = f'the table "{one.table}"' if one.table else f"board {one.order.board}"
        yield Finding(
            WARN,
            f"An order for {table} waits ({one.order.kind}), given {age(one.age_s)}: {one.why}.",
            "`tallyboard boards` lists what waits; a hub does it when it has the board.",
        )
    if len(standing) > _SHOWN:
        yield Finding(
            WARN, f"{counted(len(standing) - _SHOWN, 'more order waits', 'more orders wait')}.", "`tallyboard boards`"
        )
