from tallyboard.play.rig.platform_os import *
