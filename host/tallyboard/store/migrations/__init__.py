"""The steps from one shape of the store to the next, run by `open_store`."""
