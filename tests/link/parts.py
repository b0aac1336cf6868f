"""What the campaign puts together: the true parts, or one that cheats in the place of a true one."""

from typing import NamedTuple

from tableside.journal import Journal
from tableside.link import Link
from tableside.table import Table
from tallyboard.hub.sync import Collection
from tallyboard.link import Client
from tallyboard.store import Store
from tests.link.cable import LaptopPort, UsbPort


class Parts(NamedTuple):
    """The classes of both halves."""

    journal: type[Journal] = Journal
    link: type[Link] = Link
    table: type[Table] = Table
    usb: type[UsbPort] = UsbPort
    port: type[LaptopPort] = LaptopPort
    client: type[Client] = Client
    store: type[Store] = Store
    collection: type[Collection] = Collection


TRUE = Parts()
