"""The demonstration: two matches on a virtual board, a pulled plug, a pulled cable, and the result checked.

board      a virtual board as a process: commands in, displays out
cable      a cable that can be pulled after so many bytes
digits     LED digits large enough for a terminal
story      what happens, key by key
"""
