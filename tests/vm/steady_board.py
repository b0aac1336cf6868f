"""What safemode.py finds after a start that went well: `steady_board.py`.

Prints how many starts it counts that ended at once, before the board has run for a minute and after that.
"""

from box.rig import rig
from run_board import power_on


class Source:
    """Nobody touches the board; `counted`: what stands there when a command is asked for."""

    def __init__(self) -> None:
        self._left = ["wait 50000", "wait 20000", ""]
        self.counted: list[int] = []

    def readline(self) -> str:
        self.counted.append(rig.sleep_memory[1])
        return self._left.pop(0)


rig.sleep_memory[1] = 4
source = Source()
rig.quiet = True
power_on(source)
print(source.counted[-2], source.counted[-1])
