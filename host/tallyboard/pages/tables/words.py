"""Games, options, orders and times in the reader's language; why something cannot be told to a table."""

from collections.abc import Sequence
from typing import Any

from shared_rules.games import facts
from shared_rules.journal.record import TEXT_BYTES
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import orders as told
from tallyboard.pages.tables.boards import BoardSeen, TableCall
from tallyboard.store.hubs import Present
from tallyboard.store.orders import Order, State, WantedMatch
from tallyboard.text.game_words import game_words
from tallyboard.text.language import Language
from tallyboard.text.printable import printable


def option_name(_: Language, option: str) -> str:
    """What an option is called in front of its field."""
    names = {
        "format": _("Who plays on a side"),
        "scoring": _("Points of a round"),
        "start": _("Who starts the next round"),
        "sides": _("Sides"),
        "target": _("Points to win"),
        "discs": _("Discs of a side"),
        "rounds": _("Rounds"),
        "best_of": _("Best of so many rounds"),
        "games": _("Games of a match"),
        "dames": _("Dames of a side"),
        "counters": _("Points of the counters"),
        "washers": _("Washers of a side"),
        "holes": _("Points of the holes, the far one first"),
    }
    return names.get(option) or _(facts.option_name(option))


def choice_name(_: Language, choice: str) -> str:
    """What a word that can be chosen means."""
    names = {
        "singles": _("one player"),
        "doubles": _("two partners"),
        "two-on-one": _("two against one"),
        "differential": _("the difference, for who has more"),
        "simple": _("what each has counted"),
        "clockwise": _("clockwise in turn"),
        "loser": _("as the loser chooses"),
    }
    return names.get(choice, choice)


def order_words(_: Language, order: Order) -> str:
    """What a table is to have."""
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


def state_words(_: Language, state: State) -> str:
    """What became of an order."""
    names = {
        "waiting": _("waits"),
        "replaced": _("not done any more, or done already"),
        "done": _("done"),
        "refused": _("refused"),
        "void": _("not done any more"),
        "unknown": _("perhaps done"),
    }
    return names[state]


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
    """How long ago."""
    if seconds < 60:
        return _("%(count)s s ago", count=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 60:
        return _("%(count)s min ago", count=minutes)
    if minutes < 48 * 60:
        return _("%(hours)s h %(minutes)s min ago", hours=minutes // 60, minutes=minutes % 60)
    return _.ngettext("%(num)s day ago", "%(num)s days ago", minutes // (24 * 60))


def why_not(_: Language, error: TallyboardError) -> str:
    """What is wrong with what was typed."""
    if not isinstance(error, CoreError):
        return error.cause
    entered = printable(str(error.fields.get("entered", "")))
    if error.told is told.BLANK_NAME:
        return _("The name has blanks only. Leave the field empty for the name in the board's settings.")
    if error.told is told.LONG_NAME:
        return _(
            "“%(name)s” is too long: it has %(length)s bytes, a board keeps %(most)s. A letter of English is one byte, "
            "others are two or more.",
            name=entered,
            length=error.fields["length"],
            most=TEXT_BYTES,
        )
    if error.told is told.UNPRINTABLE:
        return _(
            "“%(name)s” has a character that cannot be seen or moves the text around it. Type it again.", name=entered
        )
    if error.told is told.UNDISPLAYABLE:
        return _("The display has no letter of “%(name)s”. Give the name in other letters.", name=entered)
    if error.told is told.NAMES:
        return _("There are more names than sides: this match has %(sides)s.", sides=error.fields["sides"])
    if error.told is told.SIDE:
        return _("This match has no side %(side)s to start.", side=entered)
    if error.told is told.LIGHT:
        return _("The brightness is a whole number from 1 to 16.")
    if error.told is told.GAME:
        return _("These options do not go together: %(why)s.", why=entered)
    return error.cause


def about_match(_: Language, board: BoardSeen, wanted: WantedMatch) -> list[str]:
    """What somebody is to know before this match is assigned to this table."""
    said = [
        _("The board will show “%(shown)s” for “%(name)s”. Lists and pages show the full name.", shown=shown, name=name)
        for (_side, shown), name in wanted.full_names().items()
        if shown != name
    ]
    if board.waiting is not None:
        names = " : ".join(board.waiting.names)
        said.append(_("It takes the place of the match that waits at this table: %(names)s.", names=names))
    said += [
        _(
            "%(tournament)s has called %(match)s, %(names)s, to this table. What you assign takes its place until "
            "it is started or cancelled.",
            **_of_call(call),
        )
        for call in board.calls
    ]
    return said


def about_cancel(_: Language, board: BoardSeen) -> list[str]:
    """The same before what waits there is cancelled."""
    return [
        _(
            "%(tournament)s has called %(match)s, %(names)s, to this table. The hub tells the table again; take the "
            "call back at the desk instead.",
            **_of_call(call),
        )
        for call in board.calls
    ]


def about_name(_: Language, board: BoardSeen, name: str, others: Sequence[BoardSeen]) -> list[str]:
    """The same before the table is called so."""
    said = []
    same = [one for one in others if one.board != board.board and name and one.table.casefold() == name.casefold()]
    if same:
        boards = ", ".join(one.board for one in same)
        said.append(
            _(
                "Another table has this name: board %(boards)s. Where two have it, no call is told to either.",
                boards=boards,
            )
        )
    if name.casefold() != board.table.casefold():
        said += [
            _("%(tournament)s has called %(match)s, %(names)s, to this table by its old name.", **_of_call(call))
            for call in board.calls
        ]
    return said


def _of_call(call: TableCall) -> dict[str, str]:
    return {"tournament": call.tournament, "match": call.match, "names": " : ".join(call.names)}
