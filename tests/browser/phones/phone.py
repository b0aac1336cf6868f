"""A phone at a table, as a test handles it, in any browser that can run a script.

phone.scan(address)
phone.press("A1", "B2")
phone.shows(A="20", B="15")
phone.says_line("The laptop is away")
phone.answer("Take it over")
"""

import json
import time
from collections.abc import Callable
from typing import Any, Protocol, Self

_PATIENCE_S = 60  # for all that is waited for, on a machine that has much else to do
_EACH_S = 0.03
_CODES = {
    f"{side}{row + 1}": code for side, codes in (("A", "12345"), ("B", "67890")) for row, code in enumerate(codes)
}
_LETTERS = {"UNDO": "u", "NEXT": "n", "MENU": "m"}
# Keys of the keyboard, which the page has too; slower than a switch that bounces. `done` counts. Held for 500 ms, UNDO
# takes nothing back: where a page that was busy has made that of a tap, it is pressed once more.
_PLAYER = """
  if (!window.fingers) {
    window.fingers = { done: 0, order: Promise.resolve() };
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    window.fingers.play = (keys, held) => {
      window.fingers.order = window.fingers.order.then(async () => {
        for (const [code, key] of keys) {
          const what = { code, key, bubbles: true, cancelable: true };
          const tell = (kind) => document.body.dispatchEvent(new KeyboardEvent(kind, what));
          for (let isHeld = true; isHeld;) {
            const began = performance.now();
            tell("keydown");
            await wait(held);
            isHeld = key === "u" && held < 500 && performance.now() - began >= 500;
            tell("keyup");
            await wait(90);
          }
          window.fingers.done += 1;
        }
      });
    };
  }
"""


class Tab(Protocol):
    """A tab of a browser."""

    def go(self, address: str) -> None: ...
    def run(self, script: str) -> Any:
        """The value of this expression there."""
        ...

    def reload(self) -> None: ...


class Phone:
    """What is open in this tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    # ---- what is done to it

    def scan(self, address: str, ready: bool = True) -> Self:
        """Open the address of a card; `ready`: until it can be played."""
        self.tab.go(address)
        if ready:
            self.is_lit()
        return self

    def press(self, *keys: str, held_ms: int = 60) -> None:
        """These keys one after the other, until the page has let go of the last."""
        told = json.dumps([[f"Digit{_CODES[key]}", ""] if key in _CODES else ["", _LETTERS[key]] for key in keys])
        before = int(self.tab.run(f"(() => {{ {_PLAYER} return window.fingers.done; }})()"))
        self.tab.run(f"window.fingers.play({told}, {held_ms})")
        self.until(f"window.fingers.done >= {before + len(keys)}")

    def hold(self, key: str) -> None:
        """This key, for longer than a second."""
        self.press(key, held_ms=1100)

    def answer(self, button: str) -> None:
        """The button of the sheet, or of the line, with this word."""
        all_of_them = "[...document.querySelectorAll('dialog[open] button, .half[data-side=B] .line button')]"
        find = f"{all_of_them}.find((one) => one.textContent === {json.dumps(button)})"
        self.until(f"Boolean({find})")
        self.tab.run(f"({find}).click()")

    def type(self, text: str) -> None:
        """Into the field of the sheet."""
        self.until("Boolean(document.querySelector('dialog[open] input'))")
        self.tab.run(f"document.querySelector('dialog[open] input').value = {json.dumps(text)}")

    def reload(self) -> None:
        """As a reader does it; until it can be played again."""
        self.tab.reload()
        self.is_lit()

    # ---- what is there

    def number(self, side: str) -> str:
        """What stands large in the half of this side."""
        return str(self.tab.run(_number(side)))

    def shows(self, **numbers: str) -> None:
        """Wait until each half shows its number: shows(A="20")."""
        for side, number in numbers.items():
            self.until(f"{_number(side)} === {json.dumps(number)}")

    def is_lit(self) -> None:
        """Wait until it can be played: keys are there when the board has said what they do."""
        keys = "document.querySelector('.half[data-side=A] [data-keys]')?.dataset.keys > 0"
        self.until(f"document.querySelector('#table')?.dataset.state === 'on' && {_number('A')} !== '' && {keys}")

    def is_dark(self) -> None:
        """Wait until nothing is lit."""
        self.until("document.querySelector('#table')?.dataset.state !== 'on'")

    def is_called(self, table: str) -> None:
        """Wait until it says which table it is."""
        self.until(f"document.querySelector('#table h1').textContent.includes({json.dumps(table)})")

    def has_told(self, waits: int = 0) -> None:
        """Wait until it knows that so many of its presses wait, and no more."""
        self.until(f"document.querySelector('#table').dataset.waits === '{waits}'")

    def says_line(self, words: str) -> None:
        """Wait until the quiet line has these words; "" for no line."""
        line = "document.querySelector('.half[data-side=B] .line')"
        self.until(
            f"{line}.hidden" if not words else f"!{line}.hidden && {line}.textContent.includes({json.dumps(words)})"
        )

    def says(self, words: str) -> None:
        """Wait until the half of side B says this."""
        says = "document.querySelector('.half[data-side=B] .says').textContent"
        self.until(f"{says}.includes({json.dumps(words)})" if words else f"!{says}")

    def says_sheet(self, words: str) -> None:
        """Wait until a sheet has these words; "" for no sheet."""
        sheet = "document.querySelector('dialog[open]')"
        self.until(f"!{sheet}" if not words else f"{sheet}?.textContent.includes({json.dumps(words)})")

    def until(self, so: str) -> None:
        """Wait until this is true there."""
        waited(lambda: bool(self.tab.run(so)), lambda: f"{so}\n{self.tab.run('document.body.innerText')}")


def _number(side: str) -> str:
    return f"(document.querySelector('.half[data-side={side}] .mine .num')?.textContent ?? '')"


def waited(so: Callable[[], bool], what: Callable[[], str]) -> None:
    """Until it is so; what was waited for, and what there is instead, where it does not come."""
    until = time.monotonic() + _PATIENCE_S
    while not so():
        assert time.monotonic() < until, what()
        time.sleep(_EACH_S)
