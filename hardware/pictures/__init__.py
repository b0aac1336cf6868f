"""A picture of each step of the build guide: what is added or done now is orange. No words but names of parts."""
