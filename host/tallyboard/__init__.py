"""Tallyboard on the laptop: collects what the boards at the tables recorded, recomputes it and shows it."""
