"""The laptop of the page: the host's own hub, store and commands in a browser, where Python is compiled to WebAssembly.

threads     tasks in the place of threads, of which a browser's Python has none
cable       the end of a board's cable: a port on bytes that the page carries
read_only   what keeps a conversation with somebody's own board from telling it anything
begin       how it all starts in the worker
laptop      the hub on these cables, and the page's messages
asked       what the page asks of the store: the commands, and the proof
proof       whether a board and the laptop computed the same
"""

EMPTY = "empty.db"
"""Beside the code: a database of the present shape with nothing in it, so that the browser need not make one."""
