"""What pages draw, as SVG: digits, charts, brackets. Data in, markup out."""
