"""The modules of the drive's lib/ as CircuitPython's byte code, so that a board need not compile them at power-on."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from tallyboard.errors import TallyboardError

# The major versions of CircuitPython that run this byte code. It is MicroPython's of version 6, except for its first
# byte: py/persistentcode.c of either asks for its own letter, the version, and small integers that fit the chip's.
MAJORS = (9, 10)
SMALL_INT_BITS = 31
HEADER = b"C\x06\x00" + bytes([SMALL_INT_BITS])
_MICROPYTHON = b"M" + HEADER[1:]

# A module's own number, as `_RETRY_MS = 1000`, with a comment behind it or not.
_OWN_NUMBER = re.compile(r"^(_[A-Z][A-Z0-9_]*) = (-?[0-9][0-9A-Fa-fx_]*(?: << [0-9]+)?)(?=\s*(?:#|$))", re.MULTILINE)


class NoCompilerError(TallyboardError):
    """mpy-cross is not installed here."""

    def __init__(self) -> None:
        super().__init__(
            "This installation has neither compiled files nor the compiler, mpy-cross-v6-3.",
            "In a checkout `make setup` installs the compiler; a wheel carries the compiled files.",
        )


def is_module_of_lib(name: str) -> bool:
    """Whether this file of the drive can be .mpy; code.py and the like can not."""
    return name.startswith("lib/") and name.endswith(".py")


def name_in_tracebacks(name: str) -> str:
    """panel.py of lib/tableside/panel.py, menu/texts.py of lib/tableside/menu/texts.py.

    The board keeps one for each module in memory, so it is short: the path below the package.
    """
    return name.removeprefix("lib/").partition("/")[2] or name.removeprefix("lib/")


def with_numbers_inside(source: str) -> str:
    """The same with each number of the module's own (`_NAME = 1`, at its top level) marked as MicroPython's `const`:
    the compiler puts it where it is used, and the board keeps neither the name nor looks it up."""
    return _OWN_NUMBER.sub(r"\1 = const(\2)", source)


def compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The byte code of every module of lib/ among these files, by its path on the drive.

    A traceback names the module and the line of the source. Raises NoCompilerError, and TallyboardError for a module
    that the compiler refuses.
    """
    return {
        str(PurePosixPath(name).with_suffix(".mpy")): _compiled(name, files[name])
        for name in files
        if is_module_of_lib(name)
    }


def _compiled(name: str, source: bytes) -> bytes:
    try:
        from mpy_cross_v6_3 import mpy_cross_compile
    except ImportError:
        raise NoCompilerError from None
    # No optimization: that would drop the numbers of the lines.
    done, code = mpy_cross_compile(
        name_in_tracebacks(name), with_numbers_inside(source.decode()), small_number_bits=SMALL_INT_BITS
    )
    if code is None:
        said = " ".join(done.stderr.decode().replace("Traceback (most recent call last):", "").split())
        raise TallyboardError(f"{name} cannot be compiled: {said}.", "Correct it.")
    if not code.startswith(_MICROPYTHON):
        raise TallyboardError(
            f"The compiler made byte code that begins with {code[:4].hex(' ')}, not with {_MICROPYTHON.hex(' ')}.",
            "Install mpy-cross-v6-3, the compiler of version 6.",
        )
    return HEADER + code[len(HEADER) :]
