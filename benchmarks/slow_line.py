"""A slow line to a server, in a process of its own: whoever connects in FOLDER is so many milliseconds away.

`python benchmarks/slow_line.py SERVER_SOCKET FOLDER MS`
"""

import asyncio
import sys
from pathlib import Path

from tests.harness.lines import ServerLine


async def _serve(socket: Path, folder: Path, delay_s: float) -> None:
    line = ServerLine(folder, socket)
    line.delay_s = delay_s
    await line.begin()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]) / 1000))
