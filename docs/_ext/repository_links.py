"""Links that lead somewhere in the repository and to no page of the site.

The README's place is taken by the first page. A folder is no file that a site could give, so its name stays. Any other
file comes along: MyST offers it as a download. What a browser shows it opens, and of two files with one name each has
its folder's name before it, so that they stay apart where they are saved.
"""

import re
from collections import Counter
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("doctree-read", _lead_on)
    app.connect("build-finished", _tell_apart)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _lead_on(app: Sphinx, doctree: nodes.document) -> None:
    page = app.env.doc2path(app.env.docname)
    for link in list(doctree.findall(addnodes.pending_xref)):
        if link.get("reftype") != "myst":
            continue
        target = link["reftarget"]
        if link["refdomain"] == "doc" and target == "README":
            link["reftarget"], link["reftargetid"] = app.config.root_doc, None
        elif link["refdomain"] != "doc" and (page.parent / target).is_dir():
            link.replace_self(nodes.inline("", "", *link.children))


_OPENED = re.compile(r' download=""( href="[^"]+\.(?:svg|pdf|png)")')


def _tell_apart(app: Sphinx, failure: Exception | None) -> None:
    if failure is not None or app.builder.format != "html":
        return
    files = app.env.dlfiles
    often = Counter(Path(place).name for _, place in files.values())
    moved = {}
    for source, (_, place) in files.items():
        if often[Path(place).name] > 1:
            moved[place] = str(Path(place).with_name(f"{Path(source).parent.name}-{Path(place).name}"))
            Path(app.outdir, "_downloads", place).rename(Path(app.outdir, "_downloads", moved[place]))
    for page in set().union(*(pages for pages, _ in files.values())):
        file = Path(app.outdir, f"{page}.html")
        text = _OPENED.sub(r"\1", file.read_text("utf-8"))
        for place, other in moved.items():
            text = text.replace(str(place), other)
        file.write_text(text, "utf-8")
