"""Games, options, orders and times in the reader's language."""

from typing import Any

from shared_rules.games import facts
from tallyboard.store.hubs import Present
from tallyboard.store.orders import Order, State
from tallyboard.text.game_words import game_words
from tallyboard.text.language import Language


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
