from tallyboard.virtual.box.rig import *
