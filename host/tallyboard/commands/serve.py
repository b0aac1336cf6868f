"""`tallyboard serve`: all boards, live, in browsers."""

import queue
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing

import segno

from tallyboard.commands.watch import Events, air_of, ended_by_a_signal, hub_events, print_changes, store_to_come
from tallyboard.errors import CoreError
from tallyboard.errors.link import PAGES_PORT
from tallyboard.hub.hub import Hub
from tallyboard.hub.seats import Seats
from tallyboard.link.fed_ports import HallPorts
from tallyboard.link.radio import UDP_PORT
from tallyboard.pages import app
from tallyboard.pages.app import Server, protected
from tallyboard.pages.live.hall import Live
from tallyboard.pages.live.looker import Looker
from tallyboard.pages.reached import Reached
from tallyboard.pages.safety.operators import Operators
from tallyboard.pages.safety.origin import lan_addresses, names_of_laptop
from tallyboard.pages.site import Site
from tallyboard.shapes import WatchEvent
from tallyboard.system.laptop import data_folder
from tallyboard.terminal.streams import columns, is_drawn_on
from tallyboard.terminal.tables import print_json, say
from tallyboard.terminal.watch_lines import Lines, WatchWords
from tallyboard.text.language import _

_BLACK_ON_WHITE = "\x1b[38;5;16;48;5;231m"
_USUAL = "\x1b[0m"
_MARGIN = 4  # squares of a QR code, as the standard has it
_SQUARES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_STEP_S = 1.0  # between two looks at what has changed because time has passed


def serve(
    port: Sequence[str] | None = None,
    db: str | None = None,
    listen: int = 8765,
    lan: bool = False,
    host: Sequence[str] | None = None,
    new_passcode: bool = False,
    no_radio: bool = False,
    radio_port: int = UDP_PORT,
    as_json: bool = False,
) -> None:
    for one in port or ():
        if one.isdecimal():  # else it would wait for such a board, and the pages be where nobody looks
            raise CoreError(PAGES_PORT, port=one)
    told: queue.SimpleQueue[WatchEvent | None] = queue.SimpleQueue()
    live = Live()

    def tell(event: WatchEvent) -> None:
        live.take(event)
        told.put(event)

    ended = ended_by_a_signal(lambda: told.put(None))
    store = store_to_come(db)
    operators = Operators(data_folder())
    addresses = [address for address in lan_addresses() if ":" not in address] if lan else []
    with ExitStack() as stack:
        stack.enter_context(closing(store))
        listening = stack.enter_context(app.listen(listen, lan))
        passcode = operators.passcode.make_new() if new_passcode or not operators.passcode.is_there() else ""
        phones = HallPorts()
        air = None if no_radio else air_of(stack, radio_port)
        hub = stack.enter_context(closing(Hub(store, port or (), tell, "serve", others=[phones], radio=air)))
        stack.enter_context(ended)
        hub.start()
        site = Site(store, data_folder(), live, ports=port or ())
        site.says = hub.says
        site.reached = Reached(listening.getsockname()[1], list(host or ()), addresses, lan)
        site.seats = Seats(hub.database, phones)
        site.radio_port = None if no_radio else radio_port
        by_hand = {name.lower() for name in host or ()}  # one of these is allowed without a network too
        names = names_of_laptop(lan, addresses) | by_hand
        server, looker = Server(protected(site, operators, names), listening), Looker(site)
        looker.start()
        server.start()
        for end in (server.stop, live.close, looker.stop):  # the last is the first to be done
            stack.callback(end)
        _greet(listening.getsockname()[1], lan, addresses, passcode, as_json)
        lines = _follow(hub_events(hub, told), live.step, as_json)
    if not as_json:
        print(lines.farewell())


def _greet(number: int, lan: bool, addresses: Sequence[str], passcode: str, as_json: bool) -> None:
    """Say where the pages are; the passcode where it is a new one, for it is not kept."""
    here = f"http://127.0.0.1:{number}/"
    others = [f"http://{address}:{number}/" for address in addresses]
    if as_json:
        print_json({"serving": here, "lan": others, "passcode": passcode or None})
        sys.stdout.flush()
        return
    say(_("The pages: %(here)s", here=here))
    for address in others:
        say(_("In this network: %(address)s", address=address))
    for address in others[:1]:
        print_qr(address)
    if lan and not others:
        say(_("This laptop is in no network just now. Start this again when it is in one."))
    if passcode:
        say(_("The operator's passcode: %(passcode)s", passcode=passcode))
        say(
            _("Write it down, it is not shown again. It is for whoever runs the tournament: enter it where you log in.")
        )
    else:
        say(_("Operators log in with the passcode that was shown at the first start; `--new-passcode` makes another."))
    print(_("Ctrl-C ends it."), flush=True)


def _follow(events: Events, step: Callable[[], None], as_json: bool) -> Lines:
    """Say what is worth it, until the end; what was heard. Scores are for the pages."""
    lines = Lines()
    words = WatchWords(lines)
    step_at = 0.0
    for event in events:
        if event is None:
            if time.monotonic() >= step_at:
                step_at = time.monotonic() + _STEP_S
                step()
        elif event["event"] == "score" or as_json:
            lines.take(event)
        else:
            print_changes(words, event)
    return lines


def print_qr(text: str) -> None:
    """The text as a QR code, where standard output is a terminal that can show it and has the room."""
    lines = qr_lines(text)
    if not is_drawn_on(sys.stdout):
        return
    if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8" or (columns(sys.stdout) or 80) < len(lines[0]):
        return
    for line in lines:
        print(f"{_BLACK_ON_WHITE}{line}{_USUAL}")


def qr_lines(text: str) -> list[str]:
    """The code with its margin, dark squares as ink, two of them in a cell."""
    rows = [[bool(square) for square in row] for row in segno.make(text, micro=False).matrix_iter(border=_MARGIN)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_SQUARES[squares] for squares in zip(upper, lower, strict=True)) for upper, lower in pairs]
