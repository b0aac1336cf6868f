"""A form's order for a table: read, checked, and given where nothing speaks against it or somebody wants it so."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tallyboard.errors import CoreError
from tallyboard.errors import orders as told
from tallyboard.pages.tables.boards import BoardSeen
from tallyboard.pages.tables.game_form import match_form, match_of
from tallyboard.pages.tables.sentences import about_cancel, about_match, about_name
from tallyboard.store import Store, orders
from tallyboard.store.orders import Kind
from tallyboard.store.wanted_match import LIGHTS, NO_MATCH, WantedMatch, table_name
from tallyboard.text.language import Language


class Given(NamedTuple):
    """An order that was typed in. `before`: what is to be known before it is given. `match`: where it is one."""

    kind: Kind
    what: dict[str, Any]
    before: tuple[str, ...]
    match: WantedMatch | None = None

    def give(self, store: Store, board: BoardSeen, who: str) -> None:
        """Give it; the hub that has the board does it."""
        if self.match is not None and self.match.are_cut:
            store.name(self.match.key, self.match.full_names())
        orders.give(store, board.board, board.table or None, [(self.kind, self.what)], who)


def read_order(_: Language, typed: Mapping[str, str], board: BoardSeen, boards: Sequence[BoardSeen]) -> Given:
    """What the form asks for; its field `order` says which form. Raises TallyboardError."""
    asked = typed.get("order", "")
    if asked == "name":
        name = table_name(typed.get("name", ""))
        return Given("name", {"name": name}, tuple(about_name(_, board, name, boards)))
    if asked == "light":
        return Given("light", {"light": _light(typed.get("light", ""))}, ())
    if asked == "cancel":
        return Given("match", NO_MATCH, tuple(about_cancel(_, board)))
    wanted = match_of(_, match_form(_, typed.get("game", ""), typed))
    return Given("match", wanted.order(), tuple(about_match(_, board, wanted)), wanted)


def _light(entered: str) -> int:
    word = entered.strip()
    if word.isascii() and word.isdecimal() and len(word) < 4 and int(word) in LIGHTS:
        return int(word)
    raise CoreError(told.LIGHT, entered=entered, least=LIGHTS[0], most=LIGHTS[-1])
