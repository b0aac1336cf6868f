"""The doctor and the report, which run in a process of their own beside the one that serves."""

import io
import subprocess
import sys
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tallyboard.link import SerialPort
from tallyboard.pages.site import Site
from tallyboard.pages.tables.doctor import with_commands
from tallyboard.store import Store
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.paper import Paper, two_matches
from tests.harness.stores import started
from tests.host.pages.tables.test_tables import record, text

WRITES = """
import sys
from tallyboard.store import open_store
open_store(sys.argv[1]).close()
"""


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_the_doctor_says_what_is_wrong_and_what_helps(client: TestClient, store: Store) -> None:
    record(store, "b1", "Table 1", Paper().boot().start("crokinole-official").press("A 20"))
    record(store, "b1", "Table 1", Paper().boot().start("crokinole-official").press("B 5"))
    page = client.get("/doctor?lang=fr").text
    said = text(page)
    assert "Défaut records ALARM: 1 record has two histories" in said
    assert '<bdi lang="en">Both are kept, <code>tallyboard verify</code> lists them' in page
    assert said.index("Défaut") < said.index("En ordre")


def test_what_is_to_be_typed_is_marked_and_nothing_else_is_markup() -> None:
    assert with_commands("<b>`tallyboard <x>` helps") == "&lt;b&gt;<code>tallyboard &lt;x&gt;</code> helps"
    assert with_commands("a ` b & c") == "a ` b &amp; c"


def test_a_fault_of_the_doctor_itself_is_told(site: Site, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    answer = client.get("/doctor")
    assert answer.status_code == 400
    assert "`tallyboard doctor` in a terminal of the laptop says more." in text(answer.text)


def test_other_programs_still_see_that_the_database_is_in_use(client: TestClient, store: Store, db: Path) -> None:
    record(store, "b1", "Table 1", two_matches())
    log = Path(f"{db}-wal")
    assert log.stat().st_size > 0
    for place in ("/doctor", "/report"):
        assert client.request("POST" if place == "/report" else "GET", place).status_code == 200
        subprocess.run([sys.executable, "-c", WRITES, str(db)], check=True)
        assert log.exists(), "whoever closes it last ends the log: the other one took itself for the last"


def test_a_port_that_this_process_has_stays_as_it_is(client: TestClient, db: Path) -> None:
    with PtyBoard(BoardHalf(two_matches())) as board, closing(SerialPort(board.path)) as port:
        assert client.get("/doctor").status_code == 200
        with pytest.raises(Exception, match="is in use by"):
            SerialPort(board.path)
        port.write(b"")


@pytest.mark.parametrize("form, has_names", [({}, False), ({"names": "with"}, True)])
def test_the_report_is_a_download_that_leaves_nothing_behind(
    client: TestClient,
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    form: dict[str, str],
    has_names: bool,
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    record(store, "b1", "Table 1", started(Paper().boot(), "crokinole-official", "Gwendolyn", "Bob").press("A 20"))
    answer = client.post("/report", data=form)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/zip")
    assert answer.headers["content-disposition"].startswith('attachment; filename="tallyboard-report-')
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert {"contents.txt", "doctor.json", "matches.json", "tallyboard.db"} <= set(archive.namelist())
        assert (b"Gwendolyn" in archive.read("matches.json")) == has_names
    assert list((tmp_path / "temporary").iterdir()) == []


def test_what_the_report_holds_is_explained_before(client: TestClient) -> None:
    said = text(client.get("/report?lang=fr").text)
    assert "les versions de Tallyboard" in said
    assert "Avec les noms des joueurs" in said
