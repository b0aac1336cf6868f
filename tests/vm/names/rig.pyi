from tallyboard.play.rig.failure import Failure as Failure
from tallyboard.play.rig.rig import *
