"""Everything that is plugged in: each port that leads to a board gets a follower."""

import threading
from collections.abc import Callable, Sequence

from tallyboard.link.asking import ask_all
from tallyboard.link.finding import Candidate, Lister, Sure, look
from tallyboard.link.sentences import no_data_port
from tallyboard.store import Store
from tallyboard.watch.follower import Follower, Tell

_FAREWELL_S = 3.0  # for all followers to finish what they are doing


class Hall:
    """Looks for ports at every `step` and keeps a follower on each that is there.

    `overrides`: ports or patterns instead of looking, see finding.look. A board whose port goes away and comes back as
    another one is known by its id. `tell`: see Follower; besides, `no_data_port` (port, cause, next_step).
    """

    def __init__(
        self,
        store: Store,
        overrides: Sequence[str],
        tell: Tell,
        lister: Lister | None = None,
        follower: Callable[[str, Store, Tell], Follower] = Follower,
    ) -> None:
        self.followers: dict[str, Follower] = {}
        self._store = store
        self._overrides = overrides
        self._tell = tell
        self._lister = lister
        self._follower = follower
        self._known: set[str] = set()  # ports that were there at the last look
        self._lock = threading.Lock()

    def step(self) -> None:
        """Follow what is new, let go of what is gone. A port that is only a guess is asked first, in a thread."""
        found = look(self._overrides, self._lister)
        there = {candidate.path: candidate for candidate in found.ports}
        new = [candidate for path, candidate in there.items() if path not in self._known]
        for console in found.consoles:
            if console.path not in self._known:
                error = no_data_port(console.path)
                self._tell(
                    {
                        "event": "no_data_port",
                        "port": console.path,
                        "cause": error.cause,
                        "next_step": error.next_step,
                    }
                )
        self._known = {*there, *(console.path for console in found.consoles)}
        for path in [path for path in self.followers if path not in there]:
            self.followers.pop(path).stop()
        self._follow([candidate.path for candidate in new if candidate.sure >= Sure.NAMED])
        guesses = [candidate for candidate in new if candidate.sure < Sure.NAMED]
        if guesses:
            threading.Thread(target=self._ask, args=(guesses,), daemon=True).start()

    def _ask(self, guesses: list[Candidate]) -> None:
        self._follow([answer.candidate.path for answer in ask_all(guesses) if answer.fields])

    def _follow(self, paths: Sequence[str]) -> None:
        with self._lock:
            for path in paths:
                if path in self._known and path not in self.followers:
                    self.followers[path] = self._follower(path, self._store, self._tell)
                    self.followers[path].start()

    def close(self) -> None:
        """Stop following; what has arrived is stored."""
        followers = list(self.followers.values())
        for follower in followers:
            follower.stop()
        for follower in followers:
            follower.join(_FAREWELL_S / len(followers))
