"""What the firmware of the boards noted when it met an error, out of the stored records."""

from typing import Any

from shared_rules.journal import record, record_text
from tallyboard.report.anonymous import with_texts
from tallyboard.store import Reader


def recorded_faults(store: Reader) -> list[dict[str, Any]]:
    """A dict for each: board, table, epoch, seq (its number), match (the id of the one being played, or None), text."""
    faults = []
    starts: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for match in store.matches(untouched=True, aside=True):
        starts.setdefault((match["board"], match["epoch"]), []).append((match["first_seq"], match["match"]))
    for board, table, epoch in store.journals():
        for seq, data, texts in with_texts(store.records(board, epoch)):
            if data[0] == record.FAULT:
                begun = [begin for begin in starts.get((board, epoch), []) if begin[0] <= seq]
                faults.append(
                    {
                        "board": board,
                        "table": table,
                        "epoch": epoch,
                        "seq": seq,
                        "match": max(begun)[1] if begun else None,
                        "text": record_text.decode(texts, record.FAULT_TEXT),
                    }
                )
    return faults
