from tallyboard.play.rig.platform_time import *
