from tallyboard.virtual.box.air import *
