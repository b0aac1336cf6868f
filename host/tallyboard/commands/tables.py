"""`tallyboard assign` and `setup`: the match that is to be played at a table next; its name, its light, its radio."""

import getpass
import re
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import Any

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from tallyboard.commands import EXIT_DONE, EXIT_NOT_SO
from tallyboard.commands.guard import tell
from tallyboard.commands.ordering import OrdersGiven, have_told, void_older, waiting_for
from tallyboard.commands.targets import Absent, Meant, find_target, known_in
from tallyboard.drive import radio as pairing
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import drive as errors
from tallyboard.link import Client, SerialPort
from tallyboard.link.client import told
from tallyboard.shapes import AssignedObject, SetUpObject
from tallyboard.store import open_store
from tallyboard.store.hubs import Overview, Present
from tallyboard.store.opening import find_store
from tallyboard.store.orders import NO_MATCH, Kind, WantedMatch, table_name, wanted_match
from tallyboard.system.laptop import user_and_laptop
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.passwords import keep_hidden


def assign(
    game: str | None = None,
    names: Sequence[str] = (),
    port: Sequence[str] | None = None,
    table: str | None = None,
    board: str | None = None,
    key: str | None = None,
    first: str | None = None,
    cancel: bool = False,
    db: str | None = None,
    as_json: bool = False,
) -> int:
    wanted = None
    if cancel:
        if game is not None or key is not None or first is not None:
            raise TallyboardError("--cancel takes back whatever waits.", "Leave out the game, --key and --first.")
    elif game is None:
        raise TallyboardError("The game is missing.", "Give a game line, or --cancel to take back what waits.")
    else:
        wanted = _wanted(game, names, key, first)
    order = NO_MATCH if wanted is None else wanted.order()
    known = known_in(db)
    target = find_target(Meant(port, table, board), known)
    if isinstance(target, SerialPort):
        with closing(target):
            client = Client(target)
            fields = client.hello()
            _keep_names(wanted, db, is_new=key is None)
            said = _(told(client, "match", order))
        _print(fields["board"], fields["table"], wanted, said, None, as_json)
        void_older(db, known, fields["board"], fields["table"], ("match",))
        return EXIT_DONE
    if wanted is None and isinstance(target, Absent) and target.board is None:
        return _take_back(target, known, db, as_json)
    _keep_names(wanted, db, is_new=key is None)
    given = have_told(db, target, [("match", order)])
    if as_json or given.code == EXIT_DONE:
        said = given.orders[0].said.rstrip(".")
        _print(target.board, target.table, wanted, f"{said}, {given.by}" if said else given.by, given, as_json)
    return given.code


def _take_back(target: Absent, known: Overview, db: str | None, as_json: bool) -> int:
    """Leave no order to assign a match behind for a table of which no board is known: its name may be mistyped."""
    if not waiting_for(known, target.board, target.table, ("match",)):
        cause = later("No laptop has %(name)s now, and no order for a match waits for it.")
        tell(TallyboardError(cause, "`tallyboard boards` lists tables and orders.", name=target))
        return EXIT_NOT_SO
    void_older(db, known, target.board, target.table, ("match",))
    said = _("no order for a match waits any more; no laptop has the board now")
    _print(None, target.table, None, said, None, as_json)
    return EXIT_DONE


def _print(
    board: str | None, table: str, wanted: WantedMatch | None, said: str, given: OrdersGiven | None, as_json: bool
) -> None:
    if not as_json:
        words = said if wanted is None else _("; ").join((str(wanted), said))
        say(_("%(name)s: %(said)s", name=table or board, said=f"{words}."))
        return
    told: AssignedObject = {"board": board, "table": table, "key": None, "game": None, "names": {}, "first": None}
    if wanted is not None:
        told["key"], told["game"], told["names"] = wanted.key, catalogue.to_line(wanted.match), wanted.by_side()
        told["first"] = None if wanted.first is None else SIDES[wanted.first]
    if given is not None:
        told["order"] = given.as_json()[0]
    print_json(told)


def _wanted(game: str, words: Sequence[str], key: str | None, first: str | None) -> WantedMatch:
    """What these words of the command line ask for; raises TallyboardError for what no board can play."""
    options = list(takewhile(lambda word: "=" in word, words))
    names = [" ".join(name.split()) for name in words[len(options) :]]
    line = " ".join([game, *options])
    wanted_match(line, ())  # a game that is wrong is told first
    for name in names:
        if "=" in name:
            raise TallyboardError(
                "'%(name)s' cannot be a name: it contains =.", "Options stand right behind the game.", name=name
            )
    return wanted_match(line, names, key, first)


def _keep_names(wanted: WantedMatch | None, db: str | None, is_new: bool) -> None:
    """Store the names that the board cannot keep in full. Where it can keep all of them, a database that is there
    forgets what it knew by this key; by a new one (`is_new`) it knows nothing."""
    if wanted is not None and (wanted.are_cut or not (is_new or find_store(db).revision is None)):
        with open_store(db) as store:
            store.name(wanted.key, wanted.full_names())


_PORT = re.compile(r".*[/\\].*|COM[0-9]+")  # what is no table's name


def setup(
    at: str | None = None,
    port: Sequence[str] | None = None,
    table: str | None = None,
    board: str | None = None,
    name: str | None = None,
    light: int | None = None,
    cancel: bool = False,
    radio: bool = False,
    no_radio: bool = False,
    network: str | None = None,
    password_file: Path | None = None,
    hub: str = "",
    drive: Path | None = None,
    db: str | None = None,
    as_json: bool = False,
) -> int:
    if at is not None and (_PORT.fullmatch(at) or Path(at).exists()):
        port = [*(port or ()), at]
    elif at is not None:
        if table is not None:
            raise TallyboardError("%(at)s and --table each name a table.", "Give one of the two.", at=at)
        table = at
    if radio or no_radio:
        if (radio and no_radio) or cancel or not (name is None and light is None):
            raise TallyboardError("--radio and --no-radio each go alone.", "Give the rest in a command of its own.")
        if no_radio:
            _check_left_out("--radio", network, password_file, hub or None)
            return _unpair(Meant(port, table, board), drive, db, as_json)
        if network is None:
            raise TallyboardError("--network is missing.", "Give the name of the Wi-Fi, as its router tells it.")
        return _pair(Meant(port, table, board), network, password_file, hub, drive, db, as_json)
    _check_left_out("--radio", network, password_file, hub or None, drive)
    if cancel and not (name is None and light is None):
        raise TallyboardError("--cancel takes back what waits.", "Leave out --name and --light.")
    if name is None and light is None and not cancel:
        raise TallyboardError("There is nothing to set up.", "Give --name, --light or both, or --radio.")
    if name is not None:
        name = table_name(name)
    orders: list[tuple[Kind, dict[str, Any]]] = []
    if name is not None:
        orders.append(("name", {"name": name}))
    if light is not None:
        orders.append(("light", {"light": light}))
    known = known_in(db)
    target = find_target(Meant(port, table, board), known)
    if cancel:
        return _cancel(target, known, db, as_json)
    if isinstance(target, SerialPort):
        with closing(target):
            client = Client(target)
            before = client.hello()
            client.setup(name, light)
            fields = client.hello()
        _print_set_up(fields["board"], fields["table"], None, as_json)
        void_older(db, known, before["board"], before["table"], [kind for kind, _what in orders])
        return EXIT_DONE
    given = have_told(db, target, orders)
    if as_json or given.code == EXIT_DONE:
        _print_set_up(target.board, name if name and given.code == EXIT_DONE else given.table, given, as_json)
    return given.code


def _cancel(target: SerialPort | Present | Absent, known: Overview, db: str | None, as_json: bool) -> int:
    """Take back the orders that wait; what the board was told already stays."""
    if not isinstance(target, SerialPort):
        board, table = target.board, target.table
    else:
        with closing(target):
            fields = Client(target).hello()
        board, table = fields["board"], fields["table"]
    waited = waiting_for(known, board, table, ("name", "light"))
    void_older(db, known, board, table, ("name", "light"))
    if as_json:
        print_json(SetUpObject(board=board, table=table))
    else:
        what = ngettext("%(num)s order waits no longer.", "%(num)s orders wait no longer.", len(waited))
        said = what if waited else _("no order waited.")
        say(f"{table or board}: {said}")
    return EXIT_DONE


def _print_set_up(board: str | None, table: str, given: OrdersGiven | None, as_json: bool) -> None:
    if not as_json:
        by = f", {given.by}" if given else ""
        say(_("%(table)s (%(board)s) is set up%(by)s.", table=table or _("A table without a name"), board=board, by=by))
        return
    told: SetUpObject = {"board": board, "table": table}
    if given is not None:
        told["orders"] = given.as_json()
    print_json(told)


def _check_left_out(option: str, *others: object) -> None:
    if any(one is not None for one in others):
        raise TallyboardError(
            "--network, --password-file, --hub and --drive are of a box without a cable.",
            "Give %(option)s with them.",
            option=option,
        )


def _pair(
    meant: Meant,
    name: str,
    password_file: Path | None,
    hub: str,
    drive: Path | None,
    db: str | None,
    as_json: bool,
) -> int:
    pairing.network(name, "", hub)  # what is wrong with these is told before a password is asked for
    board, table = _plugged_in(meant, db)
    place = pairing.drive_of(board, drive)
    found = pairing.check_board(place)
    wanted = pairing.network(name, _password(name, password_file), hub)
    if find_store(db).revision is None:
        print(_("This is a new database. Give `serve` or `watch` the same --db."), file=sys.stderr)
    with open_store(db) as store:
        pairing.pair(store, board, place, wanted, user_and_laptop())
    if as_json:
        print_json(SetUpObject(board=board, table=table, radio="paired", drive=str(place)))
        return EXIT_DONE
    say(
        _(
            "%(table)s is paired: it joins '%(name)s' and calls %(hub)s.",
            table=table or board,
            name=wanted.name,
            hub=wanted.hub or _("whoever answers there"),
        )
    )
    if found.has_wifi is None:
        say(_("Whether a %(name)s has Wi-Fi is not known here.", name=found.name or _("board like this one")))
    say(_("Now unplug it and plug it in again. Whoever plugs it in can read the password and the key on its drive."))
    return EXIT_DONE


def _unpair(meant: Meant, drive: Path | None, db: str | None, as_json: bool) -> int:
    board, table = _plugged_in(meant, db)
    try:
        place = pairing.drive_of(board, drive)
    except CoreError as error:
        if error.told is not errors.NOT_PLUGGED_IN:
            raise
        place = None
    with open_store(db) as store:
        was_paired = pairing.unpair(store, board, place)
    if as_json:
        where = None if place is None else str(place)
        print_json(SetUpObject(board=board, table=table, radio="not paired", drive=where))
    elif was_paired:
        say(_("%(table)s is paired no longer. Now unplug it and plug it in again.", table=table or board))
    if not was_paired:
        tell(TallyboardError("%(table)s was not paired.", "`tallyboard setup --radio` pairs it.", table=table or board))
    return EXIT_DONE if was_paired else EXIT_NOT_SO


def _plugged_in(meant: Meant, db: str | None) -> tuple[str, str]:
    """(id of the board that is meant, its table); it says the id itself, or has said it to a hub."""
    target = find_target(meant, known_in(db))
    if isinstance(target, SerialPort):
        with closing(target):
            fields = Client(target).hello()
        return fields["board"], fields["table"]
    if target.board is None:
        raise TallyboardError(
            "No board of %(name)s is known.", "Plug it in here, or name it with --board.", name=target
        )
    return target.board, target.table


def _password(network: str, file: Path | None) -> str:
    """From the file, from the terminal without being shown, else from standard input."""
    try:
        if file is not None:
            said = file.read_text(encoding="utf-8")
        elif sys.stdin.isatty():
            said = getpass.getpass(_("Password of %(network)s (none: Enter alone): ", network=network))
        else:
            said = sys.stdin.read()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or later("it is no text in UTF-8")
        where = file or later("Standard input")
        raise TallyboardError(
            "%(where)s cannot be read: %(why)s.", "Give the password with --password-file.", where=where, why=why
        ) from None
    password = said.removesuffix("\n").removesuffix("\r")
    keep_hidden(password)
    return password
