"""Exit codes. 1 means: the command ran, and the thing asked for is not so."""

DONE = 0
BAD_USE = 2
INTERRUPTED = 130  # as a shell tells Ctrl-C
