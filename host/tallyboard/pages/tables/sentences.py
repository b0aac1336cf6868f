"""Why something cannot be told to a table, and what is to be known before, in the reader's language."""

from collections.abc import Sequence

from shared_rules.journal.record import TEXT_BYTES
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import orders as told
from tallyboard.pages.tables.boards import BoardSeen
from tallyboard.pages.tables.calls import TableCall
from tallyboard.store.wanted_match import WantedMatch
from tallyboard.text.language import Language
from tallyboard.text.printable import printable


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
