from tallyboard.play.rig.power import *
