"""The matches in the store: computed from its records, kept with a check, and computed anew where they do not fit."""
