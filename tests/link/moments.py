"""Where a laptop's program may be killed, at whatever it does, or at one of the points that matter; where its database
may fail."""

ANYWHERE = "anywhere"
MOMENTS = BEFORE_COMMIT, AFTER_COMMIT, BEFORE_ACK, AFTER_ACK = (
    "before a commit",
    "after a commit",
    "before an ACK",
    "after an ACK",
)

# When a database fails that a hub writes to: in the last case nobody knows whether the records are there.
AWAY = AWAY_BEFORE, AWAY_BEFORE_COMMIT, AWAY_AFTER_COMMIT = (
    "away",
    "away before the commit",
    "away after the commit",
)
