"""Where a laptop's program may be killed: at whatever it does, or at one of the points that matter."""

ANYWHERE = "anywhere"
MOMENTS = BEFORE_COMMIT, AFTER_COMMIT, BEFORE_ACK, AFTER_ACK = (
    "before a commit",
    "after a commit",
    "before an ACK",
    "after an ACK",
)
