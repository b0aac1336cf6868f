"""The parts of a virtual board, each modelled after its datasheet or after CircuitPython's source."""
