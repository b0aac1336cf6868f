"""The commands behind `tallyboard tables`, as commands/catalogue.py has the others."""

from tallyboard.commands.catalogue import NEEDS_TYPST, USUAL, CommandEntry

_TABLE = "table TABLE:name  The table's name, or its number."
# Where the pages of `serve` are, as the codes are to have it.
_WHERE = (
    "--host NAME:some  The name or address by which phones reach this laptop; default: its address in its network.",
    "--listen NUMBER:port  The port of the pages: what serve --listen was given; default: 8765, as of serve.",
)

# In the order in which the help lists them.
SUBCOMMANDS = {
    "seat": CommandEntry(
        "seats.tables.seat",
        "Open tables to phones, and print the address of each.",
        'tables TABLE+:name  Names, numbers, or numbers from one to another, as 1-30 7 "Final table".',
        "--renew  Give those that are open new addresses: the old ones let nobody in any more.",
        "--close  Close them: nobody gets in any more, and who is in is out.",
        *_WHERE,
        *USUAL,
        more="Whoever has the address of a table can play there, and no more than that.",
    ),
    "cards": CommandEntry(
        "seats.tables.cards",
        "Write a card with a code for each table, as PDF.",
        "tables TABLE*:name  Tables, as seat takes them; default: all that are open.",
        "--sheet  All codes together, on as few sheets as they need.",
        "--out FILE:path  File to write; default: tables.pdf; - is standard output.",
        "--size a4|letter  Of the sheets; default: a4.",
        "--language en|fr  Of the words on it; default: the terminal's.",
        "--network NAME:text  The name of the Wi-Fi, to stand on it.",
        *_WHERE,
        *USUAL,
        more=NEEDS_TYPST,
    ),
    "lock": CommandEntry("seats.tables.lock", "Have the keys of a table's phone do nothing.", _TABLE, *USUAL),
    "unlock": CommandEntry("seats.tables.unlock", "Have the keys of a table's phone work again.", _TABLE, *USUAL),
    "free": CommandEntry(
        "seats.tables.free",
        "Take a table's keys from its phone; the next phone that comes there goes on with the match.",
        _TABLE,
        *USUAL,
    ),
}
