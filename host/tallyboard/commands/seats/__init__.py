"""The commands behind `tallyboard tables`: tables that are opened to phones."""
