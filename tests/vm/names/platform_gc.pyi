from tests.vm.fakes.platform_gc import *
