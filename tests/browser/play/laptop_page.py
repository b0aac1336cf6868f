"""The page with the laptop, as a visitor uses it, and what the host's own code says of the same presses."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from browser.folder import write_folder
from tallyboard.errors import TallyboardError
from tallyboard.store import Heard, open_store
from tallyboard.system.laptop import cache_folder
from tests.browser.play.bench import Bench, prepared
from tests.browser.play.box import Box
from tests.harness.firmware_board import BOARD, FirmwareBoard
from tests.harness.missing import cannot_run
from tests.harness.waiting import eventually

LOADED_MS = 120_000  # for Python to start, on a machine that has much else to do

# Between the worker of a box and the page: `window.meddled(message)` gives what is heard in its place.
MEDDLER = """
const Unmeddled = Worker;
window.Worker = class extends Unmeddled {
  set onmessage(does) {
    super.onmessage = ({ data }) => does({ data: window.meddled ? window.meddled(data) : data });
  }
};
"""


def made_folder(folder: Path) -> Path:
    """The folder of the page."""
    try:
        write_folder(folder, cache_folder())
    except TallyboardError as error:
        cannot_run(str(error))
    return folder


class Shown(NamedTuple):
    """A press as a line shows it: what, the round, the total, the note."""

    event: str
    raw: str
    totals: str
    note: str


class LaptopPage:
    """The page `page` at the address of a folder, with so many boxes."""

    def __init__(self, page: Page, address: str, boxes: int) -> None:
        self.page = page
        prepared(page.context)
        page.goto(address)
        Bench(page).boxes(boxes)
        expect(page.locator(".box[data-state=on]")).to_have_count(boxes)
        self.panel = page.locator("#laptop")

    # ---- what the visitor does

    def show(self) -> None:
        self.panel.locator(".laptop_show").click()
        expect(self.panel).to_have_attribute("data-state", "loading")

    def wait_until_loaded(self) -> None:
        expect(self.panel).to_have_attribute("data-state", "on", timeout=LOADED_MS)

    def box(self, number: int) -> Box:
        """This box on the bench, from 1."""
        return Box(self.page, number)

    # ---- what the visitor sees

    def expect_cable(self, port: str, status: str) -> None:
        expect(self.panel.locator(f"#laptop-boxes tr[data-port='{port}']")).to_have_attribute("data-cable", status)

    def expect_unplugged(self, port: str) -> None:
        """The hub has seen it too, as it sees a real port go."""
        row = self.panel.locator(f"#laptop-boxes tr[data-port='{port}']")
        expect(row).to_have_attribute("data-told", "unplugged")

    def expect_proof(self, box: int, state: str) -> Locator:
        """Wait for it, and that it knows of all that was pressed."""
        proof = self.panel.locator(f".proof[data-port='box {box}']")
        expect(proof.and_(self.page.locator(f"[data-proof={state}][aria-busy=false]"))).to_be_visible()
        return proof

    def expect_workers(self, count: int) -> None:
        """Wait until so many are there: one for each box with power, and the laptop's."""

        def are_there() -> bool:
            self.page.title()  # what has come and gone is told before the answer
            return len(self.page.workers) == count

        eventually(are_there)

    def choose(self, box: int) -> None:
        """Have the last match of this box stand press by press."""
        self.row(box).locator("button").click()
        expect(self.row(box).locator("button")).to_have_attribute("aria-pressed", "true")

    def row(self, box: int) -> Locator:
        """The line of the last match of this box."""
        return self.panel.locator("#laptop-results tbody tr", has_text=f"Box {box}").last

    def expect_presses(self, wanted: Sequence[Shown]) -> list[int]:
        """Wait until exactly these stand there; the numbers of their records."""
        rows = self.panel.locator("#laptop-presses tbody tr:not(.between)")
        expect(rows.locator("td:nth-child(3)")).to_have_text([press.event for press in wanted])
        cells = [
            row.split("\t")
            for row in rows.evaluate_all(
                "rows => rows.map(row => [...row.cells].map(cell => cell.textContent).join('\\t'))"
            )
        ]
        assert [Shown(*row[2:6]) for row in cells] == list(wanted)
        return [int(row[0]) for row in cells]

    def values(self, proof: Locator) -> dict[str, tuple[str, str]]:
        """By its name each value of the proof: the board's and the laptop's."""
        rows = proof.locator("details tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
        )
        return {name: (there, here) for name, there, here in rows}


class Played(NamedTuple):
    """What the host's own code says of presses: a line of `results --json`, and each press."""

    match: dict[str, Any]
    presses: list[Shown]

    @property
    def row(self) -> list[str]:
        """How the score and the status are shown in English."""
        status = {"playing": "on now"}.get(self.match["status"], self.match["status"])
        return [_points(self.match["totals"]), status]

    @property
    def values(self) -> dict[str, Any]:
        """Each plain value that the rules say of the match, by the name that the proof gives it."""
        of_rules = ("game", "options", "sides", "names", "status", "winners", "totals", "twenties", "rounds", "current")
        return {name: value for key in of_rules for name, value in _values(key, self.match[key])}


def played(folder: Path, *lines: str) -> Played:
    """What came of these presses, events as in a scoresheet, on a board of the firmware in memory and in a store."""
    board = FirmwareBoard()
    board.press(*lines)
    with open_store(str(folder / f"{len(list(folder.iterdir()))}.db")) as store:
        records = board.journal
        store.add(Heard(board=BOARD, table="", firmware="", epoch=7, oldest=0, next=len(records)), records)
        (match,) = store.matches()
        presses = [press.as_json() for press in store.presses(match) if press.event]
    return Played({**match}, [_shown(press) for press in presses])


def _shown(press: Any) -> Shown:
    marks = [word for word, on in (("undone", press["undone"]), ("cut off", press["cut"])) if on]
    note = ", ".join([*marks, *([press["note"]] if press["note"] else [])])
    return Shown(press["event"], _points(press["raw"]), _points(press["totals"]), note)


def _points(sides: dict[str, int]) -> str:
    return " : ".join(map(str, sides.values()))


def _values(name: str, value: Any) -> list[tuple[str, Any]]:
    if value and isinstance(value, dict):
        return [one for key, inner in value.items() for one in _values(f"{name} {key}", inner)]
    if value and isinstance(value, list):
        return [one for number, inner in enumerate(value, 1) for one in _values(f"{name} {number}", inner)]
    return [(name, value)]
