"""On the chip, in place of `wifi`, `socketpool` and `select`, which a Pico without a radio lacks or cannot poll: a
network that is joined at once, and one socket, whose datagrams go through the serial console.

To the board: base64 of 96 bytes, the first of which says how long the datagram behind it is; of two in a row the second
is lost, as on a Pico W. From the board: a line that begins with ~ and goes on in base64.
"""
# mypy: disable-error-code="assignment,no-untyped-call,no-untyped-def,union-attr"

import binascii
import sys

import board
import digitalio
import usb_cdc

CODED = 128  # characters of a datagram to the board: two packets on USB
LAPTOP = ("10.0.0.1", 8766)
console = usb_cdc.console
coded = bytearray(CODED)
ready = ((None, 1),)


def output(pin):
    made = digitalio.DigitalInOut(pin)
    made.switch_to_output(False)
    return made


turn = output(board.GP2)  # high in a turn of the radio
model = output(board.GP3)  # high while the model of a module is at work, which on a board is C


class Radio:
    connected = False

    def connect(self, name, password, timeout):
        self.connected = True
        raise ConnectionError("Unknown failure 1")


class Socket:
    def settimeout(self, seconds):
        pass

    def recvfrom_into(self, buffer):
        model.value = True
        console.readinto(coded)
        console.reset_input_buffer()
        data = binascii.a2b_base64(coded)
        count = data[0]
        buffer[:count] = data[1 : 1 + count]
        model.value = False
        return count, LAPTOP

    def sendto(self, data, address):
        model.value = True
        console.write(b"~" + binascii.b2a_base64(data))
        model.value = False
        return len(data)

    def close(self):
        pass


class Pool:
    AF_INET, SOCK_DGRAM = 0, 1

    def __init__(self, radio):
        pass

    def socket(self, family, kind):
        return Socket()


class Poll:
    def register(self, socket, flags):
        pass

    unregister = register

    def ipoll(self, ms):
        return ready if console.in_waiting >= CODED else ()


class Module:
    def __init__(self, **contents):
        for name in contents:
            setattr(self, name, contents[name])


sys.modules["wifi"] = Module(radio=Radio())
sys.modules["socketpool"] = Module(SocketPool=Pool)
sys.modules["select"] = Module(poll=Poll)
