"""What must be so at the end of a rehearsal. The truth is what was pressed at the tables and what their players
counted; the database, the desk and what is computed from them are held against it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from shared_rules.journal import record
from tallyboard.desk import as_object, events, lines, read_script
from tallyboard.errors import TallyboardError
from tallyboard.rehearsal.board_table import BoardTable, CountedFigures
from tallyboard.rehearsal.day import RehearsalDay
from tallyboard.shapes import RehearsedCheck
from tallyboard.store import Reader, read_store, tournaments
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import Followed
from tallyboard.store.tournaments.appending import BOARD
from tallyboard.store.tournaments.board_results import Finished, finished, untaken
from tallyboard.store.verify import verify
from tallyboard.text.language import _, later

PRESSES = later("every press is in the database once")
MATCHES = later("every match that was played is in the database, with the figures that its players counted")
VERIFIED = later("every match is what its records give")
RESULTS = later("every result of the desk is what its board recorded")
SCRIPT = later("the exported script computes the same tournament")
DISPLAYS = later("the boxes showed what was played")
READABLE = later("the database can be read")
HUB = later("the hub had nothing to complain of")


def checked(day: RehearsalDay, hub_end: str) -> list[RehearsedCheck]:
    """All checks; `hub_end`: what was wrong with the end of the hub, "" for nothing."""
    try:
        with read_store(day.organiser.db) as reader:
            sound = list(verified(reader))
            with reader.reading() as sql:
                followed = tournaments.followed(sql)
                recorded = finished(sql)
                entered = _entered(sql)
                left = [
                    _("The desk has not got match %(match)s.", match=one.match)
                    for one in untaken(sql, followed.about, recorded)
                ]
        figures = {key: figures for table in day.tables for key, figures in table.counted.items()}
        return [
            check(PRESSES, presses_wrong(day.tables, entered)),
            check(MATCHES, matches_wrong(figures, recorded, _corrected_keys(followed, recorded, day.corrected))),
            check(VERIFIED, sound),
            check(RESULTS, [*results_wrong(followed, recorded), *left]),
            check(SCRIPT, script_wrong(followed)),
            check(DISPLAYS, [wrong for table in day.tables for wrong in table.wrong]),
            check(HUB, _complaints(day, hub_end)),
        ]
    except TallyboardError as error:
        return [check(READABLE, [str(error)])]


def is_settled(day: RehearsalDay) -> bool:
    """Whether every press is in the database, and the desk has everything that the boards recorded and somebody
    corrected. The champion may be known before the match for the third place has come."""
    with read_store(day.organiser.db) as reader, reader.reading() as sql:
        stored = _entered(sql)
        has_come = all(len(stored.get(table.board, ())) >= len(table.entered) for table in day.tables)
        return has_come and not untaken(sql, day.organiser.followed.about, finished(sql))


def check(what: str, wrong: Iterable[str]) -> RehearsedCheck:
    """That this holds, but for what is wrong with it, in sentences."""
    found = list(wrong)
    return {"what": _(what), "holds": not found, "wrong": found}


# ---- presses and matches


def _entered(sql: Sql) -> dict[str, list[int]]:
    """By board the events that are stored, in order."""
    found: dict[str, list[int]] = {}
    for board, data in sql.rows("SELECT board, data FROM records ORDER BY board, epoch, seq"):
        if data[0] < record.SETTING:
            found.setdefault(board, []).append(record.event_of(data))
    return found


def presses_wrong(tables: Sequence[BoardTable], stored: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """What is stored of a table otherwise than it was pressed."""
    for table in tables:
        has = list(stored.get(table.board, ()))
        if has != table.entered:
            same = next((n for n, (a, b) in enumerate(zip(has, table.entered, strict=False)) if a != b), len(has))
            yield (
                _(
                    "At table %(table)s %(entered)s presses counted, and %(stored)s are stored; they "
                    "differ from press %(first)s on.",
                    table=table.name,
                    entered=len(table.entered),
                    stored=len(has),
                    first=min(same, len(table.entered)) + 1,
                )
            )


def key_of(one: Finished) -> str:
    """The key of a match as it was assigned; all of a rehearsal are called."""
    assert one.key is not None
    return f"{one.key.tournament}-{one.key.number}.{one.key.game}"


def _corrected_keys(followed: Followed, recorded: Sequence[Finished], corrected: set[str]) -> set[str]:
    """Those of matches whose figures somebody has corrected."""
    calls = {key_of(one): followed.tournament.call_of_event(one.key.number) for one in recorded if one.key}
    return {key for key, call in calls.items() if call is not None and call.match in corrected}


def matches_wrong(
    counted: Mapping[str, CountedFigures], recorded: Sequence[Finished], corrected: set[str]
) -> Iterator[str]:
    """What the database has of the matches that were played otherwise than their players."""
    by_key = {key_of(one): one for one in recorded}
    for key, times in Counter(map(key_of, recorded)).items():
        if times > 1:
            yield _("The match of the call %(key)s is there %(times)s times.", key=key, times=times)
    for key, figures in counted.items():
        one = by_key.pop(key, None)
        if one is None:
            yield _("The match of the call %(key)s was played, and is lost.", key=key)
        elif key not in corrected and _figures(one) != figures:
            yield _(
                "The match of the call %(key)s was played %(figures)s, and is %(stored)s in the database.",
                key=key,
                figures=figures,
                stored=_figures(one),
            )
    for key in by_key:
        yield _("The match of the call %(key)s is in the database, and nobody played it.", key=key)


def _figures(one: Finished) -> CountedFigures:
    winner = one.won
    if winner is None and one.scores[0] != one.scores[1]:
        winner = 0 if one.scores[0] > one.scores[1] else 1
    return CountedFigures(one.scores, one.twenties, winner)


def verified(reader: Reader) -> Iterator[str]:
    """What `verify` finds in this database."""
    found = verify(reader)
    for kind in ("damaged", "conflicts", "differences", "damaged_corrections", "incomplete", "gaps", "unreadable"):
        some = getattr(found, kind)
        if some:
            yield _("`tallyboard verify` finds %(what)s: %(first)s.", what=kind.replace("_", " "), first=some[0])


# ---- the desk


def results_wrong(followed: Followed, recorded: Sequence[Finished]) -> Iterator[str]:
    """Results of boards at the desk that are not what the boards' matches are."""
    by_match = {one.match: one for one in recorded}
    last: dict[str, str] = {}
    for event in followed.events:
        said = lines.read(event.line)
        if isinstance(said, events.Result) and event.who == BOARD:
            last[event.line.split()[-1]] = event.line
    for match, line in last.items():
        one = by_match.get(match)
        if one is None:
            yield _(
                "The desk has a result of match %(match)s, which no board recorded: %(line)s.", match=match, line=line
            )
        elif one.line(followed.tournament, None) != line:
            yield _(
                "The desk has %(line)s, and the board's match is %(recorded)s.",
                line=line,
                recorded=one.line(followed.tournament, None),
            )


def script_wrong(followed: Followed) -> Iterator[str]:
    """Whether the script computes something else."""
    computed = as_object(read_script(tournaments.script(followed)))
    stands = as_object(followed.tournament)
    for key in stands:
        if computed[key] != stands[key]:  # type: ignore[literal-required]
            yield _("The script computes other %(key)s.", key=key)


# ---- the hub


def _complaints(day: RehearsalDay, hub_end: str) -> Iterator[str]:
    if hub_end:
        yield hub_end
    for said in day.hub.said():
        if said["event"] == "alarm" or (said["event"] == "call" and said["state"] in ("failed", "refused")):
            yield _("The hub told: %(said)s.", said=said)
