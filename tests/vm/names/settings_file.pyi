from tallyboard.play.rig.settings_file import *
