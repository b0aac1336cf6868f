"""A page in Markdown, from a template with the figures of a board file in it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def rendered(template: Path, num: Callable[[Any], str], **figures: Any) -> str:
    """The text of the template with these figures. `num`: how a number is written in its language, there a filter.
    Raises jinja2.UndefinedError for a figure that is not there."""
    environment = Environment(
        loader=FileSystemLoader(template.parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["num"] = num
    return environment.get_template(template.name).render(**figures)
