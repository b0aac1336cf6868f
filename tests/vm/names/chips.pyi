from tallyboard.play.rig.chips import *
