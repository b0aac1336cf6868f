"""Holding tournaments against what boards recorded: every result of a board has the figures that its match gives."""

from collections.abc import Sequence

from tallyboard.errors import TallyboardError
from tallyboard.shapes import OtherResult
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.board_results import Finished, finished, last_of_boards, untaken
from tallyboard.store.tournaments.follow import Followed
from tallyboard.store.tournaments.rows import has_its_state, listed, without_row


def checked(sql: Sql) -> tuple[list[OtherResult], list[str]]:
    """The finished matches of calls whose tournament has no result of them, or another one; and the names of
    tournaments of which something is damaged or missing, an id where the name is lost too."""
    results: list[OtherResult] = []
    damaged: list[str] = []
    if not sql.has("tournaments"):
        return results, damaged
    known, those = listed(sql), finished(sql)
    for about in known:
        followed = Followed(about)
        try:
            followed.catch_up(sql)
        except TallyboardError:
            damaged.append(about.name)
        else:
            if not has_its_state(sql, about, len(followed.events)):
                damaged.append(about.name)
            results += _other_results(sql, followed, untaken(sql, about, those))
    names = {about.id: about.name for about in known}
    noted = {names[one] for one, _ in notices.damaged(sql) if one in names}
    return results, [*damaged, *sorted(noted - {*damaged}), *without_row(sql)]


def _other_results(sql: Sql, followed: Followed, some: Sequence[Finished]) -> list[OtherResult]:
    """What the tournament has of these, and what it should have."""
    found: list[OtherResult] = []
    entered = last_of_boards(sql, followed.about) if some else {}
    for one in some:
        last = entered.get(one.match)
        line = one.line(followed.tournament, last)
        if line is not None:  # else its call was taken back
            found.append({"tournament": followed.about.name, "match": one.match, "entered": last, "recorded": line})
    return found
