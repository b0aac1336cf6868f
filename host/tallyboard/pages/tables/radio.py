"""Boxes without a cable: pairing those that are plugged in at this laptop, and what of the air does not fit."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.drive import radio as pairing
from tallyboard.drive.deploy import find_drives
from tallyboard.errors import CoreError
from tallyboard.errors import drive as told
from tallyboard.pages.desk.asked import BLANK, Desk, Returned, fills, shows, takes
from tallyboard.pages.desk.posted import FieldError, Notice, Posted
from tallyboard.pages.desk.words import text
from tallyboard.pages.safety.origin import lan_addresses
from tallyboard.pages.tables import words as table_words
from tallyboard.store import Store, hubs, radio
from tallyboard.store.tables.rows import table_names
from tallyboard.store.tables.sql import Sql
from tallyboard.text.board_names import table_or_digits
from tallyboard.text.passwords import keep_hidden

_DAY_MS = 86_400_000


class PairedSeen(NamedTuple):
    """A board that is paired. `where`: "radio": a hub hears it so; "cable": a hub has it so, or its drive is mounted
    here; "": neither. `since_s`: seconds since it was paired, `by` whom."""

    board: str
    name: str
    where: str
    since_s: float
    by: str


class NoteSeen(NamedTuple):
    """What did not fit lately, see radio.Note, `ago_s` seconds ago."""

    name: str
    board: str
    what: str
    ago_s: float


class RadioSeen(NamedTuple):
    """`plugged`: (board, name) of those whose drives are mounted at this laptop."""

    paired: Sequence[PairedSeen]
    notes: Sequence[NoteSeen]
    plugged: Sequence[tuple[str, str]]


def drives_here() -> dict[str, Path]:
    return {board: drive for drive in find_drives() if (board := pairing.boot_out(drive).board)}


def radio_seen(sql: Sql, here: Sequence[str] = ()) -> RadioSeen:
    """How they stand; `here`: the boards whose drives are mounted at this laptop. No key is in it."""
    now, tables = sql.now_ms(), table_names(sql)
    by_radio = {one.board: one.is_by_radio for one in hubs.present(sql)}

    def name(board: str) -> str:
        return table_or_digits(tables.get(board, ""), board)

    def where(board: str) -> str:
        return "radio" if by_radio.get(board) else "cable" if board in by_radio or board in here else ""

    paired = [
        PairedSeen(one.board, name(one.board), where(one.board), max(0, now - one.since) / 1000, one.by)
        for one in radio.paired(sql)
    ]
    notes = [
        NoteSeen(name(one.board), one.board, one.what, max(0, now - one.last) / 1000)
        for one in radio.notes(sql)
        if one.last > now - _DAY_MS
    ]
    return RadioSeen(paired, notes, [(board, name(board)) for board in sorted(here, key=name)])


async def boxes(desk: Desk, returned: Returned = BLANK) -> Response:
    """Those that are paired, what does not fit, and the form that pairs one."""

    def found(store: Store) -> RadioSeen:
        here = list(drives_here())
        with store.reading() as sql:
            return radio_seen(sql, here)

    return desk.page(
        "tables/radio.html",
        returned.status,
        radio=await desk.site.do(found),
        usual_hub=_usual_hub(desk),
        hears=desk.site.radio_port is not None,
        words=table_words,
        language=desk.language,
        given=returned.given,
        errors=returned.errors,
    )


def _usual_hub(desk: Desk) -> str:
    """This laptop, as a box calls it; "" where it is in no network."""
    address = next((one for one in lan_addresses() if ":" not in one), "")
    number = desk.site.radio_port
    return address if not address or number in (None, pairing.PORT) else f"{address}:{number}"


# At which field a failure is told; any other is one of the board.
_FIELDS = {
    told.NETWORK_NAME: "network",
    told.NETWORK_LETTER: "network",
    told.NETWORK_PASSWORD: "password",
    told.HUB_ADDRESS: "hub",
}


async def pair(desk: Desk, form: Posted) -> str:
    """Pair a board whose drive is mounted here. The password is in nothing that is shown again."""
    _ = desk.words()._
    board, password = form.raw("board"), form.raw("password")
    keep_hidden(password)

    def work(store: Store) -> Notice:
        wanted = pairing.network(form.raw("network"), password, form.raw("hub"))
        drive = pairing.drive_of(board, drives=drives_here().values())
        with store.reading() as sql:
            name = text(table_or_digits(table_names(sql).get(board, ""), board))
        pairing.pair(store, board, drive, wanted, desk.who)
        return Notice("good", [_("%(table)s is paired. Now unplug it and plug it in again.", table=name)])

    try:
        return await desk.do(form, work)
    except CoreError as error:
        if error.told not in table_words.OF_A_BOX:
            raise
        why = Markup("{}").format(table_words.why_not(desk.language, error))
        raise FieldError({_FIELDS.get(error.told, "board"): why}) from None


async def take_back(desk: Desk, form: Posted) -> str:
    """Take the key of a board back, off its drive too where that is mounted here."""
    _ = desk.words()._
    board = form.raw("board")

    def work(store: Store) -> Notice:
        with store.reading() as sql:
            name = text(table_or_digits(table_names(sql).get(board, ""), board))
        try:
            if pairing.unpair(store, board, drives_here().get(board)):
                said = _("%(table)s is paired no longer. Now unplug it and plug it in again.", table=name)
                return Notice("good", [said])
            return Notice("warn", [_("%(table)s was not paired.", table=name)])
        except CoreError as error:
            if error.told is not told.LINES_STAY:
                raise
            return Notice("warn", [name, Markup("{}").format(table_words.why_not(desk.language, error))])

    return await desk.do(form, work)


ROUTES = [
    shows("/tables/radio", boxes, "tables_radio"),
    fills("/tables/radio/pair", pair, "tables_pair", "tables_radio", boxes),
    takes("/tables/radio/take-back", take_back, "tables_unpair", "tables_radio"),
]
