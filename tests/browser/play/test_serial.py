"""A real board over Web Serial, in its place one of the firmware in memory: it is read, and told nothing."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from shared_rules.link import frame
from tests.browser.browsers import CHROMIUM
from tests.browser.play.laptop_page import LaptopPage, made_folder, played
from tests.browser.windows import Windows
from tests.harness.firmware_board import FirmwareBoard

READING = {frame.HELLO, frame.PULL, frame.STATE, frame.FOLLOW}
LINES = ("A 20", "A 15", "B 20", "next", "A 5")

# The streams of a port as Web Serial has them; the far end is in this process, and speaks in hex digits.
_PORT = """
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));

class EmulatedPort {
  async open(options) {
    window.portOpened = JSON.stringify(options);
    let gone = false;
    this.readable = new ReadableStream({
      async pull(controller) {
        for (;;) {
          if (gone) return;
          const said = await window.boardSays();
          if (said === null) {
            controller.error(new DOMException("The device has been lost.", "NetworkError"));
            return;
          }
          if (said) {
            controller.enqueue(bytesOf(said));
            return;
          }
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
      cancel() { gone = true; },
    });
    this.writable = new WritableStream({ write: (bytes) => window.boardHears(hexOf(bytes)) });
  }
  async setSignals() {}
  getInfo() { return { usbVendorId: 0x239a, usbProductId: 0x80f4 }; }
  async close() {
    if (this.readable.locked || this.writable.locked) throw new TypeError("still locked");
    window.portClosed = true;
  }
}

Object.defineProperty(navigator, "serial", { configurable: true, value: {
  async requestPort({ filters }) {
    window.portFilters = JSON.stringify(filters);
    if (window.noPort) throw new DOMException("No port selected by the user.", "NotFoundError");
    return new EmulatedPort();
  },
} });
"""


class Usb:
    """The far end of the port. `board`: None where something else is there, which says nothing."""

    def __init__(self) -> None:
        self.board: FirmwareBoard | None = FirmwareBoard()
        self.is_in = True
        self._sent = b""

    def arrive(self, sent: bytes) -> None:
        """What the board sends by itself."""
        self._sent += sent

    def hears(self, data: str) -> None:
        if self.board is not None:
            self._sent += b"".join(self.board.receive(bytes.fromhex(data)))

    def says(self) -> str | None:
        if not self.is_in:
            return None
        if self.board is not None:
            self.board.let_out(self)  # type: ignore[arg-type]  # which takes whatever can `arrive`
        sent, self._sent = self._sent, b""
        return sent.hex()


@pytest.fixture(scope="module")
def usb() -> Usb:
    return Usb()


@pytest.fixture(scope="module")
def page(
    launched: Callable[[str], Browser], usb: Usb, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LaptopPage]:
    """Loaded once for all tests."""
    folder = made_folder(tmp_path_factory.mktemp("play") / "folder")
    windows = Windows(launched(CHROMIUM))
    go = windows.person()
    context = windows._contexts[0]
    context.expose_function("boardHears", usb.hears)
    context.expose_function("boardSays", usb.says)
    context.add_init_script(_PORT)
    page = LaptopPage(go("about:blank"), (folder / "index.html").as_uri(), 1)
    expect(page.panel.locator(".serial")).to_contain_text("Show the laptop first")
    page.show()
    page.wait_until_loaded()
    yield page
    assert windows.faults == []
    windows.close()


def says(page: LaptopPage, words: str) -> None:
    expect(page.panel.locator("#serial-says")).to_contain_text(words)


def expect_played(page: LaptopPage, folder: Path, *lines: str) -> None:
    """The results and the match press by press are what the host's own code says of these presses."""
    wanted = played(folder, *lines)
    row = page.panel.locator("#laptop-results tbody tr", has_text="Table 3")
    expect(row.locator("td").nth(3)).to_have_text(wanted.row[0])
    row.locator("button").click()
    numbers = page.expect_presses(wanted.presses)
    assert numbers == sorted(set(numbers))


def test_whoever_chooses_no_port_is_told_so(page: LaptopPage) -> None:
    page.page.evaluate("() => { window.noPort = true; }")
    page.panel.locator("button.serial").click()
    says(page, "No port was chosen.")
    page.page.evaluate("() => { window.noPort = false; }")


def test_of_the_wrong_port_it_says_which_to_choose(page: LaptopPage, usb: Usb) -> None:
    board, usb.board = usb.board, None
    page.panel.locator("button.serial").click()
    says(page, "choose the other one")
    page.panel.locator("button.serial_stop").click()
    usb.board = board


def test_a_board_is_read_and_unplugged_and_read_again_and_never_told(
    page: LaptopPage, usb: Usb, tmp_path: Path
) -> None:
    assert usb.board is not None
    usb.board.press(*LINES[:3])
    page.panel.locator("button.serial").click()
    says(page, "The board is there: Table 3.")
    page.expect_cable("usb", "followed")
    assert json.loads(page.page.evaluate("window.portFilters")) == [{"usbVendorId": 0x239A}, {"usbVendorId": 0x2E8A}]
    expect_played(page, tmp_path, *LINES[:3])
    usb.board.press(*LINES[3:])
    expect_played(page, tmp_path, *LINES)

    usb.is_in = False
    says(page, "The board was unplugged.")
    expect(page.panel.locator("tr[data-port=usb]")).to_have_count(0)
    expect_played(page, tmp_path, *LINES)
    usb.board.press("B 10", "A 20")
    usb.is_in = True
    page.panel.locator("button.serial").click()
    says(page, "The board is there: Table 3.")
    expect_played(page, tmp_path, *LINES, "B 10", "A 20")

    page.panel.locator("button.serial_stop").click()
    says(page, "Disconnected.")
    page.page.wait_for_function("window.portClosed === true")
    expect(page.panel.locator("tr[data-port=usb]")).to_have_count(0)

    # A box of the bench was told the time and acknowledged meanwhile, this board was not.
    page.box(1).press("A1")
    page.expect_proof(1, "same")
    assert set(usb.board.requests) == READING
    assert usb.board.acked == 0
