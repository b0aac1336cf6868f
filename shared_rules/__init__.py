"""What the board and the laptop must agree on: the games, their events, the bytes of a record and of a frame.

Pure: no clock, no I/O, no floats. The same files run on CircuitPython 9 and 10, on MicroPython and on CPython 3.11+.
The numbered paragraphs cited in comments are those of the five rule books: 000 American Southwest Pichenotte,
001 AQJP pichenottes, 002 World Crokinole "The Game", 003 Woodestic crokinole, 004 Ritzenthaler washers.

Annotations cost a board nothing: the compiler leaves them out, and a block under `if False:` as well, in which stands
what only they need; tests/firmware/test_annotations.py compares. mypy reads both. CPython evaluates annotations, so
what is not imported at run time stands in quotes.
"""

VERSION = "0.2.0"


class SaidError(ValueError):
    """What is refused, in a sentence: `said`, with `values` for each %(name)s in it. It is put together only when
    somebody asks, and a laptop says it in the language of its people."""

    def __init__(self, said: str, **values: object) -> None:
        super().__init__(said)
        self.said = said
        self.values = values

    def __str__(self) -> str:
        return self.said % self.values if self.values else self.said
