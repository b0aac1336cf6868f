"""What pages draw, as SVG: digits, charts. Data in, markup out. No style stands in the markup, for the pages' policy
forbids it: classes do, and styles/match.css says how they look."""
