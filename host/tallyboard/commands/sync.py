"""`tallyboard sync`: copy what boards recorded into the store."""

import sys
from collections.abc import Iterator, Sequence

from tallyboard.commands import EXIT_BAD_USE, EXIT_DONE, EXIT_NOT_SO
from tallyboard.commands.guard import tell
from tallyboard.commands.targets import of_a_port
from tallyboard.errors import TallyboardError
from tallyboard.hub.sync import Collected, collect
from tallyboard.link.finding import found_boards
from tallyboard.link.ports import PortInUseError
from tallyboard.shapes import BeingCollected
from tallyboard.store import Alarm, open_store
from tallyboard.store.hubs import Present, overview
from tallyboard.store.tokens import is_phone
from tallyboard.store.tournaments.board_results import take_all
from tallyboard.system.error_log import unforeseen
from tallyboard.terminal.console import bar
from tallyboard.terminal.streams import OutputError
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import _, ngettext
from tallyboard.text.printable import printable


def sync(
    ports: Sequence[str] = (), port: Sequence[str] | None = None, db: str | None = None, as_json: bool = False
) -> int:
    at_hubs: list[Present] = []
    failed = is_short = False
    unheard: OSError | TallyboardError | None = None  # nobody listens: no reason to leave the other boards
    with open_store(db) as store:
        take_all(store)  # what was corrected or copied since, though no board may be here
        known = overview(store)
        paths = found_boards([*ports, *(port or ())], [one.port for one in known.here])
        for path in paths:
            there = known.on_port(path)
            if there is not None and (is_phone(there.board) or there.is_by_radio):  # whose port is the hub's alone
                at_hubs.append(there)
                continue
            try:
                with bar(
                    _("waiting for the board on %(port)s to answer", port=path), _("syncing %(port)s", port=path)
                ) as (on_progress, on_wait):
                    collected = collect(path, store, on_progress, on_wait)
            except TallyboardError as error:
                at_hub = known.on_port(path) if isinstance(error, PortInUseError) else None
                if at_hub is not None:
                    at_hubs.append(at_hub)
                    continue
                told = of_a_port(error, known)
                if len(paths) == 1:
                    raise told from error
                failed = True
                tell(told)  # and go on with the next
                continue
            except Exception as error:
                failed = True
                tell(unforeseen(error))
                continue
            is_short = is_short or bool(collected.conflicts or collected.damaged)
            try:
                _print(collected, as_json)
            except (OSError, OutputError) as error:
                unheard = unheard or error
    if unheard is not None:
        raise unheard
    _print_what_hubs_collect(at_hubs, len(at_hubs) == len(paths), as_json)
    return EXIT_BAD_USE if failed else EXIT_NOT_SO if is_short else EXIT_DONE


def _print(collected: Collected, as_json: bool) -> None:
    if as_json:
        print_json(collected.as_json())
    else:
        name = f"{collected.table} ({collected.board})" if collected.table else collected.board
        said = ngettext(
            "%(num)s record received, %(had)s here before.",
            "%(num)s records received, %(had)s here before.",
            collected.received,
            had=collected.already_had,
        )
        say(_("%(name)s: %(said)s", name=name, said=said))
    sys.stdout.flush()
    for warning in _warnings(collected):
        print(printable(warning), file=sys.stderr)


def _print_what_hubs_collect(at_hubs: list[Present], is_all: bool, as_json: bool) -> None:
    if as_json:
        for one in at_hubs:
            told = BeingCollected(
                board=one.board, table=one.table, port=one.port, hub=one.hub.laptop, behind=one.behind
            )
            print_json(told)
        return
    for hub in dict.fromkeys(one.hub for one in at_hubs):
        theirs = ", ".join(
            _("%(name)s (%(count)s on their way)", name=one.table or one.board, count=one.behind)
            for one in at_hubs
            if one.hub == hub
        )
        if is_all:
            say(_("Everything is being collected by %(hub)s: %(theirs)s.", hub=hub, theirs=theirs))
        else:
            say(_("The rest is being collected by %(hub)s: %(theirs)s.", hub=hub, theirs=theirs))


def _warnings(collected: Collected) -> Iterator[str]:
    if collected.conflicts:
        yield str(Alarm(collected.board, collected.epoch, collected.conflicts))
    if collected.damaged:
        yield ngettext(
            "%(num)s record arrived damaged again and again and could not be stored; a match that it belongs to "
            "shows as incomplete unless the board went on without it.",
            "%(num)s records arrived damaged again and again and could not be stored; a match that they belong to "
            "shows as incomplete unless the board went on without them.",
            collected.damaged,
        )
    if collected.board_damaged:
        yield ngettext(
            "The board reports %(num)s record damaged in its memory. If there are more next time, have the FRAM and "
            "its wiring checked.",
            "The board reports %(num)s records damaged in its memory. If there are more next time, have the FRAM and "
            "its wiring checked.",
            collected.board_damaged,
        )
    if collected.missing:
        yield ngettext(
            "%(num)s record was freed on the board before this store had it; another laptop acknowledged it. A match "
            "that is cut by this gap shows as incomplete.",
            "%(num)s records were freed on the board before this store had them; another laptop acknowledged them. "
            "A match that is cut by this gap shows as incomplete.",
            collected.missing,
        )
