"""What `make site` builds the site by, with Sphinx: `sphinx-build -c docs . build/site`.

The pages are the project's Markdown where it lies, so the root is the source and its links hold on both. What is made
when the site is made comes from `docs/_ext/`.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTENSIONS_HERE = Path(__file__).parent / "_ext"
sys.path[:0] = [str(EXTENSIONS_HERE), str(ROOT / "host"), str(ROOT)]

import shared_rules  # noqa: E402  (the paths come first)

project = "Tallyboard"
author = "the Tallyboard maintainers"
version = release = shared_rules.VERSION
html_title = f"Tallyboard {version}"

root_doc = "index"
include_patterns = [
    "index.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/**/*.md",
    "docs/*.md",
    "hardware/**/*.md",
    "hardware/*.md",
    "tests/README.md",
    "tests/*/README.md",
]
# Folders that no page is in, which are large; and what one of docs/_ext makes a page out of another's text by.
exclude_patterns = ["build", "dist", ".*", "**/node_modules", "**/__pycache__", "firmware", "host", "docs/_*"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
extensions += sorted(file.stem for file in EXTENSIONS_HERE.glob("*.py") if "def setup(" in file.read_text("utf-8"))

default_role = "code"  # docstrings write code as Markdown does
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
python_use_unqualified_type_names = True
add_module_names = False

myst_heading_anchors = 5  # as the repository's own page makes them
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence"]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_copy_source = False
html_show_sphinx = html_show_copyright = False
html_domain_indices = False
