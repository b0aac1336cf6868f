"""What the board in the browser is made of."""

from pathlib import Path

RIG = Path(__file__).parent / "rig"
"""The folder of the modelled parts: on a VM it comes first on the path."""
