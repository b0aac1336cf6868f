"""What the laptops made of the records: matches press by press, against what was logged at the chip."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from shared_rules.games.result import result
from shared_rules.journal import record
from tallyboard.journal.presses import press_list
from tallyboard.shapes import RecordedMatch
from tallyboard.store.verify import verify
from tests.link.history import History
from tests.link.laptop import Laptop
from tests.link.oracle import ALTERED, LOST, TWICE, BrokenError, Oracle
from tests.link.table import TableEnd


def check(oracle: Oracle, laptops: Sequence[Laptop], board: TableEnd, tally: Counter[str]) -> None:
    """Raises BrokenError where a store is not sound, a press is there twice or not at all, or two results differ."""
    whole: list[dict[str, Any]] = []
    for laptop in laptops:
        found = verify(laptop.store.true)
        if not found.sound or found.conflicts:
            raise BrokenError(ALTERED, f"{laptop.name}'s store is not sound: {found}")
        results = laptop.store.matches(untouched=True)
        _judge(oracle, laptop, results)
        whole.append(_whole(oracle, laptop, results, tally))
        _live(board, laptop, results, oracle)
    for match_id in sorted(whole[0].keys() & whole[1].keys()):
        one, other = whole[0][match_id], whole[1][match_id]
        for key in sorted(one.keys() | other.keys()):
            # Its time comes from records before and behind it, which only one of them may have.
            unknown = key == "started" and None in (one[key], other[key])
            if one.get(key) != other.get(key) and not unknown:
                raise BrokenError(ALTERED, f"{key} of {match_id} is {one.get(key)} here and {other.get(key)} there")


def _whole(
    oracle: Oracle, laptop: Laptop, results: list[dict[str, Any]], tally: Counter[str]
) -> dict[str, dict[str, Any]]:
    """The matches of which this laptop has every record, by id; their presses are counted."""
    whole = {}
    rows = laptop.committed()
    for at, match in enumerate(results):
        epoch, first = match["epoch"], match["first_seq"]
        follows = results[at + 1] if at + 1 < len(results) else None
        end = follows["first_seq"] if follows and follows["epoch"] == epoch else None
        logged = oracle.epochs[epoch].records
        numbers = [n for n in sorted(logged) if n >= first and (end is None or n < end)]
        held = rows.get(epoch, {})
        if any(number not in held for number in numbers):
            continue
        after = results[at + 2] if at + 2 < len(results) else None
        until = after["first_seq"] if after and after["epoch"] == epoch else None
        lacks = [n for n in logged if n >= first and (until is None or n < until) and n not in held]
        begun = any(end is not None and end <= n < min(lacks, default=n) and _is_press(logged[n]) for n in held)
        if lacks and (match["status"] == "incomplete" or not begun):
            tally["doubted"] += 1  # it may have gone on among what is missing of the next one
            continue
        whole[match["match"]] = match
        tally["whole matches"] += 1
        presses = press_list(cast(RecordedMatch, match), sorted(held.items()), end)
        seen = [press.seq for press in presses if press.event]
        expected = [n for n in numbers if _is_press(logged[n])]
        if len(set(seen)) < len(seen):
            raise BrokenError(TWICE, f"{laptop.name} has a press twice in {match['match']}")
        if seen != expected:
            raise BrokenError(LOST, f"{laptop.name} shows the presses {seen} of {match['match']}, not {expected}")
    return whole


def _is_press(data: bytes) -> bool:
    """Whether the record is an event."""
    return data[0] < record.SETTING


def _judge(oracle: Oracle, laptop: Laptop, results: list[dict[str, Any]]) -> None:
    """Of each epoch that the laptop has whole: which matches there are, under which key, and what stands in them, by
    another reading of the log."""
    rows = laptop.committed()
    for epoch, known in oracle.epochs.items():
        if known.records.keys() - rows.get(epoch, {}).keys() or len(known.records) <= max(known.records, default=-1):
            continue
        there = {match["first_seq"]: match for match in results if match["epoch"] == epoch}
        due = {played.first: played for played in History.of(known.records.items()).matches}
        if there.keys() != due.keys():
            raise BrokenError(
                ALTERED, f"{laptop.name} has matches at {sorted(there)} of {epoch:08x}, not {sorted(due)}"
            )
        for first, match in there.items():
            expected = due[first].match()
            totals = dict(zip(match["sides"], expected.totals, strict=True))
            told = (match["key"], match["status"] == "finished", match["totals"])
            if told != (due[first].key or None, expected.finished, totals):
                raise BrokenError(ALTERED, f"{laptop.name} has {told} of the match at {first} of {epoch:08x}")


def _live(board: TableEnd, laptop: Laptop, results: list[dict[str, Any]], oracle: Oracle) -> None:
    """The score at the table is the one on the laptop."""
    match = board.table.match
    last = results[-1] if results and results[-1]["epoch"] == oracle.epoch else None
    if match is None or last is None or last["status"] == "incomplete":
        return
    shown = result(match)
    for key in ("game", "totals", "twenties", "rounds", "current", "winners"):
        if shown[key] != last[key]:
            raise BrokenError(ALTERED, f"the table shows {key} {shown[key]}, {laptop.name} {last[key]}")
