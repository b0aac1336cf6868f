"""`board`: the pins of a Pico by their names."""


class Pin:
    def __init__(self, name: str) -> None:
        self.name = name


for number in range(29):
    globals()["GP%d" % number] = Pin("GP%d" % number)
LED = globals()["GP25"]
board_id = "raspberry_pi_pico"
