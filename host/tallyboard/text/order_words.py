"""What boards are to be told, in words that people read."""

from collections.abc import Mapping
from typing import Any


def order_words(kind: str, what: Mapping[str, Any]) -> str:
    """`crokinole-official, Ann : Bob (match m1)`, `no match to wait`, `the name "Table 9"`, `brightness 12`.

    `what` is that of an order of this kind.
    """
    if kind == "name":
        return f'the name "{what["name"]}"' if what["name"] else "the name in its settings"
    if kind == "light":
        return f"brightness {what['light']}"
    if what["key"] is None:
        return "no match to wait"
    names = " : ".join(name or "?" for name in what["names"])
    return ", ".join(part for part in (what["line"], names) if part) + f" (match {what['key']})"
