from tallyboard.play.rig.turns import *
