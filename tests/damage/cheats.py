"""Command lines that cheat, to be caught by the campaign: each goes around the true one and knows no insides of it."""

import contextlib
import json
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

Main = Callable[[], None]


def played(cheat: str, main: Main) -> None:
    """Run `main` as the cheat of this name would, "" for truly."""
    if cheat:
        CHEATS[cheat].run(main)
    else:
        main()


def _database() -> Path:
    return Path(sys.argv[sys.argv.index("--db") + 1])


def _rows(question: str) -> list[tuple[str, ...]]:
    """What is in the file, or nothing."""
    if not _database().is_file():
        return []
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{_database()}?mode=ro", uri=True)) as db:
        return db.execute(question).fetchall()
    return []


def _results_unchecked(main: Main) -> None:
    """`results --json` prints the rows of matches as they are stored, as far as they are objects."""
    if sys.argv[1] != "results" or "--json" not in sys.argv:
        main()
        return
    for (text,) in _rows("SELECT result FROM matches"):
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            match = json.loads(text)
            if isinstance(match, dict) and not match.get("untouched"):
                match.pop("untouched", None)
                print(json.dumps(match))


def _commits_nothing(main: Main) -> None:
    """`sync` acknowledges and says what it received, of a copy of the store that is thrown away then."""
    if sys.argv[1] != "sync" or not _database().is_file():
        main()
        return
    copy = _database().with_name("thrown-away.db")
    shutil.copyfile(_database(), copy)
    sys.argv[sys.argv.index("--db") + 1] = str(copy)
    try:
        main()
    finally:
        for path in copy.parent.glob(f"{copy.name}*"):
            path.unlink()


def _refresh_raises(main: Main) -> None:
    """`sync` reads the rows of matches before anything else, and raises where one is damaged."""
    if sys.argv[1] == "sync":
        for (text,) in _rows("SELECT result FROM matches"):
            assert json.loads(text)["totals"] is not None
    main()


def _rebuild_forgets(main: Main) -> None:
    """`rebuild` leaves the last match out."""
    try:
        main()
    finally:
        if sys.argv[1] == "rebuild":
            with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(_database())) as db:
                db.execute("DELETE FROM matches WHERE rowid = (SELECT max(rowid) FROM matches)")
                db.commit()


def _rebuild_tidies(main: Main) -> None:
    """`rebuild` throws a sound record away too."""
    try:
        main()
    finally:
        if sys.argv[1] == "rebuild":
            with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(_database())) as db:
                db.execute("DELETE FROM records WHERE rowid = (SELECT max(rowid) FROM records)")
                db.commit()


def _readers_create(main: Main) -> None:
    """A reader makes the file that it is told to read."""
    if sys.argv[1] in ("results", "verify", "export", "show", "doctor") and not _database().exists():
        with contextlib.suppress(OSError):
            _database().touch()
    main()


def _readers_write(main: Main) -> None:
    """`verify` notes in the file that it has been there."""
    if sys.argv[1] == "verify":
        with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(_database())) as db:
            (seen,) = db.execute("PRAGMA user_version").fetchone()
            db.execute(f"PRAGMA user_version = {seen + 1 & 0x7FFFFFFF}")
    main()


def _prints_raw(main: Main) -> None:
    """`results` begins with the names of the tables, as they are."""
    if sys.argv[1] == "results" and "--json" not in sys.argv:
        for (name,) in _rows("SELECT table_name FROM boards"):
            print(name)
    main()


def _never_succeeds(main: Main) -> None:
    """`sync` does what it should, and says that it did not."""
    try:
        main()
    finally:
        if sys.argv[1] == "sync":
            print("It did not work.\nTry again.", file=sys.stderr)
            sys.exit(2)


def _tournaments_unchecked(main: Main) -> None:
    """`tournament export --script` prints what stands in the table, sound or not."""
    if sys.argv[1:4] != ["tournament", "export", "--script"]:
        main()
        return
    its = f"= '{sys.argv[sys.argv.index('--tournament') + 1]}' "
    began = _rows(f"SELECT first_line FROM tournaments WHERE id {its}")
    for (line,) in [*began, *_rows(f"SELECT line FROM tournament_events WHERE tournament {its} ORDER BY number")]:
        print(ascii(line)[1:-1])


def _verify_passes_tournaments(main: Main) -> None:
    """`verify` says nothing of tournaments and corrections."""
    if sys.argv[1] == "verify":
        from tallyboard.store import corrections
        from tallyboard.store.tournaments import board_results

        board_results.__dict__.update(listed=lambda sql: [], without_row=lambda sql: [])
        corrections.__dict__["damaged"] = lambda sql: []
    main()


def _rebuild_ends_early(main: Main) -> None:
    """`rebuild` leaves the last event of each tournament out."""
    try:
        main()
    finally:
        if sys.argv[1] == "rebuild":
            with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(_database())) as db:
                last = "SELECT tournament, max(number) FROM tournament_events GROUP BY tournament"
                db.execute(f"DELETE FROM tournament_events WHERE (tournament, number) IN ({last})")
                db.execute("UPDATE tournaments SET last = last - 1")
                db.commit()


class Cheat(NamedTuple):
    """What is run in the place of the true command line, and the damage that it meets in every schedule."""

    run: Callable[[Main], None]
    kinds: tuple[str, ...] = ()


CHEATS = {
    "results-are-not-checked": Cheat(_results_unchecked, ("matches doubled", "results replaced")),
    "sync-commits-nothing": Cheat(_commits_nothing, ("records deleted",)),
    "sync-stumbles-over-matches": Cheat(_refresh_raises, ("results replaced",)),
    "sync-never-succeeds": Cheat(_never_succeeds, ("matches deleted",)),
    "rebuild-forgets-a-match": Cheat(_rebuild_forgets, ("matches deleted",)),
    "rebuild-throws-a-record-away": Cheat(_rebuild_tidies, ("matches deleted",)),
    "readers-create-the-file": Cheat(_readers_create, ("matches deleted",)),
    "readers-write": Cheat(_readers_write, ("matches deleted",)),
    "tournaments-are-not-checked": Cheat(_tournaments_unchecked, ("events' lines",)),
    "verify-passes-tournaments": Cheat(_verify_passes_tournaments, ("events swapped", "corrections replaced")),
    "rebuild-drops-the-last-events": Cheat(_rebuild_ends_early, ("events' lines",)),
    "names-are-printed-raw": Cheat(_prints_raw, ("hostile names",)),
}
