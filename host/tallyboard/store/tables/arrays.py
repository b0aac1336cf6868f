"""Statements of PostgreSQL whose values are arrays: a row of each for everything that is done at once."""

from typing import Any

from sqlalchemy import ARRAY, TextClause, bindparam, text
from sqlalchemy.types import TypeEngine


def with_arrays(statement: str, **kinds: type[TypeEngine[Any]]) -> TextClause:
    """The statement, in which these of its values are arrays of these kinds. Make it once: to make it takes longer than
    many a statement."""
    return text(statement).bindparams(*(bindparam(name, type_=ARRAY[Any](kind)) for name, kind in kinds.items()))
