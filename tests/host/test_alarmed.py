"""To which match a record belongs that came with other bytes too."""

from tallyboard.store.conflicts import by_match, sentence


def test_a_record_belongs_to_the_last_match_that_begins_before_it() -> None:
    assert by_match((4, 5, 19, 20, 39, 40, 41), [5, 20, 40]) == {5: [5, 19], 20: [20, 39], 40: [40, 41]}
    assert by_match((2, 3), [3]) == {3: [3]}
    assert by_match((), [3]) == by_match((3,), []) == {}


def test_the_sentence() -> None:
    assert sentence({}) == ""
    assert sentence({"conflicts": [7]}).startswith("ALARM: record 7 came with other bytes too.")
    assert sentence({"conflicts": [7, 9]}).startswith("ALARM: records 7, 9 came")
