"""`tallyboard season`: one roster over many evenings."""
