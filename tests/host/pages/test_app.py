"""The pages as one application."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tallyboard.hub.database import LazyStore
from tallyboard.pages.app import make_app
from tallyboard.pages.site import Site


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    site = Site(LazyStore(str(tmp_path / "store.db")), tmp_path)
    return TestClient(make_app(site), raise_server_exceptions=False)


def test_the_hall_is_there(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert '<html lang="en"' in answer.text


@pytest.mark.parametrize("header, code", [("fr-CA,fr;q=0.8", "fr"), ("de", "en"), ("de,fr", "fr"), ("", "en")])
def test_the_browser_says_which_language(client: TestClient, header: str, code: str) -> None:
    assert f'<html lang="{code}"' in client.get("/", headers={"accept-language": header}).text


def test_what_the_reader_chose_is_kept(client: TestClient) -> None:
    answer = client.post(
        "/preferences", data={"language": "fr", "theme": "night", "next": "/?a=1"}, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/?a=1")
    seen = client.get("/").text
    assert '<html lang="fr" data-theme="night"' in seen
    assert "La salle" in seen


@pytest.mark.parametrize("away", ["//evil.example/", "https://evil.example/", "/\\evil.example", "x", ""])
def test_a_form_leads_nowhere_else(client: TestClient, away: str) -> None:
    answer = client.post("/preferences", data={"language": "fr", "next": away}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_a_page_that_is_not_there_says_so(client: TestClient) -> None:
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert "There is no such page." in answer.text


def test_whoever_sends_nonsense_fills_no_terminal(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    form = {"content-type": "multipart/form-data; boundary=x"}
    assert client.post("/preferences", content=b"{}", headers=form).status_code == 400
    assert not caplog.records


@pytest.mark.parametrize("path", ["/t/abc", "/t/abc/schedule"])
def test_a_tournament_that_is_not_there_says_so_without_a_command(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such tournament." in answer.text
    assert "`" not in answer.text


@pytest.mark.parametrize("path", ["/t/now", "/t/now/standings", "/t/now/players"])
def test_before_the_first_tournament_its_pages_wait_for_it(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "No tournament yet" in answer.text and "did not work" not in answer.text
    assert 'data-version="nothing"' in answer.text
