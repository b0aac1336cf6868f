"""As run_board.py, but turn by turn, as a page in a browser runs it: `run_turns.py TURN_MS [reload] [moments [rests]]`.

`moments`: each line of the script is told at its moment, and only `wait` takes time. `rests`: a turn is as long as the
board rests.
"""

import sys

from box import turns
from box.rig import rig, same_in_every_run

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
turn_ms = int(sys.argv[1])
if "moments" in sys.argv:
    number = 0
    for line in lines[before:]:
        until = rig.ms + (int(line.split(" ")[1]) if line.startswith("wait ") else 0)
        while rig.ms < until and not end:
            ms = turns.rest() if "rests" in sys.argv else turn_ms
            end = turns.turn(min(ms, until - rig.ms))
            number += 1
        if not line.startswith("wait "):
            turns.tell(line)
    print("turns", number)
else:
    for line in lines[before:]:
        turns.tell(line)
turns.tell("")  # the end of the script
while not end:
    end = turns.turn(turn_ms)
