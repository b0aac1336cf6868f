"""Games, options, orders and times in the reader's language; why something cannot be told to a table."""

from collections.abc import Sequence
from typing import Any

from shared_rules import SaidError
from shared_rules.games import facts
from tallyboard.errors import CoreError, TallyboardError, drive
from tallyboard.errors import orders as told
from tallyboard.pages.tables.boards import BoardSeen
from tallyboard.store.hubs import Present
from tallyboard.store.orders import Order, State, WantedMatch
from tallyboard.text.game_words import game_words
from tallyboard.text.language import Language, later
from tallyboard.text.printable import printable

_OPTIONS = {
    "format": later("Who plays on a side"),
    "scoring": later("Points of a round"),
    "start": later("Who starts the next round"),
    "sides": later("Sides"),
    "target": later("Points to win"),
    "discs": later("Discs of a side"),
    "rounds": later("Rounds"),
    "best_of": later("Best of so many rounds"),
    "games": later("Games of a match"),
    "dames": later("Dames of a side"),
    "counters": later("Points of the counters"),
    "washers": later("Washers of a side"),
    "holes": later("Points of the holes, the far one first"),
}
_CHOICES = {
    "singles": later("one player"),
    "doubles": later("two partners"),
    "two-on-one": later("two against one"),
    "differential": later("the difference, for who has more"),
    "simple": later("what each has counted"),
    "clockwise": later("clockwise in turn"),
    "loser": later("as the loser chooses"),
}
# What became of an order.
STATES: dict[State, str] = {
    "waiting": later("waits"),
    "replaced": later("not done any more, or done already"),
    "done": later("done"),
    "refused": later("refused"),
    "void": later("not done any more"),
    "unknown": later("perhaps done"),
}


def option_name(_: Language, option: str) -> str:
    """What an option is called in front of its field."""
    return _(_OPTIONS.get(option) or facts.option_name(option))


def choice_name(_: Language, choice: str) -> str:
    """What a word that can be chosen means."""
    return _(_CHOICES[choice]) if choice in _CHOICES else choice


def order_words(_: Language, order: Order) -> str:
    what: dict[str, Any] = order.what
    if order.kind == "name":
        return _("the name “%(name)s”", name=what["name"]) if what["name"] else _("the name in its settings")
    if order.kind == "light":
        return _("brightness %(light)s", light=what["light"])
    if what["key"] is None:
        return _("no match that waits")
    names = " : ".join(str(name) for name in what["names"] if name)
    game = game_words(_, str(what["line"]))
    return _("the match %(names)s, %(game)s", names=names, game=game) if names else _("a match, %(game)s", game=game)


def why_it_waits(_: Language, order: Order, there: list[Present]) -> str:
    """What an order waits for; `there`: all boards at hubs."""
    if order.state == "replaced":
        return _("which of the two is seen when all that its board recorded is stored")
    have = [one for one in there if order.is_for(one.board, one.table)]
    if len(have) == 1:
        hub = have[0].hub
        return _("%(laptop)s tells the table now", laptop=hub.laptop)
    if have:
        boards = ", ".join(one.board for one in have)
        return _("%(count)s tables have this name: boards %(boards)s", count=len(have), boards=boards)
    if order.board is not None:
        return _("no laptop has the board; it is told as soon as one does")
    return _("no laptop has a table of this name")


def ago(_: Language, seconds: float) -> str:
    if seconds < 60:
        return _("%(count)s s ago", count=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 60:
        return _("%(count)s min ago", count=minutes)
    if minutes < 48 * 60:
        return _("%(hours)s h %(minutes)s min ago", hours=minutes // 60, minutes=minutes % 60)
    return _.ngettext("%(num)s day ago", "%(num)s days ago", minutes // (24 * 60))


_WHY_NOT = {
    told.BLANK_NAME: later("The name has blanks only. Leave the field empty for the name in the board's settings."),
    told.LONG_NAME: later(
        "“%(name)s” is too long: it has %(length)s bytes, a board keeps %(most)s. A letter of English is one byte, "
        "others are two or more."
    ),
    told.UNPRINTABLE: later(
        "“%(name)s” has a character that cannot be seen or moves the text around it. Type it again."
    ),
    told.UNDISPLAYABLE: later("The display has no letter of “%(name)s”. Give the name in other letters."),
    told.NAMES: later("There are more names than sides: this match has %(sides)s."),
    told.SIDE: later("This match has no side %(side)s to start."),
    told.LIGHT: later("The brightness is a whole number from 1 to 16."),
    told.GAME: later("These options do not go together: %(why)s."),
}

# The same of a box that is to be paired.
OF_A_BOX = {
    drive.NETWORK_NAME: later(
        "A network's name has 1 to 32 bytes, this has %(length)s. Type it as the router tells it."
    ),
    drive.NETWORK_PASSWORD: later("The password has %(length)s bytes, and a network's has 8 to 63. Type it again."),
    drive.NETWORK_LETTER: later("There is a character in name or password that the box cannot read. Type both again."),
    drive.HUB_ADDRESS: later(
        "“%(name)s” leads to no address that a box can call. Type one as 192.168.1.20, or leave the field empty."
    ),
    drive.NOT_PLUGGED_IN: later("The drive of this box is not here. Plug it in at this laptop and wait a moment."),
    drive.OLD_CIRCUITPYTHON: later(
        "This box has CircuitPython %(version)s, and needs %(least)s or newer. Install that, deploy, and pair it again."
    ),
    drive.NO_WIFI: later("This box has no Wi-Fi. Take a Pico W, a Pico 2 W or one with an ESP32-S3."),
    drive.DRIVE_FULL: later(
        "The drive of this box is full. Remove from it what is not Tallyboard's; nothing was paired."
    ),
    drive.READ_ONLY: later("The drive of this box is read-only. Unplug it and plug it in again; nothing was paired."),
    drive.NOT_WRITTEN: later("Its drive cannot be written. Unplug it and plug it in again; nothing was paired."),
    drive.LINES_STAY: later(
        "The key is taken back here, and nobody is let in by it; on the drive of the box it still stands. Take it back "
        "once more when the box is plugged in here and its drive can be written."
    ),
}
# What was noted of a board, and what helps.
OF_THE_AIR = {
    "unknown": later(
        "calls by radio and is not paired in this database. Where it is yours, plug it in here and pair it; another "
        "hall's is not let in."
    ),
    "key": later(
        "calls by radio with another key than it has here. Where it is yours, plug it in here and pair it again."
    ),
    "repeat": later(
        "begins by radio with a session that it had before: its memory was put back, or another box has a copy of it. "
        "Let only one of them run, plug it in here and pair it again; nothing counts twice."
    ),
}


def why_not(_: Language, error: TallyboardError) -> str:
    """What is wrong with what was typed."""
    said = {**_WHY_NOT, **OF_A_BOX}.get(error.told) if isinstance(error, CoreError) else None
    if not isinstance(error, CoreError) or said is None:
        return error.words(_)[0]
    entered = error.fields.get("entered", "")
    entered = printable(_(entered.said, **entered.values) if isinstance(entered, SaidError) else str(entered))
    return _(said, **{**error.fields, "name": entered, "side": entered, "why": entered})


def about_match(_: Language, board: BoardSeen, wanted: WantedMatch) -> list[str]:
    """What somebody is to know before this match is assigned to this table."""
    said = [
        _("The board will show “%(shown)s” for “%(name)s”. Lists and pages show the full name.", shown=shown, name=name)
        for (_side, shown), name in wanted.full_names().items()
        if shown != name
    ]
    if board.waiting is not None:
        names = " : ".join(name or side for side, name in board.waiting["names"].items())
        said.append(_("It takes the place of the match that waits at this table: %(names)s.", names=names))
    assigned = later(
        "%(tournament)s has called %(match)s, %(names)s, to this table. What you assign takes its place until "
        "it is started or cancelled."
    )
    return said + _calls(_, assigned, board)


def about_cancel(_: Language, board: BoardSeen) -> list[str]:
    """The same before what waits there is cancelled."""
    cancelled = later(
        "%(tournament)s has called %(match)s, %(names)s, to this table. The hub tells the table again; take the "
        "call back at the desk instead."
    )
    return _calls(_, cancelled, board)


def about_name(_: Language, board: BoardSeen, name: str, others: Sequence[BoardSeen]) -> list[str]:
    """The same before the table is called so."""
    said = []
    same = [one for one in others if one.board != board.board and name and one.table.casefold() == name.casefold()]
    if same:
        boards = ", ".join(one.board for one in same)
        twice = later("Another table has this name: board %(boards)s. Where two have it, no call is told to either.")
        said.append(_(twice, boards=boards))
    if name.casefold() == board.table.casefold():
        return said
    renamed = later("%(tournament)s has called %(match)s, %(names)s, to this table by its old name.")
    return said + _calls(_, renamed, board)


def _calls(_: Language, said: str, board: BoardSeen) -> list[str]:
    """This of every call to the table."""
    return [_(said, tournament=call.tournament, match=call.match, names=" : ".join(call.names)) for call in board.calls]
