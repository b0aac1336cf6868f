"""The build guide: its steps, and the page in each language."""
