"""Another phone takes over at every record of a match, through a true `serve`: the same score, and the same undo."""

from pathlib import Path

import pytest

from tests.hall.database import InFile
from tests.harness.campaign import form
from tests.harness.waiting import eventually
from tests.phones.campaign import DOES, check
from tests.phones.pocket import GAMES
from tests.phones.schedule import Schedule, Size
from tests.phones.world import World

PRESSES = form(4, 40)


@pytest.mark.parametrize("game", form([GAMES[2]], list(GAMES)))
def test_a_match_goes_on_at_another_phone_at_every_record(game: str, tmp_path: Path) -> None:
    schedule = Schedule(0, Size(1, 1, 0, 0, 0), (0,), ())
    world = World(schedule, InFile(tmp_path / "hall.db"), tmp_path, print, "", 60.0, DOES, [game])
    try:
        (place,) = world.places
        for number in range(PRESSES):
            old = place.holder.phone
            assert old.current is not None
            if number:
                old.press()
            eventually(old.rests)
            shown, undone = old.current.score(), old.current.undone()
            new = place.asks = world.guest(0)
            new.phone.scan(place.secret)
            new.phone.switch_on()
            eventually(lambda: world.has_moved(place))
            eventually(place.asks.phone.rests)
            assert new.phone.current is not None
            assert new.phone.current.score() == shown
            assert new.phone.current.undone() == undone
            eventually(lambda old=old: old.state == "void taken")  # type: ignore[misc]
            world.moves_in(place)
        world.end()
        assert not [*world.broken, *check(world)]
        assert len({life.board for life in world.lives}) == 1
    finally:
        world.close()
