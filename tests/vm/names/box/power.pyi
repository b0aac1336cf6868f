from tallyboard.virtual.box.power import *
