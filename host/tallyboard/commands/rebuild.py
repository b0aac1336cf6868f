"""`tallyboard rebuild`: the matches anew from the records."""

from tallyboard.commands.common import DB, JSON, print_json

ARGUMENTS = (DB, JSON)


def rebuild(db: str | None = None, as_json: bool = False) -> None:
    """Throw all matches away and compute them anew from the records.

    What can be read of a damaged database is saved into a new one.
    """
    from tallyboard.store.repair.rebuild import rebuild as run
    from tallyboard.terminal.tables import say
    from tallyboard.text.quantities import counted

    rebuilt = run(db)
    if as_json:
        damaged = None if rebuilt.damaged is None else str(rebuilt.damaged)
        print_json({"matches": rebuilt.matches, "damaged": damaged, "records": rebuilt.records})
        return
    matches = counted(rebuilt.matches, "match", "matches")
    if rebuilt.damaged is None:
        say(f"{matches} computed anew.")
    else:
        say(f"{counted(rebuilt.records or 0, 'record', 'records')} saved, {matches} computed from them.")
        say(f"The damaged file is {rebuilt.damaged} now. Sync the boards: they still have their last records.")
