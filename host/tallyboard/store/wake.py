"""Waking whoever waits for news of a database.

A wake-up says where to look again, as a hint: nothing is lost with one, for everybody looks at everything at a slower
pace too. On PostgreSQL it is a notification; one that says nothing, as older hubs send it, is about everything. Readers
of an SQLite file see by themselves that it has changed.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

CHANNEL = "tallyboard"
PRESENCE, ORDERS, TOURNAMENTS = "presence", "orders", "tournaments"
TOPICS = frozenset((PRESENCE, ORDERS, TOURNAMENTS))
_MOST_BYTES = 7999  # that a notification carries


class News(NamedTuple):
    """Where to look again. `topics`: any of TOPICS. `scores`: by board how many records its journal has now; None: of
    any board. `by`: who says so, see Store.id."""

    topics: frozenset[str] = frozenset()
    scores: Mapping[str, int] | None = {}
    by: str = ""


EVERYTHING = News(TOPICS, None)


def wake(connection: Connection, about: News = EVERYTHING) -> None:
    """Wake them when this transaction is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, written(about))))


def written(news: News) -> str:
    """What a notification of these says."""
    if news.scores is None:
        return ""
    said = json.dumps({"topics": sorted(news.topics), "scores": news.scores, "by": news.by})
    return said if len(said) <= _MOST_BYTES else ""


def read(said: str) -> News:
    """What a notification tells."""
    try:
        found: dict[str, Any] = json.loads(said)
        return News(TOPICS & set(found["topics"]), dict(found["scores"]), found["by"])
    except (ValueError, TypeError, KeyError):  # of an older hub, or a newer one
        return EVERYTHING


def together(one: News, other: News) -> News:
    """Both."""
    scores = None if one.scores is None or other.scores is None else {**one.scores, **other.scores}
    return News(one.topics | other.topics, scores)
