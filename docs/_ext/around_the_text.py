"""What stands around the text of a page: where it belongs, the same page in the other language, and French words.

A page is French that lies in docs/fr/ or whose name ends in `-fr`. Its sidebar has the French pages alone.
"""

from html import escape
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
_CAPTION = '<p class="caption"'


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("html-page-context", _surround, priority=900)  # after the theme, whose tree of pages it takes
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def language_of(page: str) -> str:
    """FRENCH or ENGLISH, by the page's path without its ending."""
    return FRENCH if page.startswith("docs/fr/") or page.endswith("-fr") else ENGLISH


def other(page: str) -> str:
    """The path that the page has in the other language, if it is there."""
    if page.endswith("-fr"):
        return page.removesuffix("-fr")
    for language, first in FIRST.items():
        if page == first:
            return FIRST[ENGLISH if language == FRENCH else FRENCH]
    if language_of(page) == FRENCH:
        return "docs/" + page.removeprefix("docs/fr/")
    folder, _, name = page.rpartition("/")
    return f"docs/fr/{name}" if folder == "docs" else f"{page}-fr"


def _surround(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    language = context["language"] = language_of(page)
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    words = _WORDS if language == FRENCH else {}
    builder.templates.environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda said: words.get(said, said), lambda one, more, count: one if count == 1 else more, newstyle=True
    )
    _, caption, french = context["furo_navigation_tree"].rpartition(_CAPTION)
    if language == FRENCH:
        context["furo_navigation_tree"] = caption + french
    if doctree is not None:
        context["body"] = _where(app, page, context["pathto"], context["body"]) + context["body"]
        if page == FIRST[FRENCH]:
            context["prev"] = None
        elif _parts(app).get(page) != _NAMES[FRENCH] and context["next"] and "/fr/" in context["next"]["link"]:
            context["next"] = None


def _where(app: Sphinx, page: str, address: Any, body: str) -> str:
    """The line above a page: the part of the site that it is in, and the page in the other language where its text
    does not lead there itself."""
    language, twin = language_of(page), other(page)
    links = []
    if page not in FIRST.values():
        links.append((address(FIRST[language]), "Tallyboard", language))
        if language == ENGLISH and (part := _parts(app).get(page)):
            links.append((f"{address(FIRST[ENGLISH])}#{nodes.make_id(part)}", part, language))
    if twin in app.env.all_docs and f">{_NAMES[language_of(twin)]}<" not in body:
        links.append((address(twin), _NAMES[language_of(twin)], language_of(twin)))
    items = "".join(f'<li><a href="{to}" lang="{spoken}">{escape(name)}</a></li>' for to, name, spoken in links)
    label = "Vous êtes ici" if language == FRENCH else "Where you are"
    return f'<nav class="where" aria-label="{label}"><ul>{items}</ul></nav>' if links else ""


def _parts(app: Sphinx) -> dict[str, str]:
    """The part of the site that a page is in, by the page: the captions of the first page's lists."""
    lists = app.env.get_doctree(app.config.root_doc).findall(addnodes.toctree)
    return {page: one["caption"] for one in lists for _, page in one["entries"]}
