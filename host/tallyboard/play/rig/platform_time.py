"""`time` on a board, in the rig's time."""

from rig import rig


def monotonic() -> float:
    return rig.now / 1000


def monotonic_ns() -> int:
    return rig.now * 1000000


def time() -> int:
    return 946684800 + rig.now // 1000  # a clock without a battery


def sleep(seconds: float) -> None:
    rig.turn(max(1, int(seconds * 1000)))
