"""The commands: catalogue.py says what each does and takes; it is a function of a module that is imported when it runs.
What it returns is the exit code; None is 0."""

EXIT_DONE = 0
EXIT_NOT_SO = 1  # the command ran, and the thing asked for is not so
EXIT_BAD_USE = 2  # wrong use or bad input
EXIT_INTERRUPTED = 130  # as a shell tells Ctrl-C
