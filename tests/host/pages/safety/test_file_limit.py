"""How many files this program may have open."""

import sys

import pytest

from tallyboard.pages.safety.file_limit import raise_to

if sys.platform != "win32":
    import resource

    def test_it_is_raised_as_far_as_it_may_be() -> None:
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        highest = before[1] if before[1] != resource.RLIM_INFINITY else 4096
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (200, before[1]))
            assert raise_to(100) == 100
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 200
            assert raise_to(250) == 250
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 250
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(before[0], highest), before[1]))

    def test_where_it_cannot_be_raised_it_says_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(what: int, limits: tuple[int, int]) -> None:
            raise ValueError

        monkeypatch.setattr(resource, "getrlimit", lambda what: (256, 300))
        monkeypatch.setattr(resource, "setrlimit", refused)
        assert raise_to(1000) == 256
