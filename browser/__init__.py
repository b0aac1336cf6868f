"""The laptop of the page: the host's own hub, store and commands in a browser, where Python is compiled to WebAssembly.

It is in the folder that `make play` makes, and in no wheel.

threads     tasks in the place of threads, of which a browser's Python has none
read_only   what keeps a conversation with somebody's own board from telling it anything
begin       how it all starts in the worker
laptop      the hub on the boards' cables, and the page's messages
questions   what the page asks of the store: the commands, and the proof that both ends computed the same

folder      makes that folder: the page, and all this beside it
"""

EMPTY = "empty.db"
"""Beside the code: a database of the present shape with nothing in it, so that the browser need not make one."""
