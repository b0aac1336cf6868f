from tests.vm.fakes.chips import *
