"""Where pages are, by name: on the server, and in a site that was exported."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote, urlencode

from starlette.applications import Starlette

STATIC = Path(__file__).parent / "static"


class Links(Protocol):
    """What templates ask for addresses."""

    def url(self, name: str, /, query: Mapping[str, object] | None = None, **where: Any) -> str:
        """The page of this name; `where`: what its path has, `query`: what stands behind the question mark."""
        ...

    def asset(self, file: str) -> str:
        """A file of static/."""
        ...


class ServerLinks:
    """Addresses on the server of this app; each asset's has its fingerprint, so that browsers may keep it for good."""

    def __init__(self, app: Starlette) -> None:
        self._app = app

    def url(self, name: str, /, query: Mapping[str, object] | None = None, **where: Any) -> str:
        quoted = {part: quote(value, safe="") if isinstance(value, str) else value for part, value in where.items()}
        path = str(self._app.url_path_for(name, **quoted))
        return f"{path}?{urlencode(query)}" if query else path

    def asset(self, file: str) -> str:
        return str(self._app.url_path_for("static", path=file)) + f"?v={fingerprint(file)}"


@cache
def fingerprint(file: str) -> str:
    """A few digits that are others when the file is another."""
    return sha256((STATIC / file).read_bytes()).hexdigest()[:8]
