"""`tallyboard assign`: the match that is to be played at a table next."""

from collections.abc import Sequence
from contextlib import closing
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from tallyboard.commands import EXIT_DONE
from tallyboard.commands.targets import Absent, Here, Meant, find_target, known_in
from tallyboard.orders.wanted_match import NO_MATCH, WantedMatch, wanted_match
from tallyboard.terminal.tables import print_json, say

if TYPE_CHECKING:
    from tallyboard.commands.ordering import Given
    from tallyboard.shapes import AssignedObject
    from tallyboard.store.hubs import Overview, Present


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
    """Tell a table which match to play next: it shows the names, and NEXT starts it."""
    from tallyboard.errors import TallyboardError

    wanted = None
    if cancel:
        if game is not None or key is not None or first is not None:
            raise TallyboardError("--cancel takes back whatever waits.", "Leave out the game, --key and --first.")
    elif game is None:
        raise TallyboardError("The game is missing.", "Give a game line, or --cancel to take back what waits.")
    else:
        wanted = _wanted(game, names, key, first)
    known = known_in(db)
    target = find_target(Meant(port, table, board), known)
    if isinstance(target, Here):
        return _tell(target, known, wanted, db, key is None, as_json)
    if wanted is None and isinstance(target, Absent) and target.board is None:
        return _take_back(target, known, db, as_json)
    return _order(target, wanted, db, key is None, as_json)


def _tell(
    here: Here, known: "Overview", wanted: WantedMatch | None, db: str | None, is_new: bool, as_json: bool
) -> int:
    """Tell the board on a port of ours, and take back what else it was to be told."""
    from tallyboard.commands.ordering import void_older
    from tallyboard.link import Client
    from tallyboard.link.telling import told

    with closing(here.port):
        client = Client(here.port)
        fields = client.hello()
        if wanted is not None:
            _keep_names(wanted, db, is_new)
        said = told(client, "match", _order_of(wanted))
    _print(fields["board"], fields["table"], wanted, said, None, as_json)
    void_older(db, known, fields["board"], fields["table"], ("match",))
    return EXIT_DONE


def _order(target: "Present | Absent", wanted: WantedMatch | None, db: str | None, is_new: bool, as_json: bool) -> int:
    """Have it told by the hub that has the board, or will have it."""
    from tallyboard.commands.ordering import Given, store_for_orders

    if wanted is not None:
        _keep_names(wanted, db, is_new)
    with store_for_orders(db) as store:
        given = Given(store, target, [("match", _order_of(wanted))]).wait()
    if as_json or given.code == EXIT_DONE:
        said = given.orders[0].said.rstrip(".")
        _print(target.board, target.table, wanted, f"{said}, {given.by}" if said else given.by, given, as_json)
    return given.code


def _take_back(target: Absent, known: "Overview", db: str | None, as_json: bool) -> int:
    """Leave no order to assign a match behind for a table of which no board is known: its name may be mistyped."""
    from tallyboard.commands.guard import tell
    from tallyboard.commands.ordering import NOT_DONE, void_older, waiting_for
    from tallyboard.errors import TallyboardError

    if not waiting_for(known, target.board, target.table, ("match",)):
        step = "`tallyboard boards` lists tables and orders."
        tell(TallyboardError(f"No laptop has {target} now, and no order for a match waits for it.", step))
        return NOT_DONE
    void_older(db, known, target.board, target.table, ("match",))
    _print(None, target.table, None, "no order for a match waits any more; no laptop has the board now", None, as_json)
    return EXIT_DONE


def _order_of(wanted: WantedMatch | None) -> dict[str, Any]:
    return NO_MATCH if wanted is None else wanted.order()


def _print(
    board: str | None, table: str, wanted: WantedMatch | None, said: str, given: "Given | None", as_json: bool
) -> None:
    if not as_json:
        words = said if wanted is None else f"{wanted}; {said}"
        say(f"{table or board}: {words}.")
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
    from tallyboard.errors import TallyboardError

    options = list(takewhile(_is_option, words))
    names = [" ".join(name.split()) for name in words[len(options) :]]
    line = " ".join([game, *options])
    wanted_match(line, ())  # a game that is wrong is told first
    for name in filter(_is_option, names):
        raise TallyboardError(f"{name!r} cannot be a name: it contains =.", "Options stand right behind the game.")
    return wanted_match(line, names, key, first)


def _keep_names(wanted: WantedMatch, db: str | None, is_new: bool) -> None:
    """Store the names that the board cannot keep in full.

    Where it can keep all of them, a database that is there forgets what it knew by this key; by a new one (`is_new`) it
    knows nothing.
    """
    from tallyboard.store import open_store
    from tallyboard.store.opening import find_store

    if wanted.are_cut or not (is_new or find_store(db).revision is None):
        with open_store(db) as store:
            wanted.keep_names(store)


def _is_option(word: str) -> bool:
    return "=" in word
