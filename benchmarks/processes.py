"""What processes cost, from Linux's /proc."""

import os
from pathlib import Path

_TICKS_S = os.sysconf("SC_CLK_TCK")


def cpu_s(pid: int) -> float:
    """Seconds of processor time, user and system, that a process has used, with those of its children that have ended;
    0 where it has ended itself."""
    fields = _fields(pid)
    return sum(map(int, fields[11:15])) / _TICKS_S if fields else 0.0


def cpu_s_of_family(pid: int) -> float:
    """The same of a process and all of its children."""
    children = [int(path.name) for path in Path("/proc").glob("[0-9]*") if _parent(int(path.name)) == pid]
    return cpu_s(pid) + sum(map(cpu_s, children))


def resident_mb(pid: int) -> float:
    """How much memory a process has, in MB; 0 where it has ended."""
    try:
        status = Path("/proc", str(pid), "status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS:")), 0.0)


def _parent(pid: int) -> int:
    fields = _fields(pid)
    return int(fields[1]) if fields else 0


def _fields(pid: int) -> list[str]:
    """Those of /proc/PID/stat behind the name, which may hold anything."""
    try:
        return Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
