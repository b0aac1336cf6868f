"""What is entered at the desk's pages is decided and written in one transaction; its page reads once."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from tests.host.pages.desk.browser import Browser

MOST = 19  # statements that enter something, its confirmation with it


class Database:
    """Counts what is asked of it: `transactions` that write or read, and statements."""

    def __init__(self) -> None:
        self.writing: list[list[str]] = []
        self.reading: list[list[str]] = []


@contextmanager
def counted(olga: Browser) -> Iterator[Database]:
    """What is asked of the database of her site."""
    store, found = olga.site.store.get(), Database()
    here: list[str] = []

    def said(_conn: object, _cursor: object, statement: str, *_: object) -> None:
        here.append(statement.split()[0])

    begun, glanced = store.writing, store.reading

    @contextmanager
    def writing(*args: object, **how: object) -> Iterator[object]:
        here.clear()
        with begun(*args, **how) as connection:  # type: ignore[arg-type]
            yield connection
        found.writing.append(here[:])

    @contextmanager
    def reading() -> Iterator[object]:
        here.clear()
        with glanced() as sql:
            yield sql
        found.reading.append(here[:])

    event.listen(store._engine, "before_cursor_execute", said)
    store.writing, store.reading = writing, reading  # type: ignore[method-assign, assignment]
    try:
        yield found
    finally:
        del store.writing, store.reading
        event.remove(store._engine, "before_cursor_execute", said)


FIGURES = {"score-a": "6", "score-b": "2", "twenties-a": "5", "twenties-b": "1"}


@pytest.mark.parametrize(
    "page, action, fields",
    [
        ("/result/1:1-4", "/result/1:1-4", FIGURES),
        ("/result/1:1-4", "/result/1:1-4", FIGURES | {"score-b": "4", "sure": "6/4/5/1"}),  # and it is confirmed
        ("/result/1:1-4", "/result/1:1-4/forfeit", {"who": "a"}),
        ("/entrants", "/add", {"names": "Eve\nFay"}),
        ("/entrant/2", "/entrant/2/status", {"status": "withdraw"}),
        ("", "/free", {"again": "yes"}),
    ],
)
def test_a_form_is_one_transaction_that_writes_and_no_look(
    four: Browser, page: str, action: str, fields: dict[str, str]
) -> None:
    four.look(f"{four.at}{page}")
    form = four.form(action)
    before = len(four.lines())
    with counted(four) as database:
        answer = four.client.post(form.action, data={**form.fields, **fields}, follow_redirects=False)
        assert answer.status_code == 303
        assert (len(database.writing), len(database.reading)) == (1, 0)
        assert len(database.writing[0]) <= MOST
        four.look(answer.headers["location"])
        assert (len(database.writing), len(database.reading)) == (1, 1)
    assert len(four.lines()) > before


def test_what_is_refused_writes_nothing_and_is_read_once_for_its_page(four: Browser) -> None:
    four.look(f"{four.at}/result/1:1-4")
    form = four.form("/result/1:1-4")
    with counted(four) as database:
        answer = four.client.post(form.action, data={**form.fields, **FIGURES, "score-b": "4"})
    assert answer.status_code == 422
    assert (len(database.writing), len(database.reading)) == (0, 1)
