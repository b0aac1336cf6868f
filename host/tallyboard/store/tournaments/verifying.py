"""Holding tournaments against what boards recorded: every result of a board has the figures that its match gives."""

from tallyboard.errors import TallyboardError
from tallyboard.shapes import OtherResult
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.board_results import finished, last_of_boards, untaken
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.tournaments.rows import listed


def other_results(sql: Sql) -> list[OtherResult]:
    """The finished matches of calls whose tournament has no result of them, or another one."""
    found: list[OtherResult] = []
    those = finished(sql) if sql.has("tournaments") else []
    for about in listed(sql):
        some = untaken(sql, about, those)
        if not some:
            continue
        followed = Followed(about)
        try:
            followed.catch_up(sql)
        except TallyboardError:
            continue  # its own damage is told
        entered = last_of_boards(sql, about)
        for one in some:
            last = entered.get(one.match)
            line = one.line(followed.tournament, last)
            if line is not None:  # else its call was taken back
                found.append({"tournament": about.name, "match": one.match, "entered": last, "recorded": line})
    return found


def damaged_tournaments(sql: Sql) -> list[str]:
    """The names of tournaments of which an event is damaged or missing; an id where the name is lost too."""
    known = listed(sql)
    broken = []
    for about in known:
        try:
            Followed(about).catch_up(sql)
        except TallyboardError:
            broken.append(about.name)
    if sql.has("tournaments"):
        sound = {about.id for about in known}
        broken += [str(row[0]) for row in sql.rows("SELECT id FROM tournaments ORDER BY id") if row[0] not in sound]
    return broken
