"""`tallyboard rebuild`: the matches anew from the records."""

from tallyboard.commands import EXIT_DONE
from tallyboard.terminal.tables import print_json


def rebuild(db: str | None = None, as_json: bool = False) -> int:
    """Throw all matches away and compute them anew from the records."""
    from tallyboard.store.rebuilding import rebuild as run
    from tallyboard.terminal.tables import say
    from tallyboard.text.quantities import counted

    rebuilt = run(db)
    if as_json:
        damaged = None if rebuilt.damaged is None else str(rebuilt.damaged)
        lost = [{"tournament": one.tournament, "events": one.events} for one in rebuilt.losses]
        told = {"matches": rebuilt.matches, "damaged": damaged, "records": rebuilt.records}
        print_json({**told, "doubtful": rebuilt.doubtful, "lost": lost})
        return 1 if lost else EXIT_DONE
    matches = counted(rebuilt.matches, "match", "matches")
    if rebuilt.damaged is None:
        say(f"{matches} computed anew.")
    else:
        say(f"{counted(rebuilt.records or 0, 'record', 'records')} saved, {matches} computed from them.")
        say(f"The damaged file is {rebuilt.damaged} now. Sync the boards: they still have their last records.")
    if rebuilt.doubtful:
        records = counted(rebuilt.doubtful, "more record is", "more records are")
        say(f"{records} sound, but nothing tells of which board: left in that file. A sync, or a copy, may bring them.")
    for one in rebuilt.losses:
        events = counted(one.events, "event is", "events are")
        say(f"The tournament {one.tournament} was damaged: {events} lost or not in force, see its log.")
    if rebuilt.losses:
        say("`tallyboard copy` from a backup, or from another laptop, brings them back: do that before you go on.")
    return 1 if rebuilt.losses else EXIT_DONE
