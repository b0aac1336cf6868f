"""A match press by press: what each line says, what no longer stands, and what the score was."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import delete

from shared_rules.games import catalogue
from shared_rules.journal import record
from tallyboard.journal.presses import NOT_COUNTED, Press, any_stands, press_list
from tallyboard.journal.runs import Clock
from tallyboard.shapes import MatchObject
from tallyboard.store import Heard, Store
from tallyboard.store.matches import kept
from tallyboard.store.tables.schema import matches
from tallyboard.text.quantities import utc_text
from tests.harness.paper import Paper, gone_back

NEWEST = catalogue.EDITION


def presses_of(store: Store, paper: Paper, which: int = 0, without: frozenset[int] = frozenset()) -> list[Press]:
    """The presses of the paper's match of this place, of which the store lacks some records."""
    records = [(number, data) for number, data in enumerate(paper.records) if number not in without]
    store.add(Heard("aa", "", "1", paper.epoch, 0, len(paper.records)), records)
    match = store.matches(untouched=True)[which]
    return press_list(match, store.records("aa", 7), store.next_match("aa", 7, match["first_seq"]))


def lines(presses: list[Press]) -> list[str]:
    """`event (note)`, in brackets where it no longer stands, and the totals behind it."""
    told = []
    for press in presses:
        text = f"{press.event} ({press.note})" if press.note else press.event
        text = f"[{text}]" if press.undone or press.cut else text
        told.append(" ".join([text.strip(), *[f"{total}" for total in press.totals.values()]]))
    return told


def test_what_was_pressed_and_what_it_did(store: Store) -> None:
    paper = Paper(edition=NEWEST).boot().start("washers-ritzenthaler target=4", first=1)
    paper.press("B 3", "A 3", "B 2", "undo", "B dead", "next", "A 3", "A 3")
    assert lines(presses_of(store, paper)) == [
        "(B is first)",
        *["B 3 0 3", "A 3 (cancels) 0 0", "[B 2] 0 2", "undo 0 0", "B dead 0 0", "next (awarded 0 : 0) 0 0"],
        *["A 3 3 0", "A 3 (bust) 0 0"],
    ]


def test_a_result_is_told_with_what_it_brought(store: Store) -> None:
    paper = Paper().boot().start("crokinole-official target=20", first=1).press("A 20", "A 5", "undo", "next")
    presses = presses_of(store, paper)
    assert lines(presses) == ["first B 0 0", "A 20 0 0", "[A 5] 0 0", "undo 0 0", "next (awarded 20 : 0) 20 0"]
    assert [press.raw for press in presses[1:4]] == [{"A": 20, "B": 0}, {"A": 25, "B": 0}, {"A": 20, "B": 0}]
    assert [press.ms for press in presses] == [500, 1500, 2500, 3500, 4500]
    assert presses[2].as_json() == {
        "seq": 7,
        "ms": 2500,
        "at": None,
        "event": "A 5",
        "undone": True,
        "cut": False,
        "note": "",
        "totals": {"A": 0, "B": 0},
        "raw": {"A": 25, "B": 0},
    }
    assert any_stands(presses)
    assert not any_stands([presses[2], presses[3], Press(9, 0, event="A 20", note=NOT_COUNTED)])
    assert not any_stands([Press(1, 0, event="A 20", cut=True), Press(2, 0, note="power on")])


@pytest.mark.parametrize(
    ("reset", "safe_mode", "says"),
    [
        *[(0, 0, "power on"), (1, 0, "power on"), (2, 0, "power on"), (99, 0, "power on"), (9, 0, "power on")],
        (6, 0, "the firmware hung and was restarted"),
        (8, 0, "the firmware was started anew"),
        (1, 1, "power on, after safe mode (brownout)"),
        (1, 4, "power on, after safe mode (hard fault)"),
        (6, 17, "the firmware hung and was restarted, after safe mode (watchdog)"),
        (1, 18, "power on"),
    ],
)
def test_why_a_board_started(store: Store, reset: int, safe_mode: int, says: str) -> None:
    paper = Paper().boot().start("twenties-shootout").press("A 20")
    paper.append(record.BOOT, record.FORMAT, reset, safe_mode)
    paper.press("B 20")
    assert lines(presses_of(store, paper)) == ["A 20 0 0", f"({says})", "B 20 0 0"]


def test_the_numbers_of_reasons_stay_what_they_are_in_journals() -> None:
    from shared_rules.journal.reasons import RESETS, SAFE_MODES

    assert [RESETS[at] for at in (0, 1, 2, 3, 5, 6, 8)] == [
        *("UNKNOWN", "POWER_ON", "BROWNOUT", "SOFTWARE", "RESET_PIN", "WATCHDOG", "RELOAD")
    ]
    assert (SAFE_MODES[0], SAFE_MODES[1], SAFE_MODES[12], SAFE_MODES[16]) == (
        *("NONE", "BROWNOUT", "STACK_OVERFLOW", "USER"),
    )


def test_what_else_the_journal_tells(store: Store) -> None:
    paper = Paper(edition=NEWEST).boot().start("twenties-shootout").press("A 20")
    paper.text(record.FAULT_TEXT, "views:7 KeyError")
    paper.append(record.FAULT, 1, 2, 3)
    paper.assign("twenties-shootout", "r1", "Ann", "", "Cy").cancel()
    paper.assign("twenties-shootout", "r1")
    paper.text(record.TABLE, "Hall")
    paper.append(record.NAMED, 1, 2, 3)
    paper.append(record.LIGHT, 5, 0, 0)
    paper.append(record.FAULT, 1, 2, 3)
    assert lines(presses_of(store, paper)) == [
        "A 20 0 0",
        "(the firmware met an error: views:7 KeyError)",
        "(the next match was assigned: Ann - Cy)",
        "(the next match was no longer assigned)",
        "(the next match was assigned: )",
        "(the firmware met an error: )",
    ]


def test_a_match_that_went_on_behind_another(store: Store) -> None:
    paper = gone_back()
    presses = presses_of(store, paper)
    assert [press.note for press in presses if press.note] == [
        *("awarded 0 : 1", "another match was started", "back to this match", "awarded 2 : 1")
    ]


def test_a_way_back_that_is_none(store: Store) -> None:
    paper = Paper(edition=NEWEST).boot().start("twenties-shootout").press("A 20").back()
    assert lines(presses_of(store, paper))[-1] == "(not counted: back to the match before)"


def test_damage_that_the_board_found(store: Store) -> None:
    paper = Paper().boot().start("twenties-shootout", first=1).press("A 20", "B 20", "undo", "A 20", "undo", "undo")
    paper.cut(3).press("undo", "B 20")
    presses = presses_of(store, paper)
    at = paper.records.index(paper.records[-3])
    assert lines(presses)[-3:] == [
        f"(the board found a damaged record and went on from before record {at - 3})",
        "undo 0 0",
        "B 20 0 0",
    ]
    assert [(press.event, press.undone, press.cut) for press in presses[:-3]] == [
        ("first B", False, False),
        ("A 20", True, False),
        ("B 20", True, False),
        ("undo", False, False),
        ("A 20", True, True),
        ("undo", False, True),
        ("undo", False, True),
    ]


@pytest.mark.parametrize(
    ("gone", "says"), [({8}, "record 8 is missing"), ({8, 9}, "records 8 to 9 are missing"), ({8, 9, 10}, None)]
)
def test_records_that_are_missing(store: Store, gone: set[int], says: str | None) -> None:
    paper = Paper().boot().start("twenties-shootout").press(*["A 20"] * 7)
    presses = presses_of(store, paper, without=frozenset(gone))
    found = [press.note for press in presses if "missing" in press.note]
    assert found == [says or "records 8 to 10 are missing"]
    behind = presses[[press.note for press in presses].index(found[0]) + 1 :]
    assert behind
    assert all((press.note, press.ms, press.totals, press.raw) == (NOT_COUNTED, None, {}, {}) for press in behind)


def test_an_event_of_a_newer_firmware(store: Store) -> None:
    paper = Paper().boot().start("twenties-shootout").press("A 20")
    paper._timed(31 << 2 | 3, 7, 500)
    assert lines(presses_of(store, paper))[-1] == f"event {31 << 10 | 3 << 8 | 7} ({NOT_COUNTED})"


def test_board_time_and_utc() -> None:
    paper = Paper().boot().start("twenties-shootout", ms=1000).press("A 20", ms=500).time(60).press("A 20", ms=250)
    paper.time(120).press("A 20", ms=16)
    clock = Clock()
    seen = []
    for number, data in enumerate(paper.records):
        clock.feed(number, data)
        seen.append((clock.ms, clock.power_on))
    assert [ms for ms, _ in seen] == [0, *[0] * (len(seen) - 7), 1000, 1500, 1500, 1750, 1750, 1766]
    dated = [power_on.date(ms) for ms, power_on in seen]
    assert dated[0] == "2026-01-01T00:01:00Z"
    assert dated[-4:] == [
        *("2026-01-01T00:01:01Z", "2026-01-01T00:01:01Z", "2026-01-01T00:02:01Z", "2026-01-01T00:02:01Z")
    ]
    assert clock.power_on.date(None) is None
    clock.feed(99, paper.records[-1])
    assert clock.ms is None
    assert clock.power_on.date(5) is None
    assert clock.power_on.zero is None


def test_a_moment_is_written_in_utc() -> None:
    assert utc_text(datetime(2026, 11, 21, 16, 0, 5, 123_000, tzinfo=UTC)) == "2026-11-21T16:00:05Z"
    assert utc_text(datetime(2026, 11, 21, 16, 0, 5, 123_000, tzinfo=UTC), "milliseconds") == "2026-11-21T16:00:05.123Z"


def _evening(store: Store) -> list[MatchObject]:
    """Forty short matches of a board."""
    paper = Paper(7).boot()
    for _ in range(40):
        paper.start("crokinole-official target=40").press("A 20", "A 20", "next")
    store.add(Heard("b0", "Table 3", "", 7, 0, len(paper.records)), list(enumerate(paper.records)))
    return store.matches()


def _entered(store: Store, match: MatchObject) -> list[str]:
    return [press.event for press in store.presses(match) if press.event]


def test_one_match_is_looked_at_alone_however_many_there_are(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    every, seen, check = _evening(store), set(), kept.check

    def noting(*values: object) -> int:
        seen.add(values[0])
        return check(*values)

    monkeypatch.setattr(kept, "check", noting)
    one = store.match(every[20]["match"])
    assert one == every[20]
    assert _entered(store, one) == ["A 20", "A 20", "next"]
    assert seen == {one["match"]}


@pytest.mark.parametrize("lost", [20, 21])
def test_a_kept_match_that_is_lost_is_no_part_of_the_one_before(store: Store, lost: int) -> None:
    every = _evening(store)
    with store.writing() as writing:
        writing.connection.execute(delete(matches).where(matches.c.id == every[lost]["match"]))
    one = store.match(every[20]["match"])
    assert one == every[20]
    assert _entered(store, one) == ["A 20", "A 20", "next"]
