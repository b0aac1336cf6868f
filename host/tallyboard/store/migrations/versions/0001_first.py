"""The first shape: boards, their journals, records, conflicts, and the matches computed from them."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """No store is older, and a new one is made as stores are now."""
