"""What the page asks of the laptop's store: what the commands of the same names print, and the proof."""

import json
import sqlite3
import time
from contextlib import closing
from typing import Any

from shared_rules.journal.record import SETTING
from tallyboard.play.laptop.proof import proof_of
from tallyboard.store import read_store
from tallyboard.store.failures import is_locked
from tallyboard.store.verify import verify
from tallyboard.system.error_log import Explainer
from tallyboard.text.verdict import verdict

BUSY_S = 0.02  # between two attempts to write


class Asked:
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
