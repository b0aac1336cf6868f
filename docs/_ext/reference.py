"""Pages that are made when the site is made: of the commands and of the JSON schemas; and the end of each game's page.

What is made lies in docs/reference/, which no commit has. The examples are of an evening at which every command is run,
see evening.py. It takes a minute or two, so it is kept until a source is newer.
"""

import json
import re
from pathlib import Path
from typing import Any

import reference_commands
import reference_games
import reference_json
from evening import Shown, evening
from sphinx.application import Sphinx

DOCS = Path(__file__).parents[1]
MADE = DOCS / "reference"
ROOT = DOCS.parent
_SOURCES = ("host", "shared_rules", "firmware", "docs/_ext")
_PLAIN = re.compile(r"(?<!\[)`([a-z]+)`(?!\])")  # a command that no link is around yet
_TOLD = re.compile(r"\[`([a-z]+)`\]\((#[\w-]+)\)")  # one of which the page itself tells more
_SCHEMA = re.compile(r"\]\(schema/([\w-]+)\.json\)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("builder-inited", _make)
    app.connect("env-get-outdated", lambda *_: [f"docs/games/{game_id}" for game_id in reference_games.SHEETS])
    app.connect("source-read", _add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _make(app: Sphinx) -> None:
    MADE.mkdir(exist_ok=True)
    shown = _evening()
    of = {one.schema: one for one in shown if one.schema}
    for name in reference_commands.PAGES:
        _write(MADE / f"{name}.md", reference_commands.page(name, shown))
    for name in reference_json.names():
        example = of.get(name)
        _write(MADE / f"json-{name}.md", reference_json.page(name, *(example[:2] if example else ("", ""))))


def _write(file: Path, text: str) -> None:
    """Only where it is another text: Sphinx reads again what is newer."""
    if not file.exists() or file.read_text("utf-8") != text:
        file.write_text(text, "utf-8")


def _evening() -> list[Shown]:
    kept = MADE / "evening.json"
    sources = (file for folder in _SOURCES for file in (ROOT / folder).rglob("*.py"))
    if not kept.exists() or kept.stat().st_mtime < max(file.stat().st_mtime for file in sources):
        kept.write_text(json.dumps([*evening()]), "utf-8")
    return [Shown(*one) for one in json.loads(kept.read_text("utf-8"))]


def _add(app: Sphinx, docname: str, source: list[str]) -> None:
    """What pages have on the site alone: the list of what is made beside them, or the made end of a game."""
    folder, _, name = docname.rpartition("/")
    if folder == "docs/games":
        source[0] += "\n" + reference_games.made(name)
    elif docname == "docs/games":
        source[0] += _toctree(f"games/{game_id}" for game_id in reference_games.SHEETS)
    elif docname == "docs/commands":
        table, rest = source[0].split("\n\n## ", 1)
        table = _TOLD.sub(r"`\1` ([below](\2))", table)
        table = _PLAIN.sub(r"[`\1`](reference/commands.md#tallyboard-\1)", table)
        source[0] = f"{table}\n\n## {rest}" + _toctree(f"reference/{page}" for page in reference_commands.PAGES)
    elif docname == "docs/json":
        source[0] += _toctree(f"reference/json-{page}" for page in reference_json.names())
    if folder == "docs":
        source[0] = _SCHEMA.sub(r"](reference/json-\1.md)", source[0])


def _toctree(pages: Any) -> str:
    return "\n".join(["\n\n```{toctree}\n:hidden:\n", *pages, "```\n"])
