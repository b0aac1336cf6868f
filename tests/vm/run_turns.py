"""As run_board.py, but turn by turn, as a page in a browser runs it: `run_turns.py TURN_MS [reload]`."""

import sys

import turns
from rig import rig, same_in_every_run

urandom = same_in_every_run()
uid = "".join("%02x" % byte for byte in rig.uid)
with open("script") as script:
    lines = script.read().split("\n")[:-1]
before = 0
while before < len(lines) and lines[before].split(" ")[0] in ("closed", "early"):
    before += 1


def random(size: int) -> str:
    return "".join("%02x" % byte for byte in urandom(size))


end = turns.power_on(uid, "\n".join(lines[:before]), random, "reload" in sys.argv)
for line in lines[before:]:
    turns.tell(line)
turns.tell("")  # the end of the script
while not end:
    end = turns.turn(int(sys.argv[1]))
