"""The one style sheet of every page, and how browsers are given it."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tallyboard import pages
from tallyboard.hub.database import LazyStore
from tallyboard.pages import sheet
from tallyboard.pages.app import make_app
from tallyboard.pages.sheet import SHEET, files, fonts
from tallyboard.pages.site import Site
from tests.host.pages.colours import colours, contrast

MOST = 12 * 1024  # bytes on the way to a phone
TEXT, GRAPHICS = {"light": 4.5, "night": 7.0}, 3.0

# Which colour is read on which.
READ = [(text, ground) for text in ("ink", "quiet") for ground in ("paper", "card")]
READ += [("ink", wash) for wash in ("a-wash", "b-wash", "c-wash", "go-wash", "warn-wash", "wrong-wash")]
READ += [(side, ground) for side in "abc" for ground in ("paper", "card", f"{side}-wash")]
READ += [("on-side", side) for side in "abc"]
READ += [("on-band", "band"), ("band-quiet", "band"), ("on-go", "go"), ("paper", "ink")]
READ += [
    (f"{word}{text}", ground)
    for word, text in (("go", "-text"), ("warn", ""), ("wrong", ""))
    for ground in ("paper", "card", f"{word}-wash")
]
SEEN = [("line-strong", "paper"), ("line-strong", "card"), ("go", "paper"), ("lit", "glass")]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(Site(LazyStore(str(tmp_path / "store.db")), tmp_path))) as client:
        yield client


def test_a_phone_has_the_sheet_in_a_moment() -> None:
    assert all(len(files()[name].packed) <= MOST for name in sheet.SHEETS)


def test_every_part_is_in_it() -> None:
    parts = [part for parts in sheet.SHEETS.values() for part in parts]
    assert {path.stem for path in sheet.STYLES.iterdir()} <= set(parts) and len(set(parts)) == len(parts)
    assert "Barlow Condensed" in files()[SHEET].data.decode()
    assert files()[SHEET].data.decode().count("--paper:#0d0b0a") == 2  # by choice, and by the device


def test_nothing_is_loaded_from_elsewhere() -> None:
    style = files()[SHEET].data.decode()
    assert "//" not in style and "@import" not in style
    loaded = re.findall(r"url\(([^)?]+)\?v=(\w+)\)", style)
    assert style.count("url(") == len(loaded) == 4 and not any(
        b"url(" in files()[name].data for name in sheet.SHEETS if name != SHEET
    )
    assert all(files()[name].version == version for name, version in loaded)
    assert {name for name, _ in loaded} | {"fonts/ofl.txt"} == set(fonts())


@pytest.mark.parametrize("file", [SHEET, "live.js", *fonts()])
def test_a_browser_pays_once(client: TestClient, file: str) -> None:
    address = f"/static/{file}?v={files()[file].version}"
    answer = client.get(address)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.content == files()[file].data
    again = client.get(address, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_under_another_address_it_is_asked_for_each_time(client: TestClient) -> None:
    for address in ("/static/stage.css", "/static/stage.css?v=0"):
        assert client.get(address).headers["cache-control"] == "public, no-cache"


def test_it_is_packed_for_whoever_takes_that(client: TestClient) -> None:
    answer = client.get("/static/stage.css")
    assert answer.headers["content-encoding"] == "gzip"
    plain = client.get("/static/stage.css", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content == gzip.decompress(files()[SHEET].packed)


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [("gzip;q=0", False), ("GZIP; q=0.0, br", False), ("notgzip", False), ("", False), ("br, GZIP;q=0.5", True)],
)
def test_who_cannot_unpack_it_is_given_it_plain(client: TestClient, accepted: str, is_packed: bool) -> None:
    answer = client.get("/static/stage.css", headers={"accept-encoding": accepted})
    assert ("content-encoding" in answer.headers) == is_packed


@pytest.mark.parametrize("path", ["nothing.css", "../sheet.py", "%2e%2e/sheet.py", "fonts", ""])
def test_nothing_else_is_given(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize("theme", ["light", "night"])
def test_what_is_read_stands_out(theme: str) -> None:
    known = colours(theme)
    for least, pairs in ((TEXT[theme], READ), (GRAPHICS, SEEN)):
        said = {f"--{one} on --{other}": contrast(known[one], known[other]) for one, other in pairs}
        assert not {pair: round(found, 2) for pair, found in said.items() if found < least}


def test_the_champion_on_the_desk_is_read_on_the_band_that_stands_behind() -> None:
    styles = Path(pages.__file__).parent / "styles"
    desk, band = (
        re.findall(r"\.champion {([^}]*)}", (styles / f"{name}.css").read_text()) for name in ("desk", "public")
    )
    colour, ground = (
        re.search(rf"{what}: var\(--([a-z-]+)\)", said[0])
        for what, said in (("(?<!-)color", desk), ("background", band))
    )
    assert colour and ground and (colour[1], ground[1]) in READ


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
