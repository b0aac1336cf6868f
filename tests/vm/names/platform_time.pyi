from tests.vm.fakes.platform_time import *
