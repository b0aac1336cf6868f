"""The tools that `make hardware` asks beyond Python's own library, and what to install where one is not there."""

import importlib.util
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

DEBIAN_PYTHON = "/usr/bin/python3"  # Debian's KiCad is a module of this one alone

_HARDWARE = "make hardware-tools"


@dataclass(frozen=True)
class Tool:
    """What it is called, how to see whether it is there, and the command that installs it on Debian."""

    name: str
    is_there: Callable[[], bool]
    install: str


class MissingToolError(Exception):
    """Tools that are not there. Its text is a sentence for each, saying what to install."""

    def __init__(self, *tools: Tool) -> None:
        self.tools = tuple(dict.fromkeys(tools))
        super().__init__("\n".join(f"{tool.name} is not there: {tool.install}" for tool in self.tools))


@cache
def _has_pcbnew() -> bool:
    if shutil.which(DEBIAN_PYTHON) is None:
        return False
    return subprocess.run([DEBIAN_PYTHON, "-c", "import pcbnew"], capture_output=True).returncode == 0


def _module(name: str, install: str = _HARDWARE, module: str = "") -> Tool:
    return Tool(name, lambda: importlib.util.find_spec(module or name) is not None, install)


def _program(command: str, package: str) -> Tool:
    return Tool(command, lambda: shutil.which(command) is not None, f"apt install --no-install-recommends {package}")


def _has_font(family: str) -> bool:
    if shutil.which("fc-list") is None:
        return False
    return family in subprocess.run(["fc-list", family, "family"], capture_output=True, text=True).stdout


KICAD = Tool("KiCad", _has_pcbnew, "apt install --no-install-recommends kicad")
INTERACTIVE_BOM = _module("InteractiveHtmlBom", _HARDWARE)
BUILD123D = _module("build123d")
TRIMESH = _module("trimesh")
PILLOW = _module("Pillow", module="PIL")
GERBONARA = _module("gerbonara")
WIREVIZ = _module("wireviz")
RSVG = _program("rsvg-convert", "librsvg2-bin")
LIBERATION = Tool(
    "the font Liberation Sans",
    lambda: _has_font("Liberation Sans"),
    "apt install --no-install-recommends fontconfig fonts-liberation",
)
GRAPHVIZ = _program("dot", "graphviz")
GERBV = _program("gerbv", "gerbv")


def require(*tools: Tool) -> None:
    """Raises MissingToolError unless all of these are there."""
    missing = [tool for tool in tools if not tool.is_there()]
    if missing:
        raise MissingToolError(*missing)


def attempt(*steps: Callable[[], None]) -> None:
    """Does every step; one that lacks a tool is left out. Raises MissingToolError at the end, with the tools that
    all of these lack."""
    missing: list[Tool] = []
    for step in steps:
        try:
            step()
        except MissingToolError as error:
            missing += error.tools
    if missing:
        raise MissingToolError(*missing)
