"""`tallyboard tournament`: the desk of a tournament, a module for each group of its commands."""
