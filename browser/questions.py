"""What the page asks of the laptop's store: what the commands of the same names print, and the proof."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from typing import Any, Literal, TypedDict

from shared_rules.journal.record import SETTING
from tallyboard.shapes import MatchObject
from tallyboard.store import Reader, read_store
from tallyboard.store.failures import is_locked
from tallyboard.store.tables.rows import epoch_of, rows_of
from tallyboard.store.verify import verify
from tallyboard.system.error_log import Explainer
from tallyboard.text.verdict import verdict

# same, different; behind: not everything has come; ahead: the board has gone on since it was asked
State = Literal["same", "different", "behind", "ahead"]


class BoardSide(TypedDict):
    """What a board answers; see box/turns.py."""

    epoch: int
    oldest: int
    next: int
    records: int
    sha256: str
    result: dict[str, Any] | None


class LaptopSide(TypedDict):
    """The same of the journal in the store, of the records that the board still has; `match`: the id of the result."""

    next: int
    records: int
    sha256: str
    match: str | None
    result: dict[str, Any] | None


class ProofField(TypedDict):
    """A value of the result object by its path, `totals A`; None where one end has none."""

    field: str
    board: Any
    laptop: Any
    same: bool


class Bytes(TypedDict):
    """How many records there are, and the SHA-256 of their bytes in order."""

    records: int
    sha256: str


class Proof(TypedDict):
    """The two ends side by side."""

    state: State
    match: str | None
    board: Bytes
    laptop: Bytes
    fields: list[ProofField]


def proof_of(store: Reader, board: str, there: BoardSide) -> Proof:
    """What the board of this id says of itself beside what the store has of it."""
    return compare(there, laptop_side(store, board, there["epoch"], there["oldest"]))


def laptop_side(store: Reader, board: str, epoch: int, oldest: int) -> LaptopSide:
    """What the store has of this journal, from the record `oldest` on. Damaged records count: they are what differs."""
    with store.reading() as sql:
        following = epoch_of(sql, board, epoch).next
        records = [data for _, data in rows_of(sql, board, epoch, oldest)]
    match = _last(store, board, epoch)
    return {
        "next": following,
        "records": len(records),
        "sha256": sha256(b"".join(records)).hexdigest(),
        "match": None if match is None else match["match"],
        "result": None if match is None else {**match},
    }


def _last(store: Reader, board: str, epoch: int) -> MatchObject | None:
    """The match that is on, or was the last."""
    its = [one for one in store.each_match(untouched=True) if (one["board"], one["epoch"]) == (board, epoch)]
    return max(its, key=lambda one: one["first_seq"], default=None)


def compare(board: BoardSide, laptop: LaptopSide) -> Proof:
    """The two side by side: all that the rules say of the match, and the records themselves."""
    rules = board["result"]
    known = laptop["result"]
    if rules is not None and known is not None:  # which knows more than the rules do
        known = {key: value for key, value in known.items() if key in rules}
    ours, theirs = dict(_leaves(known)), dict(_leaves(rules))
    fields = [_field(path, theirs, ours) for path in sorted({*ours, *theirs}, key=_in_order)]
    return {
        "state": _state(board, laptop, all(field["same"] for field in fields)),
        "match": laptop["match"],
        "board": {"records": board["records"], "sha256": board["sha256"]},
        "laptop": {"records": laptop["records"], "sha256": laptop["sha256"]},
        "fields": fields,
    }


def _state(board: BoardSide, laptop: LaptopSide, are_fields_same: bool) -> State:
    if laptop["next"] > board["next"]:
        return "ahead"
    if laptop["next"] < board["next"] or laptop["records"] < board["records"]:
        return "behind"
    same = (board["records"], board["sha256"]) == (laptop["records"], laptop["sha256"])
    return "same" if same and are_fields_same else "different"


_Path = tuple[str | int, ...]


def _leaves(value: Any, path: _Path = ()) -> Iterator[tuple[_Path, Any]]:
    """Each plain value in it by its path; a list or an object without any is one itself."""
    if value and isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif value and isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield from _leaves(inner, (*path, number))
    elif path:
        yield path, value


def _in_order(path: _Path) -> tuple[tuple[bool, int, str], ...]:
    """Of a list in its order, whatever the board's VM made of it."""
    return tuple((isinstance(key, str), 0, key) if isinstance(key, str) else (False, key, "") for key in path)


def _field(path: _Path, board: dict[_Path, Any], laptop: dict[_Path, Any]) -> ProofField:
    there, here = board.get(path), laptop.get(path)
    same = path in board and path in laptop and type(there) is type(here) and there == here
    return {"field": " ".join(map(str, path)), "board": there, "laptop": here, "same": same}


BUSY_S = 0.02  # between two attempts to write


class Questions:
    """Answers from the database `place`, the path of an SQLite file."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._explainer = Explainer()

    def answer(self, question: str, *given: str) -> Any:
        """What JSON can carry: `value`, or as `error` a cause and the next step."""
        try:
            return {"value": getattr(self, f"_{question}")(*given)}
        except Exception as unexplained:  # whoever asked waits for an answer
            error = self._explainer.explain(unexplained)
            return {"error": {"cause": error.cause, "next_step": error.next_step}}

    def _results(self) -> list[Any]:
        """As `tallyboard results --json`: an object for each match."""
        with closing(read_store(self._place)) as store:
            return list(store.each_match())

    def _show(self, match: str) -> Any:
        """As `tallyboard show MATCH`: with an empty event stands what else the journal tells. No correction is entered
        here."""
        with closing(read_store(self._place)) as store:
            found = store.match(match)
            return {**found, "presses": [press.as_json() for press in store.presses(found)]}

    def _proof(self, board: str, said: str) -> Any:
        """The proof of the board of this id, and `verify`: what `tallyboard verify` says, and whether all is sound."""
        with closing(read_store(self._place)) as store:
            proof = proof_of(store, board, json.loads(said))
            findings = verify(store)
        return {**proof, "verify": {"sound": findings.sound, "lines": verdict(findings.as_json())}}

    def _spoil(self, board: str) -> int:
        """Change one bit of the last press of this board, as a bad disk might; its number, -1 where there is none."""
        with closing(sqlite3.connect(self._place, timeout=0, isolation_level=None)) as connection:
            wanted = "SELECT epoch, seq, data FROM records WHERE board = ? AND data < ? ORDER BY seq DESC LIMIT 1"
            found = connection.execute(wanted, (board, bytes((SETTING,)))).fetchone()
            if found is None:
                return -1
            epoch, seq, data = found
            spoilt = bytes((data[0], data[1] ^ 1)) + data[2:]
            changed = "UPDATE records SET data = ? WHERE board = ? AND epoch = ? AND seq = ?"
            while True:
                try:
                    connection.execute(changed, (spoilt, board, epoch, seq))
                    return int(seq)
                except sqlite3.OperationalError as error:
                    if not is_locked(error):
                        raise
                time.sleep(BUSY_S)  # SQLite's own patience would keep the one that writes from its turn
