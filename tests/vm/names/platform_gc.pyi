from tallyboard.play.rig.platform_gc import *
