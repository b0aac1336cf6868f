"""What a table is called."""


def table_or_digits(table: str, board: str) -> str:
    """The table's name; of one without a name the last six digits of its board's id."""
    return table or board[-6:]
