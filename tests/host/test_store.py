"""Opening a store: created, migrated with a copy kept, refused untouched, and every failure a sentence."""

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from tallyboard.errors import TallyboardError
from tallyboard.store import Heard, Reader, open_store, read_store, sqlite_file, tournaments
from tallyboard.store import store as store_module
from tallyboard.store.failures import explained
from tallyboard.store.tables.schema import metadata
from tallyboard.store.verify import verify
from tallyboard.system.laptop import data_folder, state_folder
from tests.harness import first_shape
from tests.harness.paper import two_matches

_HEARD = Heard(board="b0", table="Table 3", firmware="0.1.0", epoch=7, oldest=0, next=2)
_ROWS = list(enumerate(two_matches().records[:2]))
_PRESENT = sqlite_file.REVISIONS[-1]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sql(path: Path, *statements: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return [connection.execute(statement).fetchall() for statement in statements]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a store with two records."""
    made = tmp_path / "club.db"
    store = open_store(str(made))
    store.add(_HEARD, _ROWS)
    store.close()
    return made


def test_the_default_is_a_file_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    open_store().close()
    assert (data_folder() / "tallyboard.db").is_file()


def test_folders_on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.PlatformDirs", Unix)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/data")
    assert data_folder() == Path("/srv/data/tallyboard")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder() == Path.home() / ".local/share/tallyboard"
    assert state_folder() == Path.home() / ".local/state/tallyboard"


def test_folders_on_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.PlatformDirs", MacOS)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert data_folder() == Path.home() / "Library/Application Support/tallyboard"
    assert state_folder() == Path.home() / "Library/Logs/tallyboard"


def test_folders_on_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.PlatformDirs", Windows)
    monkeypatch.setenv("WIN_PD_OVERRIDE_APPDATA", r"C:\Roaming")
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", r"C:\Local")
    assert data_folder().name == state_folder().name == "tallyboard"
    assert (data_folder().parent.name, state_folder().parent.name) == (r"C:\Roaming", r"C:\Local")


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_a_store_is_found_again_by_path_and_by_url(path: Path, form: str) -> None:
    store = open_store(form.format(path))
    assert list(store.held("b0", 7)) == [(0, 2)]
    store.close()


def test_sqlite_is_in_wal_mode_with_foreign_keys(path: Path) -> None:
    assert _sql(path, "PRAGMA journal_mode") == [[("wal",)]]
    store = open_store(str(path))
    with store.writing() as writing:
        assert list(writing.rows("PRAGMA foreign_keys")) == [(1,)]
        assert list(writing.rows("PRAGMA synchronous")) == [(2,)], "an acknowledged record is on disk"
    store.close()


def test_a_new_store_and_a_migrated_one_have_the_tables_of_the_models(tmp_path: Path) -> None:
    first_shape.make(create_engine(f"sqlite:///{tmp_path}/club.db"))
    for url in ("sqlite://", str(tmp_path / "club.db")):
        with open_store(url) as store, store.writing() as writing:
            assert compare_metadata(MigrationContext.configure(writing.connection), metadata) == []


def test_the_revisions_that_are_known_are_those_there_are() -> None:
    config = Config()
    config.set_main_option("script_location", str(store_module.MIGRATIONS))
    scripts = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(scripts)) == sqlite_file.REVISIONS


def test_a_database_of_a_newer_version_is_refused_untouched(path: Path) -> None:
    _sql(path, "UPDATE alembic_version SET version_num = '9999'")
    before = _digest(path)
    with pytest.raises(TallyboardError, match=r"newer tallyboard.*install the newer Tallyboard"):
        open_store(str(path))
    assert _digest(path) == before
    assert os.listdir(path.parent) == ["club.db"]


@pytest.mark.parametrize("content", [b"Ann 105, Bob 40\n", b"x", bytes(4096)])
def test_a_file_that_is_no_database_is_refused_untouched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "scores.txt"
    path.write_bytes(content)
    with pytest.raises(TallyboardError, match=r"is not a Tallyboard database.*not changed"):
        open_store(str(path))
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    _sql(path, "CREATE TABLE photos (id INTEGER)", "CREATE TABLE alembic_version (version_num TEXT)")
    before = _digest(path)
    with pytest.raises(TallyboardError, match="database of another program"):
        open_store(f"sqlite:///{path}")
    assert _digest(path) == before


def test_a_damaged_database_is_a_sentence(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100:3000] = b"\x55" * 2900
    path.write_bytes(data)
    with pytest.raises(TallyboardError, match=r"is damaged.*rebuild"):
        open_store(str(path))
    assert path.read_bytes() == data


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    path.touch()
    open_store(str(path)).close()
    assert path.stat().st_size > 0


def test_a_place_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TallyboardError, match="There is no folder"):
        open_store(str(tmp_path / "nowhere" / "club.db"))
    with pytest.raises(TallyboardError, match="is not a file"):
        open_store(str(tmp_path))
    with pytest.raises(TallyboardError, match=r"There is no folder|cannot be"):
        open_store(str(tmp_path / "file" / "club.db"))


@pytest.fixture
def mortal() -> Iterator[Path]:
    """A folder of somebody whom file permissions bind, and to be that one: the superuser may do everything."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        was = os.geteuid()
        if was == 0:
            os.chown(folder, 65_534, 65_534)
            os.seteuid(65_534)
        try:
            yield folder
        finally:
            folder.chmod(0o700)
            os.seteuid(was)


def test_permissions_are_a_sentence(path: Path, mortal: Path) -> None:
    (mortal / "club.db").write_bytes(b"")
    (mortal / "club.db").chmod(0)
    with pytest.raises(TallyboardError, match=r"cannot be read"):
        open_store(str(mortal / "club.db"))
    mortal.chmod(0o500)
    with pytest.raises(TallyboardError, match=r"cannot be opened or created"):
        open_store(str(mortal / "other.db"))


def test_a_data_folder_that_cannot_be_made_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(TallyboardError, match=r"folder .* cannot be created.*--db"):
        open_store()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgres9://x/y", "neither SQLite nor PostgreSQL"),
        ("mysql+pymysql://x/y", "neither SQLite nor PostgreSQL"),
        ("postgresql+psycopg2://x/y", "neither SQLite nor PostgreSQL"),
        ("://", "not a database URL"),
        ("sqlite://host:port/x", "not a database URL"),
    ],
)
def test_a_url_that_leads_nowhere_is_a_sentence(url: str, words: str) -> None:
    with pytest.raises(TallyboardError, match=words):
        open_store(url)


@pytest.mark.parametrize(
    ("name", "said", "words"),
    [
        ("SQLITE_BUSY", "", "Another program is writing.*Try again"),
        ("SQLITE_BUSY_SNAPSHOT", "", "Another program is writing.*Try again"),
        ("SQLITE_CANTOPEN_ISDIR", "", "cannot be opened"),
        ("SQLITE_READONLY", "", "cannot be written"),
        ("SQLITE_FULL", "", "no room"),
        ("SQLITE_IOERR_READ", "", "Check the disk"),
        ("SQLITE_CORRUPT_INDEX", "", "is damaged.*rebuild"),
        ("SQLITE_CONSTRAINT_UNIQUE", "", "is damaged.*rebuild"),
        ("SQLITE_NOTADB", "", "is not a Tallyboard database"),
        ("SQLITE_ERROR", "no such table: records", "is damaged.*rebuild"),
        ("SQLITE_ERROR", "too many terms", "does not work: too many terms"),
        ("SQLITE_NOMEM", "out of memory", "does not work: out of memory"),
        (None, "database is locked", "does not work: database is locked"),
    ],
)
@pytest.mark.parametrize("is_wrapped", [False, True])
def test_what_the_driver_says_is_a_sentence(name: str | None, said: str, words: str, is_wrapped: bool) -> None:
    error = sqlite3.OperationalError(said)
    if name is not None:
        error.sqlite_errorname = name
    with pytest.raises(TallyboardError, match=words), explained("club.db"):
        raise OperationalError("SELECT 1", {}, error) if is_wrapped else error


def test_another_writer_is_waited_for_and_then_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "BUSY_S", 0)
    store = open_store(str(path))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert store.matches() == [], "readers go on"
        with pytest.raises(TallyboardError, match="Another program is writing"):
            store.add(_HEARD)
        other.execute("ROLLBACK")
    assert store.add(_HEARD).new == 0
    store.close()


@pytest.fixture
def newer_shape(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """As if this version knew one revision more than when `path` was made; returns the migration's file."""
    folder = tmp_path / "100%" / "migrations"
    shutil.copytree(store_module.MIGRATIONS, folder)
    step = folder / "versions" / "9998_more.py"
    step.write_text(
        f"from alembic import op\nimport sqlalchemy as sa\nrevision = '9998'\ndown_revision = '{_PRESENT}'\n"
        "def upgrade():\n    op.add_column('boards', sa.Column('colour', sa.String(9)))\n"
    )
    monkeypatch.setattr(store_module, "MIGRATIONS", folder)
    for module in (store_module, sqlite_file):
        monkeypatch.setattr(module, "REVISIONS", (*sqlite_file.REVISIONS, "9998"))
    return step


@pytest.mark.usefixtures("newer_shape")
def test_an_older_database_is_copied_and_then_migrated(path: Path) -> None:
    copy = path.with_name("club.db.before-9998")
    copy.write_text("an earlier copy")
    store = open_store(str(path))
    assert list(store.held("b0", 7)) == [(0, 2)]
    store.close()
    assert _sql(path, "SELECT version_num FROM alembic_version") == [[("9998",)]]
    assert copy.read_text() == "an earlier copy"
    second = path.with_name("club.db.before-9998-2")
    rows = _sql(second, "SELECT version_num FROM alembic_version", "SELECT count(*) FROM records")
    assert rows == [[(_PRESENT,)], [(2,)]]


def test_a_migration_that_fails_half_way_changes_nothing(path: Path, newer_shape: Path) -> None:
    newer_shape.write_text(newer_shape.read_text() + "    op.execute('SELECT * FROM nowhere')\n")
    with pytest.raises(TallyboardError, match="is damaged"):
        open_store(str(path))
    assert _sql(path, "SELECT version_num FROM alembic_version") == [[(_PRESENT,)]]
    assert "colour" not in str(_sql(path, "SELECT sql FROM sqlite_master"))


def _as_an_older_one_left_it(path: Path) -> None:
    """The shape 0001, whose match objects had no key and did not say whether anything stands in them."""
    with closing(sqlite3.connect(path)) as connection:
        columns = "id, board, epoch, first_seq, last_seq, status, result"
        rows = connection.execute(f"SELECT {columns} FROM matches").fetchall()
        connection.executescript(
            "DROP TABLE matches; DROP TABLE full_names; ALTER TABLE journals DROP COLUMN matches_sum;"
            "ALTER TABLE journals DROP COLUMN first_heard; ALTER TABLE journals DROP COLUMN underived_from;"
            "DROP INDEX uq_conflicts_board_epoch_seq_data; DROP TABLE hubs; DROP TABLE presence; DROP TABLE orders;"
            "DROP TABLE corrections; DROP TABLE tournament_events; DROP TABLE tournaments;"
            "CREATE TABLE matches (id VARCHAR(36) NOT NULL, board VARCHAR(64) NOT NULL, epoch BIGINT NOT NULL, "
            "first_seq BIGINT NOT NULL, last_seq BIGINT NOT NULL, status VARCHAR(16) NOT NULL, result JSON NOT NULL, "
            "CONSTRAINT pk_matches PRIMARY KEY (id));"
            "UPDATE alembic_version SET version_num = '0001'"
        )
        for *place, result in rows:
            told = json.loads(result)
            del told["key"], told["untouched"]
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", (*place, json.dumps(told)))
        connection.commit()


def test_an_older_store_is_read_anew_by_the_rules_of_its_matches(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    paper = two_matches().boot().start("washers-ritzenthaler washers=2").press("A 3", "B board", "next", "A 2")
    paper.start("pichenottes-quebec").press("A dame", "B dame", "B counter 5")
    paper.start("twenties-shootout", first=1).start("twenties-shootout")
    store = open_store(str(path))
    store.add(Heard("b0", "Table 3", "0.1.0", 7, 0, len(paper.records)), list(enumerate(paper.records)))
    before = store.matches(untouched=True)
    store.close()
    _as_an_older_one_left_it(path)
    with read_store(str(path)) as reader:
        assert reader.matches(untouched=True) == before, "an older one is read as it stands"
        assert verify(reader).sound
    assert _sql(path, "SELECT version_num FROM alembic_version") == [[("0001",)]]
    store = open_store(str(path))
    assert verify(store).sound
    assert store.matches(untouched=True) == before
    games = [match["game"] for match in store.matches()]
    assert games == [*["crokinole-official"] * 2, "washers-ritzenthaler", "pichenottes-quebec", "twenties-shootout"]
    washers, quebec, _ = (match for match in store.matches()[2:])
    assert (washers["totals"], washers["options"]["format"]) == ({"A": 5, "B": 0}, "singles")
    # The turn ended with the other's dame and with the counter, without a `stop`.
    assert quebec["current"] is not None
    assert (quebec["status"], quebec["current"]["turn"], quebec["current"]["pending"]) == ("abandoned", "A", [])
    store.close()
    assert _sql(path, "SELECT version_num FROM alembic_version") == [[(_PRESENT,)]]
    assert path.with_name(f"club.db.before-{_PRESENT}").exists()


def test_what_was_in_use_by_a_clock_is_in_use_by_a_number(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    with open_store(str(path)) as store:
        for name in ("Spring", "Summer", "Autumn"):
            tournaments.create(store, name, "tournament singles", "UTC")
        store.add(Heard("b0", "", "0.1.0", 7, 0, 28), list(enumerate(two_matches().records)))
    with closing(sqlite3.connect(path)) as connection:  # as the shape 0006 had it
        connection.executescript(
            "ALTER TABLE tournaments DROP COLUMN number; ALTER TABLE tournaments DROP COLUMN ahead;"
            "ALTER TABLE journals DROP COLUMN turn; ALTER TABLE boards DROP COLUMN says;"
            "UPDATE tournaments SET used = CASE name WHEN 'Summer' THEN created + 9000 ELSE 0 END;"
            "UPDATE alembic_version SET version_num = '0006'"
        )
    opening: tuple[Callable[[str], Reader], ...] = read_store, open_store  # reading never migrates
    for opened in opening:
        with opened(str(path)) as reader, reader.reading() as sql:
            assert tournaments.find(sql).name == "Summer"
            assert {about.name for about in tournaments.listed(sql)} == {"Spring", "Summer", "Autumn"}
            assert len(reader.matches()) == 2
    with open_store(str(path)) as store:
        assert verify(store).sound
        tournaments.create(store, "Winter", "tournament singles", "UTC")
        with store.reading() as sql:
            assert tournaments.listed(sql)[0].name == tournaments.find(sql).name == "Winter"
            assert sorted(about.used for about in tournaments.listed(sql)) == [1, 2, 3, 4]
