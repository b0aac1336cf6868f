"""What page_reader makes of a journal, beside what both ends do."""

from typing import Any

from tests.link import page_reader


def is_read(row: Any) -> None:
    """The records and the matches of a journal are what the page says."""
    found = [(record["number"], bytes.fromhex(record["bytes"])) for record in row["records"]]
    for (number, data), (ms, moment), record in zip(found, page_reader.times(found), row["records"], strict=True):
        assert page_reader.sound(row["epoch"], number, data)
        said = {"number": number, "bytes": data.hex(), **page_reader.told(data), "ms": ms, "at": moment}
        assert said == record
    journal = page_reader.Journal(found)
    journal.lost_until(row["next"])
    assert journal.waits == row["waits"]
    at = {record["number"]: record["at"] for record in row["records"]}
    assert len(journal.matches) == len(row["matches"])
    for match, told in zip(journal.matches, row["matches"], strict=True):
        assert page_reader.match_id(row["board"], row["epoch"], match.first_seq) == told["match"]
        assert (match.first_seq, match.game, match.options) == (told["first_seq"], told["game"], told["options"])
        assert (match.key, match.names) == (told["key"], list(told["names"].values()))
        assert at[match.start] == told["started"]
        assert match.is_incomplete == (told["status"] == "incomplete")
        if not match.is_incomplete:
            assert [page_reader.line(*event) for event in match.stand] == told["stand"]
            if match.game == "crokinole-official":
                assert match.totals == list(told["totals"].values())
