"""What somebody who looks into a board wants to know of its start. Imported for that, and forgotten."""

from shared_rules import VERSION

if False:  # for mypy alone: see shared_rules/__init__.py
    from tableside.table import Table


def tell(storage: str, table: "Table", stuck: list[str], missing: list[str], port: bool) -> None:
    """Print it. `stuck`: names of keys, `missing`: of displays; `port`: whether there is one for a laptop."""
    print("Tallyboard", VERSION, "on", storage)
    for name in stuck:
        print("Key", name, "is down already; it counts when it was let go.")
    for name in missing:
        print("Display", name, "does not answer; the score goes on without it.")
    if not port:
        print("No data port, so no laptop: boot.py has not run. Unplug the board and plug it in again.")
    if table.journal is None:
        print("The journal's memory (TALLYBOARD_STORAGE, fram or nvm) does not answer; presses are refused meanwhile.")
    elif table.journal.damaged:
        print("Unreadable records in the journal:", table.journal.damaged, "- everything else is kept.")
    if table.chosen_language not in ("", "en", "fr"):
        print("TALLYBOARD_LANGUAGE:", table.chosen_language, "is not spoken here; en and fr are. It is English.")
    if table.fault:
        print("TALLYBOARD_GAME:", table.fault)
