from tests.vm.fakes.failure import *
