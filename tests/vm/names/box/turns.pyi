from tallyboard.virtual.box.turns import *
