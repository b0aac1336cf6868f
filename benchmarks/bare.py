"""The yardstick of a hall: a row committed with a notification, and another connection that hears of it. Nothing else.

`python benchmarks/bare.py DSN`: standard output says `ready`; a line on standard input: every how many seconds one is
made from now on, 0 for not at all, when what it took is said, in seconds, a line each, and then an empty one.
"""

import select
import sys
import time

import psycopg

_CHANNEL = "bare"


def _one(writes: "psycopg.Connection[tuple[object]]", hears: "psycopg.Connection[tuple[object]]") -> float:
    began = time.monotonic()
    with writes.transaction():
        writes.execute("INSERT INTO bare (made) VALUES (%s)", (began,))
        writes.execute(f"NOTIFY {_CHANNEL}")
    for _ in hears.notifies(stop_after=1):
        pass
    return time.monotonic() - began


def main(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as writes, psycopg.connect(dsn, autocommit=True) as hears:
        writes.execute("CREATE TABLE IF NOT EXISTS bare (made DOUBLE PRECISION)")
        hears.execute(f"LISTEN {_CHANNEL}")
        print("ready", flush=True)
        every_s = 0.0
        took: list[float] = []
        while True:
            if select.select([sys.stdin], [], [], every_s or None)[0]:
                line = sys.stdin.readline()
                if not line:
                    return
                every_s = float(line)
                if not every_s:
                    print(*took, "", sep="\n", flush=True)
                    took = []
            else:
                took.append(_one(writes, hears))


if __name__ == "__main__":
    main(sys.argv[1])
