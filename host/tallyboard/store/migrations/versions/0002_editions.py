"""Nothing changes its shape: matches are computed anew after every migration, and since the rules have editions and an
assignment its key they read differently."""

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The rows are made by what opens the store."""
