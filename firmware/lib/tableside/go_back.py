"""Going back from a match without an event to the one before it. Imported when somebody holds UNDO there."""

from shared_rules.journal import record
from shared_rules.journal.replay import WENT_BACK, Replay

if False:  # for mypy alone: see shared_rules/__init__.py
    from tableside.journal import Journal

_CHUNK = 32  # records read at once
# Kinds that stand before the GAME that they belong to, or are kept with it.
_BESIDE = (record.CHOICE, record.ASSIGN, record.LIGHT, record.NAMED)


def go_back(journal: "Journal", at_ms: int) -> Replay | None:
    """Append a BACK and give the Replay that it leads to; None, and nothing is written, where the match before is not
    whole in this journal."""
    since = _beginning(journal)
    if since is None or not journal.free():
        return None
    replay = Replay()
    at = since
    while at < journal.next:
        count = min(_CHUNK, journal.next - at)
        data = journal.read(at, count)
        for i in range(count):
            if journal.sealer.holds(data, i * record.SIZE, at + i):
                replay.feed(at + i, data, i * record.SIZE)
        at += count
    if not replay.can_go_back():
        return None
    journal.go_back(since, at_ms)
    return replay if replay.feed(journal.next - 1, journal.last()) == WENT_BACK else None


def _beginning(journal: "Journal") -> int | None:
    """From where a replay finds the match before as well; None where that is not held any more."""
    given_up = games = 0
    at = journal.next
    while at > journal.oldest:
        first = max(journal.oldest, at - _CHUNK)
        data = journal.read(first, at - first)
        for number in range(at - 1, first - 1, -1):
            offset = (number - first) * record.SIZE
            what = data[offset] if journal.sealer.holds(data, offset, number) else None
            if games == 2 and not (what is not None and (record.SETTING <= what < record.BOOT or what in _BESIDE)):
                return number + 1
            if what == record.BACK:
                given_up += 1
            elif what == record.GAME and given_up:
                given_up -= 1
            elif what == record.GAME:
                games += 1
        at = first
    return journal.oldest if games == 2 else None
