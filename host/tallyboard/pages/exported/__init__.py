"""The public pages of a tournament as files, which open from a disk or from any web host."""
