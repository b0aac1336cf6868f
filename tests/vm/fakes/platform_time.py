"""`time` on a board, in the rig's time."""

from rig import rig


def monotonic():
    return rig.now / 1000


def monotonic_ns():
    return rig.now * 1000000


def time():
    return 946684800 + rig.now // 1000  # a clock without a battery


def sleep(seconds):
    rig.turn(max(1, int(seconds * 1000)))
