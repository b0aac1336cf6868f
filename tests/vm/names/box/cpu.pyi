from tallyboard.virtual.box.cpu import *
