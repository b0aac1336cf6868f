from tests.vm.run_sheets import *
