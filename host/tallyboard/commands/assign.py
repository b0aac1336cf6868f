"""`tallyboard assign`: the match that is to be played at a table next."""

from collections.abc import Sequence
from contextlib import closing
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.games.options import OptionError
from shared_rules.journal.record import TEXT_BYTES
from tallyboard.commands.common import BOARD_PORT, DB, JSON, argument, one_board, print_json, text
from tallyboard.terminal.tables import say
from tallyboard.text.board_names import board_name

if TYPE_CHECKING:
    from tallyboard.link import Client


ARGUMENTS = (
    argument(
        "game",
        nargs="?",
        type=text,
        metavar="GAME",
        help="The game line, ID OPTION=…, as in a scoresheet; quotes are not needed.",
    ),
    argument("names", nargs="*", default=(), type=text, metavar="NAME", help="The sides' names, A first."),
    BOARD_PORT,
    argument("--key", type=text, metavar="KEY", help="What the laptop calls the match; default: a new key."),
    argument("--first", metavar="SIDE", help="The side that starts: A, B or C; default: left open."),
    argument("--cancel", action="store_true", help="Take back the match that waits; give no GAME with it."),
    DB,
    JSON,
)


def assign(
    game: str | None = None,
    names: Sequence[str] = (),
    port: Sequence[str] | None = None,
    key: str | None = None,
    first: str | None = None,
    cancel: bool = False,
    db: str | None = None,
    as_json: bool = False,
) -> None:
    """Tell a table which match to play next: it shows the names, and NEXT starts it.

    While a match is being played it waits for the end of that; it replaces one that waits already. The same key again
    changes nothing. A name that the board cannot show or keep in full is kept in the database, for the reports.
    """
    from tallyboard.errors import TallyboardError
    from tallyboard.link import Client, SerialPort

    wanted = None
    if cancel:
        if game is not None or key is not None or first is not None:
            raise TallyboardError("--cancel takes back whatever waits.", "Leave out the game, --key and --first.")
    elif game is None:
        raise TallyboardError("The game is missing.", "Give a game line, or --cancel to take back what waits.")
    else:
        wanted = _wanted(game, names, key, first)
    with closing(SerialPort(one_board(port))) as opened:
        client = Client(opened)
        fields = client.hello()
        table = fields["table"] or fields["board"]
        if wanted is None:
            waited = client.state()["key"]
            client.cancel()
            said = f"the match {waited} waits no longer" if waited else "no match waited"
        else:
            _keep_names(wanted, db, is_new=key is None)
            try:
                client.assign(wanted.key, wanted.line, wanted.shown(), wanted.first)
            except ValueError as error:
                raise TallyboardError(f"It does not fit: {error}.", "Give shorter names or fewer options.") from None
            said = f"{wanted}; {_becomes_of(client, wanted.key)}"
    if as_json:
        about = {"key": None, "game": None, "names": {}, "first": None} if wanted is None else wanted.as_json()
        print_json({"board": fields["board"], "table": fields["table"], **about})
    else:
        say(f"{table}: {said}.")


class Wanted(NamedTuple):
    """A match to be played: `line` is its game line, `first` the side number that starts, None for open."""

    key: str
    line: str
    names: Sequence[str]
    first: int | None
    match: Any  # of the rules, with every option in force

    def __str__(self) -> str:
        shown = dict(zip(SIDES, self.shown(), strict=False))
        sides = [
            f"{side} without a name" if not name else f"{side} {name}" + _as_shown(name, shown[side])
            for side, name in self._by_side().items()
        ]
        starts = "who starts is open" if self.first is None else f"{SIDES[self.first]} starts"
        return f"{catalogue.to_line(self.match)}, {', '.join(sides)}, {starts}"

    def as_json(self) -> dict[str, Any]:
        """For --json: the game line with every option in force, the names and who starts by the letters of sides."""
        first = None if self.first is None else SIDES[self.first]
        return {"key": self.key, "game": catalogue.to_line(self.match), "names": self._by_side(), "first": first}

    def shown(self) -> list[str]:
        """By side what the board keeps of the names."""
        is_team = self.match.options.get("format", "singles") != "singles"
        return [board_name(name, of_pairs=is_team) for name in self.names]

    def _by_side(self) -> dict[str, str | None]:
        return dict(zip_longest(SIDES[: self.match.sides], (name or None for name in self.names)))


def _wanted(game: str, words: Sequence[str], key: str | None, first: str | None) -> Wanted:
    """What these words of the command line ask for; raises TallyboardError for what no board can play."""
    import secrets

    from tallyboard.errors import TallyboardError
    from tallyboard.text.printable import refuse_unprintable

    options = list(takewhile(_is_option, words))
    names = [" ".join(name.split()) for name in words[len(options) :]]
    line = " ".join([game, *options])
    try:
        match = catalogue.new(line)
    except OptionError as error:
        raise TallyboardError(f"{line!r}: {error}.", "Correct the game line.") from None
    for name in filter(_is_option, names):
        raise TallyboardError(f"{name!r} cannot be a name: it contains =.", "Options stand right behind the game.")
    if len(names) > match.sides:
        raise TallyboardError(f"There are {len(names)} names for {match.sides} sides.", "Give one for each side.")
    for what, entered in (("The key", key or ""), *(("The name", name) for name in names)):
        refuse_unprintable(what, entered)
    sides = SIDES[: match.sides]
    if key is not None and not 0 < len(key.encode()) <= TEXT_BYTES:
        raise TallyboardError(
            f"The key has {len(key.encode())} bytes, a board keeps 1 to {TEXT_BYTES}.", "Give another one."
        )
    if first is not None and (len(first) != 1 or first.upper() not in sides):
        raise TallyboardError(f"There is no side {first!r} in this match.", f"Give one of {', '.join(sides)}.")
    starts = None if first is None else sides.index(first.upper())
    wanted = Wanted(secrets.token_hex(4) if key is None else key, line, names, starts, match)
    for name, shown in zip(names, wanted.shown(), strict=True):
        if name and not shown:
            raise TallyboardError(f"The display has no letter of the name {name!r}.", "Give it in other letters.")
    return wanted


def _as_shown(name: str, shown: str) -> str:
    return "" if shown == name else f" (on the board {shown})"


def _keep_names(wanted: Wanted, db: str | None, is_new: bool) -> None:
    """Store the names that the board cannot keep in full, before it is told: whatever comes of that, they are there.

    Where it can keep all of them, a database that is there forgets what it knew by this key; by a new one (`is_new`) it
    knows nothing.
    """
    from tallyboard.store import open_store
    from tallyboard.store.reading import find_store

    names = {
        (side, shown): name for side, name, shown in zip(SIDES, wanted.names, wanted.shown(), strict=False) if name
    }
    are_cut = any(shown != name for (_, shown), name in names.items())
    if are_cut or not (is_new or find_store(db).revision is None):
        with open_store(db) as store:
            store.name(wanted.key, names)


def _is_option(word: str) -> bool:
    return "=" in word


def _becomes_of(client: "Client", key: str) -> str:
    """What the board makes of the match of this key that it was just told."""
    state = client.state()
    if state["waits"] or state["key"] is None:
        return f"NEXT starts the match {key}"
    if state["key"] == key:
        return f"the match {key} waits for the end of the one that is on"
    return f"the match {key} was started before"
