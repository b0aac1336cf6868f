"""Edges of switches in; keys down, held and up out.

edge   __/\\/\\________/\\_____          a switch that bounces
down   __|                               at the first edge; that key's edges are ignored for 30 ms
held            |                        after 800 ms, while still down
up                  |                    at the first edge after the lock-out, or at its end
stuck                    |               after 10 s, instead of up

A key that goes down before the score is lit is taken for stuck too: nobody knew what it would do. It counts again when
it was let go.
"""

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Iterable

    from tableside.panel import Panel

LOCK_OUT_MS = 30
HOLD_MS = 800
STUCK_MS = 10_000  # longer than anybody holds a key


class Keys:
    """One state machine a key; `listener` gets key_down(key, at_ms), key_held(key, at_ms), key_up(key, at_ms, down_ms)
    and key_stuck(key, at_ms).

    Times are board time in ms and come from the edges, not from when the loop got to them. `lit_at`: when the score was
    lit. `stuck`: the numbers of the keys that were down before anybody listened to their edges.
    """

    def __init__(self, count: int, listener: "Panel", stuck: "Iterable[int]" = (), lit_at: int = 0) -> None:
        self._listener = listener
        self._lit_at = lit_at
        self._ignored = 0  # a bit for each key that is stuck, until it was up for the lock-out
        self._raw = [False] * count  # what the switch last said
        for key in stuck:
            self._ignored |= 1 << key
            self._raw[key] = True
        self._down = [False] * count  # what the listener knows
        self._held = [False] * count
        self._since = [0] * count  # of the last change that the listener knows
        self._quiet = [0] * count  # edges before this time are ignored
        self._busy = 0  # a bit for each key that time can change: down, or up within its lock-out

    def edge(self, key: int, pressed: bool, at_ms: int) -> None:
        """A switch closed or opened."""
        if at_ms < self._lit_at:
            self._ignored |= 1 << key
        if self._ignored >> key & 1:
            if self._raw[key] or at_ms < max(self._quiet[key], self._lit_at):
                self._raw[key] = pressed
                if not pressed:
                    self._quiet[key] = at_ms + LOCK_OUT_MS
                return
            self._ignored &= ~(1 << key)
        self._raw[key] = pressed
        self._busy |= 1 << key
        if pressed != self._down[key] and at_ms >= self._quiet[key]:
            self._change(key, pressed, at_ms)

    def reset(self, down: list[int], now_ms: int) -> None:
        """Edges were lost; `down`: the numbers of the keys whose switches are closed now."""
        for key in range(len(self._raw)):
            if (key in down) != self._raw[key]:
                self.edge(key, key in down, now_ms)

    def step(self, now_ms: int) -> None:
        """Time goes on: holds come due, and what a switch last said within the lock-out counts."""
        if not self._busy:
            return
        for key in range(len(self._raw)):
            if not self._busy >> key & 1:
                continue
            if self._raw[key] != self._down[key]:
                if now_ms >= self._quiet[key]:
                    self._change(key, self._raw[key], self._quiet[key])
            elif self._down[key]:
                down_ms = now_ms - self._since[key]
                if not self._held[key] and down_ms >= HOLD_MS:
                    self._hold(key)
                elif down_ms >= STUCK_MS:
                    self._give_up(key, now_ms)
            elif now_ms >= self._quiet[key]:
                self._busy &= ~(1 << key)

    def _hold(self, key: int) -> None:
        self._held[key] = True
        self._listener.key_held(key, self._since[key] + HOLD_MS)

    def _give_up(self, key: int, now_ms: int) -> None:
        self._ignored |= 1 << key
        self._busy &= ~(1 << key)
        self._down[key] = False
        self._listener.key_stuck(key, now_ms)

    def _change(self, key: int, pressed: bool, at_ms: int) -> None:
        was = at_ms - self._since[key]
        if not pressed and was >= HOLD_MS and not self._held[key]:  # the loop was late; the key was not
            self._hold(key)
        self._down[key] = pressed
        self._since[key] = at_ms
        self._quiet[key] = at_ms + LOCK_OUT_MS
        if pressed:
            self._held[key] = False
            self._listener.key_down(key, at_ms)
        else:
            self._listener.key_up(key, at_ms, was)
