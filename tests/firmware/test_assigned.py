"""A match that the laptop wants played at this table: shown, started with NEXT, kept through a power cut."""

import pytest

from shared_rules import errands, frame, questions
from shared_rules.replay import Replay
from tableside import moving
from tableside.link import Link
from tests.firmware.bench import Bench
from tests.firmware.test_link import Port, answers

LINE = "washers-ritzenthaler target=5"
NAMES = ("Ann", "Émile Gagné")


def assign(bench, key="final", line=LINE, names=NAMES):
    """The reply to an ASSIGN: ASSIGNED, or the sentence of a NO."""
    port = Port()
    link = Link(port, bench.table, dict, bench.screen)
    ((kind, _, body),) = answers(port, link, (frame.ASSIGN, 3, errands.assign(key, line, names)))
    bench.wait(1)
    return kind if kind == frame.ASSIGNED else questions.read_no(body)[1]


def read(bench, ms=10_000):
    """Every window of the status in this time."""
    seen = [bench.status]
    for _ in range(ms):
        bench.wait(1)
        if bench.status != seen[-1]:
            seen.append(bench.status)
    return seen


def test_the_names_go_round_on_the_status():
    bench = Bench()
    assert assign(bench) == frame.ASSIGNED
    assert bench.status == "ANN "
    seen = read(bench)
    text = seen[0] + "".join(window[-1] for window in seen[1:])
    assert text.startswith("ANN - EMILE GAGNE   ANN ")


def test_next_starts_it_and_its_names_and_key_stand_in_the_journal():
    bench = Bench()
    assign(bench)
    bench.press("NEXT")
    assert bench.match.ID == "washers-ritzenthaler"
    assert bench.match.options["target"] == 5
    assert bench.status == "R 1 "
    replay = Replay()
    journal = bench.table.journal
    for seq in range(journal.next):
        replay.feed(seq, journal.read(seq, 1))
    assert (replay.key, replay.names) == ("final", (*NAMES, ""))
    assert replay.assigned is None


def test_it_waits_through_a_power_cut_and_through_a_start_that_was_cut_off():
    bench = Bench()
    assign(bench)
    again = Bench(chip=bench.chip)
    assert again.status == "ANN "
    again.press("NEXT")
    assert again.match.ID == "washers-ritzenthaler"
    after = Bench(chip=again.chip)
    assert after.match.ID == "washers-ritzenthaler"
    assert after.status == "R 1 "
    assert assign(after) == frame.ASSIGNED  # the same key: it is on already
    assert after.status == "R 1 "


def test_a_game_that_was_changed_in_the_settings_does_not_push_it_aside():
    bench = Bench("twenties-shootout")
    bench.press("A1 NEXT")
    assign(bench)
    again = Bench("crokinole-official", bench.chip)
    assert again.table.waits()
    again.hold("NEXT")
    assert again.match.ID == "washers-ritzenthaler"


def test_it_is_refused_during_a_match_and_taken_before_and_after_one():
    bench = Bench("twenties-shootout")
    bench.press("A1")
    assert assign(bench) == "a match is being played here"
    bench.press("UNDO")
    assert assign(bench, "one") == frame.ASSIGNED
    bench.press("NEXT A1 NEXT")
    assert assign(bench, "two") == "a match is being played here"
    finished = Bench("twenties-shootout")
    finished.press("A1 NEXT")
    assert assign(finished, "three") == frame.ASSIGNED


def test_over_a_result_it_takes_a_hold_and_undo_still_reopens_the_match():
    bench = Bench("twenties-shootout")
    bench.press("A1 NEXT")
    assert bench.match.finished
    assign(bench)
    bench.wait(3000)
    assert bench.status == "WINA"
    assert "ANN " in read(bench)
    bench.press("NEXT")
    assert bench.status == "HOLD"
    bench.press("UNDO")
    assert not bench.match.finished
    assert "ANN " not in read(bench)
    bench.press("NEXT")
    bench.hold("NEXT")
    assert bench.match.ID == "washers-ritzenthaler"


def test_a_side_key_before_next_says_next():
    bench = Bench()
    assign(bench)
    bench.press("A1")
    assert bench.status == "NEXT"
    assert bench.match.length == 0
    assert bench.table.waits()


def test_the_same_key_again_changes_nothing():
    bench = Bench()
    assign(bench)
    before = bench.table.journal.next
    assert assign(bench) == frame.ASSIGNED
    assert bench.table.journal.next == before
    assert assign(bench, "another", "twenties-shootout") == frame.ASSIGNED
    bench.press("NEXT")
    assert bench.match.ID == "twenties-shootout"


def test_another_match_from_the_menu_drops_it():
    bench = Bench()
    assign(bench)
    bench.hold("MENU")
    bench.press("NEXT NEXT NEXT")
    assert bench.match.ID == "crokinole-official"
    assert not bench.table.waits()
    assert not Bench(chip=bench.chip).table.waits()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("chess", "unknown game chess"),
        ("crokinole-official target=0", "target=0 is out of range"),
        ("twenties-shootout sides=3", "needs a board with a third side"),
    ],
)
def test_what_cannot_be_played_here_is_refused_with_the_reason(line, why):
    bench = Bench()
    before = bench.table.journal.next
    assert why in assign(bench, line=line)
    assert bench.table.journal.next == before


def test_a_garbled_body_is_refused():
    bench = Bench()
    port = Port()
    link = Link(port, bench.table, dict, bench.screen)
    for body in (b"", b"\x00", b"\x01a", b"\x01a\x09crok", b"\x01\xff\x01a"):
        ((kind, _, _),) = answers(port, link, (frame.ASSIGN, 3, body))
        assert kind == frame.NO
    assert not bench.table.waits()


def test_scrolling_names_delay_no_press():
    """Whatever the status is doing, a press is counted and shown in the turn in which it comes."""
    bench = Bench("twenties-shootout")
    bench.press("A1 NEXT")
    assign(bench)
    bench.wait(1500)
    for _ in range(7):
        bench.wait(61)
        bench.down("UNDO")
        bench.wait(31)
        bench.up("UNDO")
        bench.wait(1)
        assert not bench.match.finished
        bench.wait(40)
        bench.down("NEXT")
        bench.wait(1)
        assert bench.match.finished
        bench.up("NEXT")


def test_letters_that_the_display_lacks():
    assert moving.capitals("Zoë Ångström-Nuñez ÿß") == "ZOE ANGSTROM-NUNEZ YS"
    assert moving.capitals("Łukasz 北") == "?UKASZ ?"
    assert moving.capitals("".join(map(chr, range(32, 127)))).isascii()
