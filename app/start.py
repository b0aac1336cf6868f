"""Where the program that brings its own Python begins.

Without a word it serves the pages: that is what a double click asks for. A process beside it is started as everywhere,
by `sys.executable -m MODULE`, and here that is this program too.
"""

import runpy
import sys


def main() -> None:
    """Leaves with the exit code of the command."""
    if sys.argv[1:2] == ["-m"]:
        module = sys.argv[2]
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return
    from tallyboard.cli import main as tallyboard

    if len(sys.argv) > 1 or not sys.stdin or not sys.stdin.isatty():
        tallyboard()
    sys.argv.append("serve")
    try:
        tallyboard()
    except SystemExit as ended:
        if ended.code:  # a window that a double click has opened closes with the program
            input()
        raise


if __name__ == "__main__":
    main()
