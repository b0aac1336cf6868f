"""`python -m tallyboard` is `tallyboard`."""

from tallyboard.cli import main

main()
