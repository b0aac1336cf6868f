"""A rehearsal: a whole tournament with virtual boards over the real hub, with what goes wrong on a day, and a report.

plan           the formats, the players' names, and when what goes wrong
processes      a virtual board and the hub as processes, and a router that can be switched off
board_table    such a board, and the two who play on it: a plausible match to its end, key by key
organiser      the commands of the organiser, and the lines that tell what happens
day            the course of the tournament, to its champion
mishaps        what goes wrong, one after the other
checks         what must be so in the end
rehearsal      all of it, from its folder to its report, an object and in words
season         several evenings, one season, and its report

demonstration  the smaller one of `tallyboard demo`: two matches, a pulled plug, a pulled cable, the result checked
"""
