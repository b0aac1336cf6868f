"""What SQLAlchemy's statements need: the database's clock, rows that may be there already, arrays."""

from typing import Any

from sqlalchemy import ARRAY, BigInteger, Connection, FunctionElement, Insert, Table, TextClause, bindparam, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.types import TypeEngine

from tallyboard.store.tables.sql import NOW_MS


class now_ms(FunctionElement[int]):  # noqa: N801 - it stands in statements like any function of SQL
    """Milliseconds since 1970, UTC."""

    type = BigInteger()
    inherit_cache = True


@compiles(now_ms, "sqlite")
def _of_sqlite(element: Any, compiler: Any, **kw: Any) -> str:
    return NOW_MS["sqlite"]


@compiles(now_ms, "postgresql")
def _of_postgresql(element: Any, compiler: Any, **kw: Any) -> str:
    return NOW_MS["postgresql"]


def with_arrays(statement: str, **kinds: type[TypeEngine[Any]]) -> TextClause:
    """The statement, in which these of its values are arrays of these kinds. Make it once: to make it takes longer than
    many a statement."""
    return text(statement).bindparams(*(bindparam(name, type_=ARRAY[Any](kind)) for name, kind in kinds.items()))


def without_clash(connection: Connection, table: Table) -> Insert:
    """An INSERT into this table that leaves out what is there already."""
    is_sqlite = connection.dialect.name == "sqlite"
    return (
        sqlite.insert(table).on_conflict_do_nothing()
        if is_sqlite
        else postgresql.insert(table).on_conflict_do_nothing()
    )
