"""`tallyboard verify`: recompute everything from the records."""

from contextlib import closing

from tallyboard.terminal.tables import print_json


def verify(db: str | None = None, as_json: bool = False) -> int:
    """Check every record and compute every match anew."""
    from tallyboard.store import read_store
    from tallyboard.store.verdict import verdict
    from tallyboard.store.verify import verify as look
    from tallyboard.terminal.streams import progress

    with closing(read_store(db)) as store:
        findings = look(store, progress("Record"))
    if as_json:
        print_json(findings.as_json())
    else:
        from tallyboard.terminal.tables import say

        for line in verdict(findings):
            say(line)
    return 0 if findings.sound else 1
