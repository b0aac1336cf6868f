"""Pages that were made for somebody, for the next who asks for the same: many viewers of one change cost one page."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from tallyboard.pages.render import PageReader

_MOST = 8 * 2**20  # bytes of all pages that are kept


# Everything that a page may depend on: what it shows in which version, and all that it knows of its reader.
Key = tuple[str, PageReader]


class PageCache:
    """Keeps pages by their keys; those longest unused go first. Of several who ask for one page at once the first has
    it made, and the others wait for that. What fails is not kept, and all of them are told."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._made: dict[Key, asyncio.Task[bytes]] = {}

    async def get(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The page of this key; raises what `make` raises."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.ensure_future(self._make(key, make))
        return await asyncio.shield(task)  # one who goes away does not take it from the others

    async def _make(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            made = await make()
        finally:
            del self._made[key]
        self._kept[key] = made
        self._size += len(made)
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])
        return made
