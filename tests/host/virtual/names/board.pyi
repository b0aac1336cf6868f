from board_definitions.raspberry_pi_pico import *  # type: ignore[import-untyped]
