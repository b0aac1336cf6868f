"""`traceback`: as a MicroPython VM tells an error, on CPython too, so that what is kept of one is the same."""

import io
import sys


def format_exception(fault: BaseException, *others: object) -> list[str]:
    """The lines of an error, in one list as CircuitPython gives them."""
    if hasattr(sys, "print_exception"):
        text = io.StringIO()
        sys.print_exception(fault, text)
        return [text.getvalue()]
    lines = ["Traceback (most recent call last):\n"]
    at = fault.__traceback__
    while at is not None:
        code = at.tb_frame.f_code
        name = code.co_filename  # CPython has made it absolute
        name = name[name.find("/drive/") + 1 :] if "/drive/" in name else name
        lines.append('  File "%s", line %d, in %s\n' % (name, at.tb_lineno, code.co_name))
        at = at.tb_next
    return lines + ["%s: %s\n" % (type(fault).__name__, fault)]


def print_exception(fault: BaseException, *others: object) -> None:
    print("".join(format_exception(fault)), end="")
