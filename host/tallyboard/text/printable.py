"""Text from boards, files and people, as a terminal, a sheet or a page may have it: nothing in it acts on a reader.

Which characters that are, shared_rules/readable.py says. What finds them is made when the first one comes by, for the
help has none.
"""

TYPE_CHECKING = False  # as typing has it, which would double what the help costs
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_made: "list[re.Pattern[str]]" = []


def printable(text: str) -> str:
    """The text with what would not be seen or would move the rest escaped, as in `\\x1b` or `\\u202e`."""
    return text if text.isprintable() else _unreadable().sub(_escape, text)


def json_printable(document: str) -> str:
    """JSON with these characters in JSON's own escapes; whoever parses it reads the same text."""
    if document.isascii() and "\x7f" not in document:  # it has what is below 0x20 escaped already
        return document
    import json

    # JSON's lines end where they end.
    return _unreadable().sub(lambda found: found[0] if found[0] == "\n" else json.dumps(found[0])[1:-1], document)


def refuse_unprintable(what: str, entered: str) -> None:
    """Raises TallyboardError where a text that somebody gives has such a character; `what`: `The name`."""
    from tallyboard.errors import TallyboardError

    found = None if entered.isprintable() else _unreadable().search(entered)
    if found:
        raise TallyboardError(
            "%(what)s %(entered)s has the character U+%(code)s, which cannot be seen or moves the text around it.",
            "Type it again without that.",
            what=what,
            entered=printable(entered),
            code=f"{ord(found[0]):04X}",
        )


def _escape(found: "re.Match[str]") -> str:
    if found[0] in _SHORT:
        return _SHORT[found[0]]
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _unreadable() -> "re.Pattern[str]":
    """Finds one by one what shared_rules.readable keeps out of names."""
    if not _made:
        import re

        from shared_rules import readable

        def of(ranges: "Iterable[tuple[int, int]]") -> str:
            return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges)

        joiners, joined = of((code, code) for code in readable.JOINERS), of(readable.JOINED)
        shown = f"(?<![{joined}])[{joiners}]|[{joiners}](?![{joined}])"
        _made.append(re.compile(f"[{of(readable.UNREADABLE)}]|{shown}"))
    return _made[0]
