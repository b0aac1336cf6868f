"""What stands around the text of a page: where it belongs, and French words around a French one.

A page is French that lies in docs/fr/ or whose name ends in `-fr`. Its sidebar has the French pages alone.
"""

import re
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

ENGLISH, FRENCH = "en", "fr"
FIRST = {ENGLISH: "index", FRENCH: "docs/fr/index"}
"""The first page of each language."""

_NAMES = {ENGLISH: "In English", FRENCH: "En français"}
_WORDS = {  # of the theme, which has them in English only
    "Next": "Suivant",
    "Previous": "Précédent",
    "Home": "Accueil",
    "On this page": "Sur cette page",
    "Skip to content": "Aller au contenu",
    "Back to top": "Haut de la page",
    "Search": "Chercher",
    "Made with ": "Fait avec ",
}
_INSTEAD = {  # for who has no mouse, and who hears the page
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    '<th class="head"><p></p></th>': "<td></td>",
}
_LABELS = {  # for who hears the page: what the theme's own template says, or leaves unsaid
    ENGLISH: {
        '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
        '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
        '<div id="search-results">': '<h1>Search</h1><div id="search-results">',
    },
    FRENCH: {
        '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Toutes les pages">',
        '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="Sur cette page">',
        "Toggle site navigation sidebar": "Montrer ou cacher les pages du site",
        "Toggle table of contents sidebar": "Montrer ou cacher le sommaire de la page",
        "Toggle Light / Dark / Auto color theme": "Couleurs claires, sombres ou automatiques",
        "Link to this heading": "Lien vers ce titre",
    },
}
_READABLE = re.compile("|".join(map(re.escape, _INSTEAD)))
_PICTURE = re.compile(r'<p>(<img alt="[^"]+" src="([^"]+)" />)')  # one with a name leads to itself, at full size
_CAPTION = '<p class="caption"'


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("html-page-context", _surround, priority=900)  # after the theme, whose tree of pages it takes
    app.connect("build-finished", _label)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _label(app: Sphinx, failure: Exception | None) -> None:
    if failure is None and app.builder.format == "html":
        for page in (*sorted(app.env.found_docs), "search"):
            file = Path(app.outdir, f"{page}.html")
            text = file.read_text("utf-8")
            for said, instead in _LABELS[language_of(page)].items():
                text = text.replace(said, instead)
            file.write_text(text, "utf-8")


def language_of(page: str) -> str:
    """FRENCH or ENGLISH, by the page's path without its ending."""
    return FRENCH if page.startswith("docs/fr/") or page.endswith("-fr") else ENGLISH


def _surround(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    language = context["language"] = language_of(page)
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    words = _WORDS if language == FRENCH else {}
    builder.templates.environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda said: words.get(said, said), lambda one, more, count: one if count == 1 else more, newstyle=True
    )
    # Of a heading a reader that speaks wants to know which.
    tree = context["furo_navigation_tree"].replace('role="heading"', 'role="heading" aria-level="2"')
    _, caption, french = tree.rpartition(_CAPTION)
    context["furo_navigation_tree"] = caption + french if language == FRENCH else tree
    if doctree is not None:
        body = _READABLE.sub(lambda found: _INSTEAD[found[0]], context["body"])
        body = _PICTURE.sub(r'<p><a href="\2">\1</a>', body)
        context["body"] = _where(app, page, context["pathto"]) + body
        if page == FIRST[FRENCH]:
            context["prev"] = None
        elif _parts(app).get(page) != _NAMES[FRENCH] and context["next"] and "/fr/" in context["next"]["link"]:
            context["next"] = None


def _where(app: Sphinx, page: str, address: Any) -> str:
    """The line above a page: the part of the site that it is in; of a first page, the one in the other language."""
    language = language_of(page)
    links = [(address(FIRST[language]), "Tallyboard", language)]
    if page in FIRST.values():
        links = [(address(first), _NAMES[spoken], spoken) for spoken, first in FIRST.items() if first != page]
    elif language == ENGLISH and (part := _parts(app).get(page)):
        links.append((f"{links[0][0]}#{nodes.make_id(part)}", part, language))
    items = "".join(f'<li><a href="{to}" lang="{spoken}">{escape(name)}</a></li>' for to, name, spoken in links)
    label = "Vous êtes ici" if language == FRENCH else "Where you are"
    return f'<nav class="where" aria-label="{label}"><ul>{items}</ul></nav>'


def _parts(app: Sphinx) -> dict[str, str]:
    """The part of the site that a page is in, by the page: the captions of the first page's lists."""
    lists = app.env.get_doctree(app.config.root_doc).findall(addnodes.toctree)
    below = app.env.toctree_includes
    return {
        page: one["caption"]
        for one in lists
        for _, listed in one["entries"]
        for page in (listed, *below.get(listed, ()))
    }
