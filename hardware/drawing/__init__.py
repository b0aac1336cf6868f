"""Drawings of the circuit: the schematic, the wiring without a carrier, the looms."""
