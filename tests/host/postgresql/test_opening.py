"""A store that is opened by many at once: made or migrated by one of them, and failing for none."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from sqlalchemy import text

from tallyboard.errors import TallyboardError
from tallyboard.store import Heard, open_store, read_store, sqlite_file
from tallyboard.store.opening import address_of, engine_of
from tallyboard.store.verify import verify
from tests.harness import first_shape
from tests.harness.paper import two_matches
from tests.harness.postgres import PostgresServer

_PRESENT = sqlite_file.REVISIONS[-1]
_MANY = 6
# Opens each database whose address comes, and says how that went.
_OPENS = """
import sys
from tallyboard.errors import TallyboardError
from tallyboard.store import open_store
import tallyboard.store.store, alembic.command
for line in sys.stdin:
    try:
        with open_store(line.strip()) as store:
            store.matches()
        print("opened", flush=True)
    except TallyboardError as error:
        print(error, flush=True)
"""


class Openers:
    """Processes that open the same database at once."""

    def __init__(self, processes: list["subprocess.Popen[str]"]) -> None:
        self._processes = processes

    def open(self, url: str) -> list[str]:
        """What each of them says of it."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write(f"{url}\n")
            process.stdin.flush()
        return [process.stdout.readline().strip() for process in self._processes if process.stdout is not None]


@pytest.fixture(scope="module")
def openers() -> Iterator[Openers]:
    with ExitStack() as ended:
        made = []
        for _ in range(_MANY):
            words = [sys.executable, "-c", _OPENS]
            process = subprocess.Popen(words, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            ended.enter_context(process)
            made.append(process)
        yield Openers(made)


def _url(kind: str, request: pytest.FixtureRequest, folder: Path, number: int = 0) -> str:
    if kind == "sqlite":
        return str(folder / f"club{number}.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.create()


def _as_an_older_one_left_it(url: str, revision: str) -> None:
    engine = engine_of(address_of(url))
    first_shape.make(engine, revision)
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO boards (id, table_name, firmware, heard) VALUES ('b', 'T', '0', CURRENT_TIMESTAMP)")
        )
    engine.dispose()


def _rows(url: str, statement: str) -> list[tuple[object, ...]]:
    engine = engine_of(address_of(url))
    with engine.connect() as connection:
        rows = [tuple(row) for row in connection.execute(text(statement))]
    engine.dispose()
    return rows


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_empty_database_is_opened_by_many_at_once(
    kind: str, openers: Openers, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    for number in range(10):
        url = _url(kind, request, tmp_path, number)
        assert openers.open(url) == ["opened"] * _MANY
        assert _rows(url, "SELECT version_num FROM alembic_version") == [(_PRESENT,)]


@pytest.mark.parametrize("revision", ["0001", "0003", "0005"])
def test_an_older_database_is_migrated_by_one_of_many(
    revision: str, openers: Openers, postgres: PostgresServer
) -> None:
    for _ in range(3):
        url = postgres.create()
        _as_an_older_one_left_it(url, revision)
        assert openers.open(url) == ["opened"] * _MANY
        assert _rows(url, "SELECT version_num FROM alembic_version") == [(_PRESENT,)]
        assert _rows(url, "SELECT id FROM boards") == [("b",)]


def test_an_older_file_is_migrated_by_one_of_many_and_copied_once(openers: Openers, tmp_path: Path) -> None:
    for number in range(3):
        path = tmp_path / f"club{number}.db"
        _as_an_older_one_left_it(str(path), "0003")
        assert openers.open(str(path)) == ["opened"] * _MANY
        assert _rows(str(path), "SELECT version_num FROM alembic_version") == [(_PRESENT,)]
        assert [copy.name for copy in tmp_path.glob(f"club{number}.db.*")] == [f"club{number}.db.before-{_PRESENT}"]


_SHAPE = """
SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
WHERE table_schema = 'public'
UNION ALL SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT CAST(CAST(conrelid AS regclass) AS text), conname, pg_get_constraintdef(oid), '', ''
FROM pg_constraint WHERE connamespace = CAST('public' AS regnamespace)
"""


def test_a_migrated_database_has_the_shape_of_a_new_one(postgres: PostgresServer) -> None:
    old, new = postgres.create(), postgres.create()
    _as_an_older_one_left_it(old, "0001")
    for url in (old, new):
        open_store(url).close()
    assert sorted(map(repr, _rows(old, _SHAPE))) == sorted(map(repr, _rows(new, _SHAPE)))


def _everything(postgres: PostgresServer, url: str) -> list[tuple[object, ...]]:
    """All rows of all tables, and the columns that there are."""
    name = url.partition("?")[0].rpartition("/")[2]
    columns = postgres.run_sql(
        "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'"
        " ORDER BY 1, 2",
        name,
    )
    rows: list[tuple[object, ...]] = list(columns)
    for table in sorted({column[0] for column in columns}):
        rows += sorted(postgres.run_sql(f'SELECT t::text FROM "{table}" t', name))
    return rows


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "written by a newer tallyboard.*not changed"),
        ("DELETE FROM alembic_version", "is damaged"),
        ("UPDATE alembic_version SET version_num = '0000'", "is damaged"),
        ("INSERT INTO alembic_version VALUES ('0001')", "is damaged"),
        ("DROP TABLE alembic_version", "is damaged"),
        ("DROP TABLE records", "is damaged"),
        (
            "DROP TABLE records, boards, conflicts, matches, full_names, corrections, hubs, presence, orders, "
            "tournaments, tournament_events, notices, seats, phones, seat_asks, radio_boards, radio_notes CASCADE",
            "database of another program.*not changed",
        ),
    ],
)
def test_a_database_of_another_shape_is_left_as_it_is(postgres: PostgresServer, change: str, words: str) -> None:
    url = postgres.create()
    paper = two_matches()
    with closing(open_store(url)) as store:
        store.add(Heard("b", "T", "0", 7, 0, len(paper.records)), list(enumerate(paper.records)))
    postgres.run_sql(change, url.partition("?")[0].rpartition("/")[2])
    before = _everything(postgres, url)
    with pytest.raises(TallyboardError, match=words):
        open_store(url)
    assert _everything(postgres, url) == before


def test_a_store_on_a_server_is_found_again_and_verified(postgres: PostgresServer) -> None:
    url = postgres.create()
    with pytest.raises(TallyboardError, match="There is no database"):
        read_store(url)
    paper = two_matches()
    with closing(open_store(url)) as store:
        store.add(Heard("b", "T", "0", 7, 0, len(paper.records)), list(enumerate(paper.records)))
        matches = store.matches()
    plain = url.replace("postgresql+psycopg:", "postgresql:")
    with read_store(plain) as reader:
        assert reader.matches() == matches
        assert verify(reader).sound


def test_options_in_the_address_are_the_servers(postgres: PostgresServer) -> None:
    url = postgres.create()
    names = ("application_name", "statement_timeout", "lock_timeout")
    address = f"{url}&application_name=hall&options=-c%20statement_timeout%3D77s"
    with closing(open_store(address)) as store, store.writing() as writing:
        said = [writing.connection.execute(text(f"SHOW {name}")).scalar() for name in names]
    assert said == ["hall", "77s", "5s"], "limits of ours that the address does not change stay"
