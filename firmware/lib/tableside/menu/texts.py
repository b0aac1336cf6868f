"""Every text of the menu. They move through the status display, what matters first; the rows of a level differ in
their first four characters, which are seen at once. The same in French stands in texts_fr.py."""

from tableside import texts

PENALTY = "%s-PN PENALTY"
FORFEIT = "%sFFT FORFEIT"
TOSS = "TOSS WHO STARTS"
FIRST = "1ST%s STARTS"
AGAIN = "NEW MATCH"
GAME = "GAME AND OPTIONS"
LIGHT = "LIGHT"
SOUND = "SOUND"
LANGUAGE = "FRANCAIS"  # the other one, in its own words
TEST = "SELF-TEST"
ABOUT = "ABOUT"
AIR = ("AIR  NONE", "AIR  WRONG KEY", "AIR  HALL")  # without a cable: no laptop answers, one that has another key, one
START = "PLAY "  # and the game

EXCLUDED = "----"  # on the sides' displays: an option that another one excludes has no number
MEMBER = "%d. OF %s"  # of an option that is a list, where the game has no labels for them

ON = "ON  SOUND"
OFF = "OFF SOUND"

# What the keys do now.
WALK = "   1 UP 2 DOWN NEXT OK UNDO BACK"
CHANGE = "   1 UP 2 DOWN 3 LESS 4 MORE NEXT OK UNDO BACK"
LESS_MORE = "   3 LESS 4 MORE NEXT OK"
OFF_ON = "   3 OFF 4 ON NEXT OK"
BACK = "   UNDO BACK"
HOLD_TO_LEAVE = "HOLD NEXT TO GIVE UP THE MATCH"
HOLD_TO_PENALISE = "HOLD NEXT TO TAKE OFF %d"
HOLD_TO_FORFEIT = "HOLD NEXT TO FORFEIT THE ROUND"

# Behind a toss the side that won is asked.
WHO_STARTS = "1ST?   1 WE START 2 THEY START"

RUNNING = "TALLYBOARD %s   A: RECORDS HELD B: NOT YET ON A LAPTOP"
MISSING = "   NO DISPLAY "

if texts.FRENCH:  # as it is at this visit
    from tableside.menu.texts_fr import *  # noqa: F403
