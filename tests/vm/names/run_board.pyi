from tests.vm.run_board import *
