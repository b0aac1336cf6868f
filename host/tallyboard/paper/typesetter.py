"""Sets templates with the typesetter typst.

What is printed goes in as data, never as markup: names may hold anything.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tallyboard.errors import TallyboardError

if TYPE_CHECKING:
    import typst

_TEMPLATES = Path(__file__).parent / "templates"


def typeset(template: str, data: dict[str, Any]) -> bytes:
    """The template of this name, filled with the data, as a PDF; raises TallyboardError where typst is missing."""
    made = _compiler(template, data).compile(format="pdf")
    assert isinstance(made, bytes)
    return made


def pictures(template: str, data: dict[str, Any], ppi: int) -> list[bytes]:
    """The same as a PNG a page, at so many pixels an inch."""
    made = _compiler(template, data).compile(format="png", ppi=ppi)
    assert made is not None
    return [made] if isinstance(made, bytes) else made


def drawn(template: str, data: dict[str, Any]) -> list[bytes]:
    """The same as an SVG a page, in which each glyph is drawn once and then named."""
    made = _compiler(template, data).compile(format="svg")
    assert made is not None
    return [made] if isinstance(made, bytes) else made


def measured(template: str, data: dict[str, Any]) -> Any:
    """What the template's element with the label `measured` says."""
    return json.loads(_compiler(template, data).query("<measured>", field="value", one=True))


def _compiler(template: str, data: dict[str, Any]) -> "typst.Compiler":
    try:
        import typst
    except ImportError:
        raise TallyboardError(
            "Printing needs the typesetter typst, which is not installed.",
            "Install it: `pip install typst`, or Tallyboard's wheel with `[print]` behind its name.",
        ) from None
    # The system's fonts stand behind typst's own: letters that those lack are printed where the system has them.
    return typst.Compiler(
        _TEMPLATES / f"{template}.typ", root=_TEMPLATES, sys_inputs={"data": json.dumps(data, ensure_ascii=False)}
    )
