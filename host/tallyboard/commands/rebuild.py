"""`tallyboard rebuild`: the matches anew from the records."""

from contextlib import closing

from tallyboard.commands.common import DB, JSON, print_json

ARGUMENTS = (DB, JSON)


def rebuild(db: str | None = None, as_json: bool = False) -> None:
    """Throw all matches away and compute them anew from the records, which are kept."""
    from tallyboard.store import open_store
    from tallyboard.text import counted

    with closing(open_store(db)) as store:
        matches = store.rebuild()
    if as_json:
        print_json({"matches": matches})
    else:
        print(f"{counted(matches, 'match', 'matches')} computed anew.")
