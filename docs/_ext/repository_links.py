"""Links that lead somewhere in the repository and to no page of the site.

The README's place is taken by the first page. A folder is no file that a site could give, so its name stays. Any other
file comes along: MyST offers it as a download.
"""

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("doctree-read", _lead_on)
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
