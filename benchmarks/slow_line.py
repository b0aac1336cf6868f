"""A slow line to a server: what is said on one Unix socket is said on another so many milliseconds later, both ways.

`python benchmarks/slow_line.py SERVER_SOCKET SOCKET MS`
"""

import asyncio
import sys
from contextlib import suppress


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay_s: float) -> None:
    """Bytes take their time, and those behind them do not wait for that."""
    loop = asyncio.get_running_loop()
    with suppress(ConnectionError):  # whoever was connected may have been killed
        while data := await reader.read(65536):
            loop.call_later(delay_s, writer.write, data)
    loop.call_later(delay_s, writer.close)


async def _serve(server: str, path: str, delay_s: float) -> None:
    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        to_server = await asyncio.open_unix_connection(server)
        await asyncio.gather(_carry(reader, to_server[1], delay_s), _carry(to_server[0], writer, delay_s))

    async with await asyncio.start_unix_server(connected, path) as listening:
        print("ready", flush=True)
        await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], sys.argv[2], float(sys.argv[3]) / 1000))
