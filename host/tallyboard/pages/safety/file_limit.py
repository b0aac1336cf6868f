"""How many files and connections this program may have open at a time."""

import contextlib
import sys

if sys.platform == "win32":

    def raise_to(wanted: int) -> int:
        """The system knows no such limit."""
        return wanted

else:
    import resource

    def raise_to(wanted: int) -> int:
        """Have so many allowed, as far as this user may; returns how many of them are."""
        limit, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit == resource.RLIM_INFINITY or limit >= wanted:
            return wanted
        with contextlib.suppress(OSError, ValueError):
            may_have = wanted if highest == resource.RLIM_INFINITY else min(wanted, highest)
            resource.setrlimit(resource.RLIMIT_NOFILE, (may_have, highest))
        return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
