"""Stores that are merged in any order, any number of times, tell what one that heard everything tells."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import text, update

from tallyboard.store import Heard, Reader, Store, open_store, read_store
from tallyboard.store.corrections import Correction, Kind, all_corrections
from tallyboard.store.joining import BoardSaid, Names, boards_of, names_of
from tallyboard.store.matches.replayed import match_id
from tallyboard.store.merge import Merged, merge
from tallyboard.store.tables.rows import BLOCK, Journal, epochs, read_runs
from tallyboard.store.tables.schema import boards, corrections, full_names, journals, metadata
from tallyboard.store.verify import verify
from tests.harness.campaign import examples
from tests.harness.paper import Paper, two_matches
from tests.harness.postgres import PostgresServer
from tests.harness.sizes import ON_A_SERVER

_BEGUN = datetime(2026, 11, 21, tzinfo=UTC)

_PLAYED = (
    ("twenties-shootout", ("B 20", "next")),
    ("twenties-shootout", ("A 20",)),
    ("crokinole-official target=40", ("A 20", "A 20", "B 15", "undo", "A 5", "next")),
    ("crokinole-official target=40", ("A 20", "next")),
    ("crokinole-official target=50", ()),
)

Place = tuple[Reader, Store]  # a store, opened to be read and to be written


@dataclass
class Telling:
    """What a board said of a journal to one store, at which turn, and the records that it gave: those of one history,
    then those of another."""

    oldest: int
    next: int
    first_heard: int
    turn: int
    records: list[dict[int, bytes]]


@dataclass
class Laptop:
    """What one store hears."""

    said: dict[str, BoardSaid] = field(default_factory=dict)
    told: dict[Journal, Telling] = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    corrections: set[Correction] = field(default_factory=set)


def _paper(random: Random, epoch: int, before: list[bytes]) -> list[bytes]:
    """A journal, or another way in which one that begins so goes on."""
    paper = Paper(epoch)
    paper.records += before
    for _ in range(random.randint(1, 4)):
        if not paper.records or random.random() < 0.3:
            paper.boot()
        if random.random() < 0.3:
            paper.time(random.randint(1, 2**28))
        line, presses = random.choice(_PLAYED)
        paper.start(line, random.randint(0, 1)).press(*presses[: random.randint(0, 6)])
    return paper.records


def _laptops(random: Random, has_conflicts: bool) -> list[Laptop]:
    """Several boards with several epochs, of which several laptops have heard this and that."""
    laptops = [Laptop() for _ in range(random.randint(2, 4))]
    for board in ("b0", "b1")[: random.randint(1, 2)]:
        for epoch in random.sample(range(100), random.randint(1, 3)):
            first = _paper(random, epoch, [])
            second = _paper(random, epoch, first[: random.randint(0, len(first))]) if has_conflicts else first
            parts: list[list[dict[int, bytes]]] = [[{}, {}] for _ in laptops]
            for which, history in enumerate((first, second)):
                for seq, data in enumerate(history):
                    for its in random.sample(parts, random.randint(1, len(laptops))):
                        its[which][seq] = data
            for laptop, its in zip(laptops, parts, strict=True):
                if any(its) or random.random() < 0.5:
                    if random.random() < 0.5:
                        its.reverse()
                    last = max((seq for records in its for seq in records), default=0)
                    heard = random.randint(1, 20) if random.random() < 0.9 else 0
                    oldest = random.randint(0, 3)
                    following = max(oldest, last + 1) + random.randint(0, 2)
                    laptop.told[board, epoch] = Telling(oldest, following, heard, random.choice((0, 0, 1, 2)), its)
                    laptop.said[board] = _said(random)
    for laptop in laptops:
        for key in random.sample(("final", "third"), random.randint(0, 2)):
            laptop.names[key, "A", "Ann"] = random.randint(0, 3), random.choice(("Anna", "Annabel"))
        laptop.corrections.update(_corrections(random, laptop))
    return laptops


def _corrections(random: Random, laptop: Laptop) -> Iterator[Correction]:
    """Of matches that begin with a journal; some have the moment of others, or are told by several laptops."""
    contents: tuple[tuple[Kind, str], ...] = (("result", "A 8 B 4"), ("result", "A 7 B 9"), ("aside", ""), ("drop", ""))
    for (board, epoch), _ in sorted(laptop.told.items()):
        for first_seq in random.sample((0, 1, 2), random.randint(0, 2)):
            number, (kind, content) = random.randint(0, 9), random.choice(contents)
            said = match_id(board, epoch, first_seq), kind, content, "Ann", f"no {number}", random.randint(1, 3)
            name = uuid5(NAMESPACE_URL, repr(said))
            yield Correction(str(name), *said, "desk")


def _said(random: Random) -> BoardSaid:
    heard = _BEGUN + timedelta(minutes=random.randint(0, 2))
    return BoardSaid(heard, random.choice(("Table 1", "Table 2")), random.choice(("0.1.0", "0.2.0")))


def _hear(store: Store, laptop: Laptop) -> None:
    for (board, epoch), told in laptop.told.items():
        said = laptop.said[board]
        heard = Heard(board, said.table, said.firmware, epoch, told.oldest, told.next)
        for records in told.records:
            store.ingest([(heard, sorted(records.items()))])
    with store.writing() as writing:
        for (board, epoch), told in laptop.told.items():
            mine = journals.c.board == board, journals.c.epoch == epoch
            moved = update(journals).where(*mine).values(first_heard=told.first_heard, turn=told.turn)
            writing.connection.execute(moved)
            writing.connection.execute(
                update(boards).where(boards.c.id == board).values(heard=laptop.said[board].heard)
            )
        for (key, side, shown), (given_at, name) in laptop.names.items():
            row = {"key": key, "side": side, "shown": shown, "name": name, "given": given_at}
            writing.connection.execute(full_names.insert().values(row))
        for correction in sorted(laptop.corrections):
            writing.connection.execute(corrections.insert().values(correction.as_row()))
    store.derive()


def _all_of(laptops: list[Laptop]) -> Laptop:
    """A laptop that has heard what these have."""
    whole = Laptop()
    for laptop in laptops:
        for board, said in laptop.said.items():
            whole.said[board] = max(said, whole.said.get(board, said))
        for key, name in laptop.names.items():
            whole.names[key] = max(name, whole.names.get(key, name))
        whole.corrections |= laptop.corrections
    for journal in sorted({journal for laptop in laptops for journal in laptop.told}):
        its = [laptop.told[journal] for laptop in laptops if journal in laptop.told]
        kept: dict[int, bytes] = {}
        for told in its:
            for seq, data in {**told.records[1], **told.records[0]}.items():  # in a store the first one is kept
                kept[seq] = min(data, kept.get(seq, data))
        others = [
            {seq: data for seq, data in records.items() if data != kept[seq]}
            for told in its
            for records in told.records
        ]
        moments = [told.first_heard for told in its if told.first_heard]
        extent = min(told.oldest for told in its), max(told.next for told in its)
        turn = max(told.turn for told in its)
        whole.told[journal] = Telling(*extent, min(moments, default=0), turn, [kept, *others])
    return whole


def _everything(store: Store) -> dict[str, Any]:
    """What a store tells; of the same histories the same."""
    # A journal that mixes two histories can end with a match that no board leaves so, which is held for damage.
    assert [one for one in verify(store).differences if one["key"] != "check"] == []
    with store.reading() as sql:
        known = epochs(sql)
        assert [one for one in known if one.underived_from is not None] == []
        return {
            "matches": sorted(store.each_match(untouched=True, aside=True), key=lambda match: match["match"]),
            "corrections": all_corrections(sql),
            "listed": sorted(match["match"] for match in store.matches()),
            "journals": [
                (one.board, one.number, one.oldest, one.next, one.first_heard, one.turn, one.over) for one in known
            ],
            "records": [(one.board, one.number, *store.records(one.board, one.number)) for one in known],
            "conflicts": sorted(store.conflicts(), key=str),
            "boards": boards_of(sql),
            "names": names_of(sql),
        }


def _merged(source: str, target: str) -> Merged:
    with read_store(source) as reader, open_store(target) as store:
        return merge(reader, store)


def _merge_all(random: Random, places: list[Place]) -> None:
    """Merge here and there, until everything has come to all of them."""
    for _ in range(random.randint(0, 3)):
        (source, _), (_, target) = random.sample(places, 2)
        merge(source, target)
    order = random.sample(places, len(places))
    for (source, _), (_, target) in pairwise(order):
        merge(source, target)
    for _, target in random.sample(order[:-1], len(order) - 1):
        merge(order[-1][0], target)


def _check(random: Random, places: list[Place], whole: Store, has_conflicts: bool) -> None:
    for store in (*(store for _, store in places), whole):
        _clear(store)
    laptops = _laptops(random, has_conflicts)
    places = places[: len(laptops)]
    for (_, store), laptop in zip(places, laptops, strict=True):
        _hear(store, laptop)
    _hear(whole, _all_of(laptops))
    _merge_all(random, places)
    wanted = _everything(whole)
    for _, store in places:
        assert _everything(store) == wanted
    for source, _ in places:
        again = merge(source, places[0][1])
        assert (again.journals, again.received, again.conflicts, again.corrections) == (0, 0, 0, 0)


def _clear(store: Store) -> None:
    with store.writing() as writing:
        for table in reversed(metadata.sorted_tables):
            writing.connection.execute(table.delete())


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store without anything: to make one takes longer than to copy it."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    open_store(str(path)).close()
    return path


@pytest.fixture(scope="module")
def opened() -> Iterator[Callable[[str], Place]]:
    """Opens stores, once for all examples."""
    with ExitStack() as stack:

        def opened_once(place: str) -> Place:
            store = stack.enter_context(open_store(place))
            return stack.enter_context(read_store(place)), store

        yield opened_once


@pytest.fixture(scope="module")
def files(empty: Path, opened: Callable[[str], Place], tmp_path_factory: pytest.TempPathFactory) -> list[Place]:
    """Empty SQLite stores."""
    folder = tmp_path_factory.mktemp("merged")
    return [opened(str(shutil.copy(empty, folder / f"{number}.db"))) for number in range(5)]


_SEEDS = st.integers(0, 2**32 - 1)
_once_found = (Phase.explicit, Phase.reuse, Phase.generate)  # a seed says all, and a smaller one is no simpler


@pytest.mark.parametrize("has_conflicts", [False, True])
@settings(max_examples=examples(8), phases=_once_found)
@example(seed=1011)  # a setting of one history stands right before those of a match of the other
@given(seed=_SEEDS)
def test_in_any_order_the_same_comes_out(files: list[Place], has_conflicts: bool, seed: int) -> None:
    *places, (_, whole) = files
    _check(Random(seed), places, whole, has_conflicts)


@pytest.fixture(scope="module")
def on_server(postgres: PostgresServer, opened: Callable[[str], Place]) -> list[Place]:
    """The same as databases of a server."""
    return [opened(postgres.create()) for _ in range(3)]


@settings(max_examples=examples(3), phases=_once_found)
@given(seed=_SEEDS)
def test_on_postgresql_too(files: list[Place], on_server: list[Place], seed: int) -> None:
    one, other, (_, whole) = on_server
    _check(Random(seed), [one, files[0], other, files[1]], whole, has_conflicts=True)


# ---- long journals


@cache
def _sealed(count: int) -> list[bytes]:
    """The records of a board that was switched on again and again in its first match."""
    paper = Paper().boot().start("crokinole-official target=50").press("A 20")
    while len(paper.records) < count:
        paper.boot()
    return paper.records


def _heard(count: int, epoch: int = 7) -> Heard:
    return Heard("b0", "Table 3", "0.1.0", epoch, 0, count)


@pytest.fixture(params=["sqlite", ON_A_SERVER])
def target(request: pytest.FixtureRequest, empty: Path, tmp_path: Path) -> str:
    """An empty store."""
    if request.param == "sqlite":
        return str(shutil.copy(empty, tmp_path / "target.db"))
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.create()


@pytest.fixture
def source(empty: Path, tmp_path: Path) -> str:
    """A store with a journal of many blocks."""
    path = str(shutil.copy(empty, tmp_path / "source.db"))
    with open_store(path) as store:
        store.ingest([(_heard(5 * BLOCK), [(0, b"".join(_sealed(5 * BLOCK)))])])
    return path


def test_of_a_long_journal_the_holes_are_filled(source: str, target: str) -> None:
    whole = b"".join(_sealed(5 * BLOCK))
    there = [(0, 100), (BLOCK - 1, 2 * BLOCK + 1), (5 * BLOCK - 1, 5 * BLOCK)]
    with open_store(target) as store:
        store.ingest([(_heard(5 * BLOCK), [(low, whole[8 * low : 8 * high]) for low, high in there])])
    had = sum(high - low for low, high in there)
    merged = _merged(source, target)
    assert (merged.journals, merged.received, merged.already_had) == (0, 5 * BLOCK - had, had)
    for one, other in ((source, target), (target, source)):  # from a server too
        again = _merged(one, other)
        assert (again.received, again.already_had, again.matches) == (0, 5 * BLOCK, 1)
    with open_store(target) as store:
        assert verify(store).sound
        assert store.held("b0", 7) == read_store(source).held("b0", 7)


def _asked_for(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Which numbers are read from now on, to be written."""
    asked: list[tuple[int, int]] = []

    def noting(sql: Any, journal: Journal, start: int, end: int) -> Any:
        asked.append((start, end))
        return read_runs(sql, journal, start, end)

    monkeypatch.setattr("tallyboard.store.merge.read_runs", noting)
    return asked


def test_a_second_time_only_what_differs_is_read(source: str, target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _merged(source, target)
    asked = _asked_for(monkeypatch)
    assert _merged(source, target).already_had == 5 * BLOCK
    assert asked == []
    with open_store(source) as store:
        more = _sealed(5 * BLOCK + 10)[5 * BLOCK :]
        store.ingest([(_heard(5 * BLOCK + 10), [(5 * BLOCK, b"".join(more))])])
    assert _merged(source, target).received == 10
    assert asked == [(5 * BLOCK, 6 * BLOCK)]


def test_an_interrupted_merge_goes_on_the_next_time(source: str, target: str) -> None:
    def interrupted(done: int, total: int) -> None:
        assert total == 5 * BLOCK
        if 0 < done < total:
            raise KeyboardInterrupt

    with read_store(source) as reader, open_store(target) as store, pytest.raises(KeyboardInterrupt):
        merge(reader, store, interrupted)
    with open_store(target) as store:
        part = len(store.held("b0", 7))
        assert 0 < part < 5 * BLOCK
        assert verify(store).differences == []
    merged = _merged(source, target)
    assert (merged.received, merged.already_had, merged.matches) == (5 * BLOCK - part, part, 1)


def test_boards_are_followed_meanwhile(source: str, target: str) -> None:
    """Into both stores: what came into the target stays, what came into the source comes now or the next time."""
    came = 0

    def on_progress(done: int, total: int) -> None:
        nonlocal came
        if came < 2:
            came += 1
            for place in (source, target):
                with open_store(place) as store:
                    store.add(
                        _heard(28, 8), [(seq, data) for seq, data in enumerate(two_matches(8).records)][: 14 * came]
                    )
                    ten = _sealed(5 * BLOCK + 10)[5 * BLOCK :]
                    store.add(_heard(5 * BLOCK + 10), [(5 * BLOCK, b"".join(ten))])

    with read_store(source) as reader, open_store(target) as store:
        merge(reader, store, on_progress)
    assert came == 2
    _merged(source, target)
    with open_store(target) as store, open_store(source) as other:
        other.derive()
        assert verify(store).sound
        assert store.matches() == other.matches()
        assert len(store.held("b0", 7)) == 5 * BLOCK + 10


# ---- which epoch is the newest


@pytest.mark.parametrize("turn", [1, -1])
def test_an_older_epoch_is_over_whichever_comes_first(empty: Path, tmp_path: Path, turn: int) -> None:
    places = [str(shutil.copy(empty, tmp_path / f"{number}.db")) for number in range(2)]
    for place, epoch, first_heard in zip(places, (9, 5), (10, 20), strict=True):
        with open_store(place) as store:
            store.ingest([(_heard(28, epoch), list(enumerate(two_matches(epoch).records)))])
            with store.writing() as writing:
                writing.connection.execute(update(journals).values(first_heard=first_heard))
            store.derive()
    source, target = places[::turn]
    with read_store(source) as reader, open_store(target) as store:
        merge(reader, store)
        with store.reading() as sql:
            stored = set(sql.rows("SELECT epoch, status FROM matches WHERE first_seq > 1"))
    assert stored == {(9, "abandoned"), (5, "playing")}


# ---- what is damaged, and two histories


def test_damaged_records_are_told_and_left_out(empty: Path, tmp_path: Path) -> None:
    source, target = (str(shutil.copy(empty, tmp_path / name)) for name in ("source.db", "target.db"))
    rows = list(enumerate(two_matches().records))
    with open_store(source) as store:
        store.add(_heard(28), rows)
        with store.writing() as writing:
            writing.connection.execute(text("UPDATE records SET data = x'0102030405060708' WHERE seq = 5"))
            writing.connection.execute(text("UPDATE records SET data = 'no bytes' WHERE seq = 6"))
            writing.connection.execute(text("UPDATE boards SET heard = 'sometime', table_name = CAST(x'ff41' AS TEXT)"))
    merged = _merged(source, target)
    assert (merged.received, merged.damaged) == (26, 2)
    with open_store(target) as store:
        assert list(store.held("b0", 7)) == [(0, 5), (7, 28)]
        with store.writing() as writing:
            writing.connection.execute(text("UPDATE records SET data = x'0102030405060708' WHERE seq = 9"))
    assert _merged(source, target).received == 1, "a sound record takes the place of a damaged one"


def test_which_bytes_are_kept_does_not_depend_on_which_store_is_the_target(empty: Path, tmp_path: Path) -> None:
    common = Paper().boot().start("crokinole-official target=50")
    histories = [[*common.records], [*common.records]]
    for records, press in zip(histories, ("A 20", "B 5"), strict=True):
        paper = Paper()
        paper.records = records
        paper.press(press, "next")
    ends = []
    for turn in (1, -1):
        places = [str(shutil.copy(empty, tmp_path / f"{turn}-{number}.db")) for number in range(2)]
        for place, records in zip(places, histories, strict=True):
            with open_store(place) as store:
                store.add(_heard(len(records)), list(enumerate(records)))
        source, target = places[::turn]
        merged = _merged(source, target)
        first = len(common.records)
        assert [alarm.numbers for alarm in merged.alarms] == [
            tuple(range(first, len(histories[0])))[: merged.conflicts]
        ]
        assert merged.conflicts
        assert _merged(source, target).alarms == []
        _merged(target, source)
        with closing(read_store(target)) as one, closing(read_store(source)) as other:
            assert one.conflicts() == other.conflicts() != []
            assert one.matches() == other.matches()
            ends.append((one.matches(), one.conflicts()))
    assert ends[0] == ends[1]
