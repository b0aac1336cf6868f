"""Seasons in the store, on every kind of database: lists like those of tournaments, and never taken for one."""

from collections.abc import Sequence
from contextlib import closing
from datetime import date

import pytest

from tallyboard.desk import Tournament
from tallyboard.desk.season import Evening, evening_of
from tallyboard.errors import TallyboardError
from tallyboard.store import Store, open_store, tournaments
from tallyboard.store.merge import merge
from tallyboard.store.tournaments import About
from tallyboard.store.tournaments.follow import FollowedSeason
from tallyboard.store.tournaments.rows import find_season
from tallyboard.store.tournaments.seasons import Evenings, computed_season, followed_season, taking_back
from tallyboard.store.verify import verify

EVENING = ("add Ann", "add Bob", "phase 1 round-robin game crokinole-official", "draw 1", "result 1:1-2 1 8 2 4")


def _enter(store: Store, *lines: str) -> FollowedSeason:
    with store.reading() as sql:
        followed = followed_season(sql)
    tournaments.append(store, followed, lambda _: lines, "Ann's laptop")
    return followed


@pytest.fixture
def evening(store: Store) -> About:
    """A finished tournament."""
    about = tournaments.create(store, "Tuesdays", "tournament singles", "UTC", [(line, 0) for line in EVENING])
    tournaments.create(store, "Tuesdays", "season best=2 points=5,3", "UTC")
    return about


def _points(store: Store, evenings: Evenings) -> list[tuple[int | None, int]]:
    with store.reading() as sql:
        computed = computed_season(sql, followed_season(sql).season, evenings)
    return [(row["place"], row["points"]) for row in computed["standings"]]


def test_a_season_is_no_tournament(store: Store, evening: About) -> None:
    with store.reading() as sql:
        assert [about.id for about in tournaments.listed(sql)] == [evening.id]
        assert tournaments.find(sql).id == evening.id
        assert (find_season(sql, "TUESDAYS").id, find_season(sql).is_season) == (find_season(sql).id, True)
    with pytest.raises(TallyboardError, match="There is a season tuesdays already"):
        tournaments.create(store, "tuesdays", "season", "UTC")
    tournaments.create(store, "Winter", "season", "UTC")
    with store.reading() as sql:
        assert (find_season(sql).name, find_season(sql, "tuesdays").name) == ("Winter", "Tuesdays")
    assert verify(store).sound


def test_standings_follow_from_the_tournaments_as_they_stand(
    store: Store, evening: About, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[Tournament] = []

    def counted(tournament: Tournament) -> Evening:
        computed.append(tournament)
        return evening_of(tournament)

    monkeypatch.setattr("tallyboard.store.tournaments.seasons.evening_of", counted)
    _enter(store, "player Ann", "player Bob", f"night 2026-01-13 {evening.id}")
    evenings = Evenings()
    assert _points(store, evenings) == _points(store, evenings) == [(1, 5), (2, 3)]
    assert len(computed) == 1  # what is finished is not computed again
    with store.reading() as sql:
        followed = tournaments.followed(sql)
    tournaments.append(store, followed, lambda _: ["result 1:1-2 1 3 2 9"], "")
    assert _points(store, evenings) == [(1, 5), (2, 3)]
    with store.reading() as sql:
        best = computed_season(sql, followed_season(sql).season, evenings)["standings"][0]["player"]
    assert (best, len(computed)) == (2, 2)


def test_what_one_command_entered_is_taken_back_together(store: Store, evening: About) -> None:
    _enter(store, "player Ann", "player Bob")
    _enter(store, "also 1 Annie", f"night 2026-01-13 {evening.id}", "set least=2")
    with store.reading() as sql:
        followed = followed_season(sql)
    made = tournaments.append(store, followed, taking_back(followed), "")
    assert [event.line for event in made] == ["undo"] * 3
    assert followed.season.script() == ["season points=5,3 best=2", "player Ann", "player Bob"]
    tournaments.append(store, followed, taking_back(followed), "")
    with pytest.raises(TallyboardError, match="nothing to take back"):
        tournaments.append(store, followed, taking_back(followed), "")


def test_two_desks_do_not_write_over_each_other(store: Store, evening: About) -> None:
    with store.reading() as sql:
        one, other = followed_season(sql), followed_season(sql)
    tournaments.append(store, one, lambda _: ["player Ann"], "")
    with pytest.raises(TallyboardError, match="ann is in the roster already"):
        tournaments.append(store, other, lambda _: ["player ann"], "")
    tournaments.append(store, other, lambda _: ["player Bob"], "")
    one = _enter(store)
    assert [event.number for event in one.events] == [1, 2]


def _script(store: Store) -> Sequence[str]:
    with store.reading() as sql:
        return followed_season(sql).season.script()


def test_a_season_comes_along_with_its_nights(store: Store, evening: About) -> None:
    _enter(store, "player Ann", f"night 2026-01-13 {evening.id}")
    with closing(open_store("sqlite://")) as target:
        assert merge(store, target).events == len(EVENING) + 2
        assert (_script(target), _points(target, Evenings())) == (_script(store), [(1, 5)])
        assert merge(store, target).events == 0
        _enter(store, "player Bob")
        assert merge(store, target).events == 1
        _enter(store, "player Cid")
        _enter(target, "player Dee")
        (left,) = merge(store, target).left_out
        assert str(left).startswith("The season Tuesdays: it went on in both databases")
        assert f"tallyboard season log --season {left.tournament[:8]}" in left.why
        assert [event.line for event in left.apart] == ["player Cid"]


def _change(store: Store, statement: str, season: About) -> None:
    with store.writing() as sql:
        sql.run(statement, id=season.id)


def test_a_line_that_a_disk_damaged_is_told_and_mended(store: Store, evening: About) -> None:
    followed = _enter(store, "player Ann", "player Bob", "player Cid", f"night 2026-01-13 {evening.id}")
    lost = "UPDATE tournament_events SET line = 'player Zed' WHERE tournament = :id AND number = 2"
    _change(store, lost, followed.about)
    assert verify(store).damaged_tournaments == ["Tuesdays"]
    with pytest.raises(TallyboardError, match="Event 2 of the tournament"):
        _script(store)
    store.rebuild()
    assert verify(store).damaged_tournaments == []
    assert _script(store) == ["season points=5,3 best=2", "player Ann"]
    with store.reading() as sql:
        lines = [event.line for event in followed_season(sql).events]
    night = f"night 2026-01-13 {evening.id}"
    assert lines[2:] == [f"note (not in force since event 2 is lost) {line}" for line in ("player Cid", night)]


def test_how_a_season_began_is_mended_too(store: Store, evening: About) -> None:
    followed = _enter(store, "player Ann", f"night 2026-01-13 {evening.id}")
    about = followed.about
    _change(store, "UPDATE tournaments SET crc = 1 WHERE id = :id", about)
    store.rebuild()  # as it says, it can be
    assert _points(store, Evenings()) == [(1, 5)]
    _change(store, "UPDATE tournaments SET crc = 1, first_line = 'x' WHERE id = :id", about)
    assert verify(store).damaged_tournaments == [about.id]
    store.rebuild()
    with store.reading() as sql:
        season = followed_season(sql).season
    assert (season.script()[:2], season.nights[0].date) == (["season", "player Ann"], date(2026, 1, 13))
