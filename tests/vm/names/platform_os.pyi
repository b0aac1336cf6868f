from tests.vm.fakes.platform_os import *
