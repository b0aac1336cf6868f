from tallyboard.play.rig.failure import *
