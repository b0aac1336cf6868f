"""Figures of a tournament beside its standings: what its entrants and tables did, round by round."""
