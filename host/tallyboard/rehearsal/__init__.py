"""A rehearsal: a whole tournament with virtual boards over the real hub, with what goes wrong on a day, and a report.

plan        the formats, the players' names, and when what goes wrong
players     what somebody presses: a plausible match to its end, key by key
board_table a virtual board, and the two who play on it
desk        the commands of the organiser, and the tournament as it stands
hub         `tallyboard watch` as a process
story       the lines that tell what happens
day         the course of the tournament, to its champion
mishaps     what goes wrong, one after the other
checks      what must be so in the end
result      what came of it: the report
"""
