"""From random presses at the table, through power cuts, to the laptop: what it computes is what the reference says.

Syncs come at any moment, into one store or in turn into two; at the end each store has every match of the table, with
the events that stand and the result that the reference gives for them. --campaign plays more seeds.
"""

import contextlib
import random
from contextlib import closing
from pathlib import Path

import pytest

from shared_rules.games.scoresheet import to_text
from tallyboard.errors import TallyboardError
from tallyboard.hub.sync import Collection
from tallyboard.link import Client, SerialPort
from tallyboard.shapes import MatchObject
from tallyboard.store import open_store
from tallyboard.store.verify import verify
from tests.board.panel_reference import PanelReference
from tests.board.side_by_side import SideBySide
from tests.harness.campaign import form
from tests.harness.gestures import GAMES, OVER, gesture

SEEDS = form(range(len(GAMES)), range(600))


def collect(both: SideBySide, database: Path) -> None:
    """A sync of what the board has recorded so far."""
    with closing(SerialPort(str(both.board.folder / "port"))) as port, closing(open_store(str(database))) as store:
        report = Collection(Client(port), store).run()
    assert not report.conflicts
    assert report.missing == 0


def recorded(database: Path) -> list[MatchObject]:
    with closing(open_store(str(database))) as store:
        assert verify(store).sound
        return store.matches()


def standing(database: Path, match: MatchObject) -> list[str]:
    """The events of a match that stand, read from the stored records press by press."""
    from tallyboard.journal.presses import press_list

    with closing(open_store(str(database))) as store:
        records = list(store.records(match["board"], match["epoch"]))
        end = store.next_match(match["board"], match["epoch"], match["first_seq"])
    presses = press_list(match, records, end)
    return [p.event for p in presses if p.event and p.event != "undo" and not p.undone and not p.cut]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_press_arrives_once_and_gives_the_result_of_the_reference(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    game = GAMES[seed % len(GAMES)]
    both = SideBySide(tmp_path, game, 3 if "sides=3" in game else 2, "fram")
    stores = [tmp_path / "one.sqlite", tmp_path / "two.sqlite"]
    try:
        for _ in range(70):
            if not both.on or rng.random() < 0.05:
                if both.on:
                    both.kill(0, rng.random() * 3, *gesture(rng, both.panel))
                while not both.switch_on(rng.choice((None, rng.randint(1, 60)))):
                    pass
            elif rng.random() < 0.06:
                with contextlib.suppress(TallyboardError):  # the board may run out of power meanwhile
                    collect(both, rng.choice(stores))
                both.run(OVER)  # the status says SYNC for a moment
            else:
                both.run(*gesture(rng, both.panel))
        both.switch_on()
        both.run(OVER)
        for database in stores:
            collect(both, database)
    finally:
        both.close()
    for database in stores:
        matches = recorded(database)
        # Where a power cut has left it open whether a press of no visible effect counted, one of them has to be so.
        assert any(same(matches, panel, database) for panel in both.panels), "\n".join(both.script)


def same(matches: list[MatchObject], panel: PanelReference, database: Path) -> bool:
    """Whether these are the matches of the panel in which an event stands: their options, events, and results."""
    told = [played for played in panel.matches if played.standing]
    if len(matches) != len(told):
        return False
    for match, played in zip(matches, told, strict=True):
        expected = played.match.result()
        last = played is panel.matches[-1]
        if not last and expected["status"] == "playing":
            expected["status"] = "abandoned"
        if {key: value for key, value in match.items() if key in expected} != expected:
            return False
        if [event.lower() for event in standing(database, match)] != [event.lower() for event in played.standing]:
            return False
    return True


def test_the_words_for_events_are_those_of_the_scoresheet() -> None:
    assert to_text(1 << 10 | 20) == "A 20"
