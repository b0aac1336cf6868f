from tests.vm.fakes.failure import Failure as Failure
from tests.vm.fakes.rig import *
