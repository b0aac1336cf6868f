"""What every page of a tournament's desk has around it: the tabs, and what it follows."""

from typing import Any

from starlette.responses import Response
from starlette.routing import NoMatchFound

from tallyboard.pages.desk.asked import BLANK, Desk, Returned
from tallyboard.pages.tournaments import Seen


def framed(desk: Desk, seen: Seen, template: str, tab: str, returned: Returned = BLANK, **data: Any) -> Response:
    """A page of this tournament; `returned`: its form, where one came back."""
    _ = desk.words()._
    tabs = [
        ("desk_day", _("The day"), 0),
        ("desk_entrants", _("Entrants"), 0),
        ("desk_phases", _("Phases"), 0),
        ("desk_results", _("Matches"), 0),
        ("desk_flags", _("Flags"), len(seen.computed["flags"]) + len(seen.doubts)),
        ("desk_boards", _("From boxes"), 0),
        ("desk_log", _("Log"), 0),
        ("desk_papers", _("Paper"), 0),
    ]
    around: dict[str, Any] = {"seen": seen, "t": seen.id, "tab": tab, "tabs": tabs, "words": desk.words(seen)}
    around |= {"given": returned.given, "errors": returned.errors, "stale": returned.stale}
    around |= {"fresh": "", "follow_url": _stream(desk, seen)}
    return desk.page(template, returned.status, **{**around, **data})


def _stream(desk: Desk, seen: Seen) -> str:
    try:
        return desk.links.url("stream", {"t": seen.id})
    except NoMatchFound:  # an app without a stream
        return ""
