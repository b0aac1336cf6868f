"""`hall`: a store with tournaments and boards, and a browser without JavaScript in front of its pages."""

from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tallyboard.desk import TournamentObject, as_object
from tallyboard.hub.database import LazyStore
from tallyboard.pages.app import make_app
from tallyboard.pages.site import Site
from tallyboard.store import Heard, open_store
from tallyboard.store.tournaments import Followed, append, create
from tallyboard.store.tournaments.board_results import finished, take_results
from tests.harness.paper import ZERO, Paper

LANGUAGES = ("en", "fr")


class Node:
    """An element of a page."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: "Node | None") -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Node | str] = []

    @property
    def text(self) -> str:
        """What is read in it, runs of blanks made one."""
        parts = [child if isinstance(child, str) else child.text for child in self.children]
        return " ".join(" ".join(parts).split())

    def all(self, tag: str = "", **attributes: str) -> "list[Node]":
        """All elements below it of this tag that have these attributes; `class_` is one of its classes."""
        found = []
        for child in self.children:
            if isinstance(child, Node):
                if (not tag or child.tag == tag) and all(child.has(name, value) for name, value in attributes.items()):
                    found.append(child)
                found += child.all(tag, **attributes)
        return found

    def has(self, name: str, value: str) -> bool:
        """Whether it has the attribute, or the class."""
        if name == "class_":
            return value in self.attributes.get("class", "").split()
        return self.attributes.get(name.replace("_", "-")) == value

    def one(self, tag: str = "", **attributes: str) -> "Node":
        """The first of them."""
        return self.all(tag, **attributes)[0]


class _Reading(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Node("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(node)
        if tag not in ("br", "hr", "img", "input", "link", "meta"):
            self.at = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.children.append(Node(tag, {name: value or "" for name, value in attrs}, self.at))

    def handle_endtag(self, tag: str) -> None:
        at: Node | None = self.at
        while at is not None and at.tag != tag:
            at = at.parent
        assert at is not None and at.parent is not None, f"</{tag}> closes nothing"
        self.at = at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def read(page: str) -> Node:
    """The page as elements."""
    reading = _Reading()
    reading.feed(page)
    return reading.root


class Hall:
    """A store, and the pages that show it."""

    def __init__(self, folder: Path) -> None:
        self.db = folder / "hall.db"
        self.store = open_store(str(self.db))
        self.client = TestClient(make_app(Site(LazyStore(None, self.store), folder)))
        self._boards = 0

    def begin(self, *lines: str, name: str = "Club day", first: str = "tournament singles seed=6") -> "Hall":
        """Begin a tournament, which is in use then, and enter these lines."""
        about = create(self.store, name, first, "UTC")
        self.now = Followed(about)
        return self.enter(*lines)

    def enter(self, *lines: str) -> "Hall":
        """Enter these lines."""
        with self.store.reading() as sql:
            self.now.catch_up(sql)
        append(self.store, self.now, lambda _: list(lines), "Ann")
        return self

    def follow(self, script: Sequence[str]) -> "Hall":
        """Enter a script's lines, as far as they are accepted, without its first and without times."""
        for line in script:
            if line.split()[:1] not in (["tournament"], ["at"]) and line.strip() and not line.startswith("#"):
                self.enter(line)
        return self

    @property
    def computed(self) -> TournamentObject:
        """The tournament as it stands."""
        with self.store.reading() as sql:
            self.now.catch_up(sql)
        return as_object(self.now.tournament)

    @property
    def id(self) -> str:
        """What addresses have of the tournament."""
        return self.now.about.id[:8]

    def play_ready(self, phase: int) -> "Hall":
        """Decide what is ready in the phase now."""
        ready = [m for m in self.computed["phases"][phase - 1]["matches"] if m["state"] in ("ready", "called")]
        return self.enter(*(self.result(*sides(m["sides"]), m["match"], m["due"] or 1) for m in ready))

    def play_out(self, phase: int) -> "Hall":
        """The same as long as anything is, or comes to be."""
        while any(m["state"] in ("ready", "called") for m in self.computed["phases"][phase - 1]["matches"]):
            self.play_ready(phase)
        return self

    def result(self, a: int, b: int, match: str, game: int = 1) -> str:
        """A line with a result of the two."""
        low, high = sorted((a, b))
        scores = f"{low} {5 + (low * high) % 3} {high} {(low + high) % 5}"
        return f"result {match}/{game} {scores} twenties {low % 4} {high % 3}"

    def board(self, paper: Paper, table: str = "1") -> str:
        """A board at this table has recorded this paper; the last match's id. Tournaments take what they called."""
        self._boards += 1
        board = f"b{self._boards}"
        self.store.add(Heard(board, table, "0", paper.epoch, 0, len(paper.records)), list(enumerate(paper.records)))
        for followed in [self.now] if hasattr(self, "now") else []:
            with self.store.reading() as sql:
                followed.catch_up(sql)
                those = finished(sql)
            assert list(take_results(self.store, followed, those)) == []
        return [match["match"] for match in self.store.matches(untouched=True) if match["board"] == board][-1]

    def get(self, address: str, language: str = "en", status: int = 200) -> Node:
        """The page at this address; `T` in it stands for the tournament."""
        return read(self.text(address, language, status))

    def text(self, address: str, language: str = "en", status: int = 200) -> str:
        """The same as it was sent."""
        at = address.replace("/T", f"/{self.id}") if "/T" in address else address
        answer = self.client.get(at, headers={"accept-language": language})
        assert answer.status_code == status, answer.text
        return answer.text


def sides(of: list[int | None]) -> tuple[int, int]:
    """Both, where they are known."""
    a, b = of
    assert a and b
    return a, b


def timed(paper: Paper) -> Paper:
    """A board that was told the time."""
    return paper.time(ZERO)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Nothing is in it yet."""
    made = Hall(tmp_path)
    yield made
    made.store.close()
