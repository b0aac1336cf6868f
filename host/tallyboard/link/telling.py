"""Telling a board what somebody wants of it; what it makes of that, in words."""

from collections.abc import Mapping
from typing import Any

from tallyboard.errors import TallyboardError
from tallyboard.link.client import BoardRefusedError, Client, TooOldError


class TooLongError(TallyboardError):
    """No board can be told that much at once."""


REFUSALS = (BoardRefusedError, TooOldError, TooLongError)


def told(client: Client, kind: str, what: Mapping[str, Any]) -> str:
    """Tell the board; what it makes of it. `kind` and `what` are those of an order, see orders.Order.

    Raises one of REFUSALS where it will not do it; another TallyboardError where it went away.
    """
    if kind == "match":
        return _cancelled(client) if what["key"] is None else _assigned(client, what)
    client.setup(what.get("name"), what.get("light"))
    if kind == "light":
        return f"its light is {what['light']} now"
    return f"it is called {what['name']} now" if what["name"] else "it is called as its settings say again"


def _assigned(client: Client, what: Mapping[str, Any]) -> str:
    try:
        client.assign(what["key"], what["line"], what["names"], what["first"])
    except ValueError as error:
        raise TooLongError(f"It does not fit: {error}.", "Give shorter names or fewer options.") from None
    key, state = what["key"], client.state()
    if state["waits"] or state["key"] is None:
        return f"NEXT starts the match {key}"
    if state["key"] == key:
        return f"the match {key} waits for the end of the one that is on"
    return f"the match {key} was started before"


def _cancelled(client: Client) -> str:
    waited = client.state()["key"]
    client.cancel()
    return f"the match {waited} waits no longer" if waited else "no match waited"
