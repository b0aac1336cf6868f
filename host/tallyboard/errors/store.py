"""What a store cannot do: sentences about databases, files, matches and tournaments, each with a code for programs."""

from tallyboard.errors import UPDATE, Told, later

FROM_THE_BOARDS = "Sync the boards: their sound records take the place of damaged ones."
TO_THE_LIST = later("Go back to the list of tournaments.")  # on a page

# What is told of hubs, of boards that tell two histories, and of tournaments that do not come along.
HUB = "`tallyboard {command}` on {laptop} (process {pid})"
ALARM = (
    "ALARM: board {board}, epoch {epoch}: record {record}{more} came with other bytes than are stored. Both are kept, "
    "`tallyboard verify` lists them: the board tells another history now."
)
NO_BEGINNING = (
    "how it began is damaged in the database. Nothing of it was copied: `tallyboard rebuild` saves what is left there."
)
DAMAGED_THERE = (
    "it is damaged in the database that it was to be copied to. Nothing of it was copied: run `tallyboard rebuild` "
    "there, then copy again."
)
APART = (
    "it went on in both databases apart from each other {where}, so {were} left out. Enter by hand what is missing; "
    "`tallyboard tournament log --tournament {tournament} --db {database}` has all of it."
)


class Passing(Told):
    """What keeps from the database just now, and can pass by itself."""


# Addresses.
_GIVE = "Give a database URL or the path of an SQLite file."
EMPTY = Told("address", "--db is empty.", _GIVE)
NUL = Told("address", "--db holds a NUL character.", _GIVE)
FILE_ADDRESS = Told("address", "--db takes no file: address.", _GIVE)
SQLITE_OPTIONS = Told("address", "--db takes no options of SQLite.", "Give the path of the file alone.")
NO_URL = Told(
    "address", "--db {database} is not a database URL.", "Give one like sqlite:///path/to/file.db, or a path."
)
OTHER_KIND = Told(
    "address",
    "--db {database} is neither SQLite nor PostgreSQL.",
    "Give the path of an SQLite file, or an address like postgresql://user@host/database.",
)
NOT_TAKEN = Told(
    "address", "The driver of {database} does not take this address: {words}.", "Check --db and its options."
)
NO_DRIVER = Told(
    "driver",
    "The driver for {database} is not installed ({words}).",
    "Install it: `pip install 'tallyboard[postgresql]'`; or give the path of an SQLite file.",
)

# What is there, or not.
NO_FOLDER = Told("missing", "There is no folder {folder}.", "Create it, or give another --db.")
FOLDER_NOT_MADE = Told("missing", "The folder {folder} cannot be created: {words}.", "Give a place with --db.")
MISSING = Told("missing", "There is no database {database}.", "Check --db; `tallyboard sync` with it makes a new one.")
NOTHING_TO_REBUILD = Told("missing", "There is no database {database} yet.", "Check --db; the first sync makes one.")
EMPTIED = Told(
    "empty",
    "The database {database} is empty.",
    "If it was not, put a backup in its place; `tallyboard sync` fills it from the boards.",
)
NO_FILE = Told("no-file", "{database} is not a file.", "Give the path of a file with --db.")
UNREADABLE = Told("unreadable", "{database} cannot be read: {words}.", "Check its permissions.")
OTHER_PROGRAM = Told(
    "other-program", "{database} is the database of another program.", "Give another --db; this one was not changed."
)
NO_DATABASE = Told(
    "no-database",
    "{database} is not a Tallyboard database.",
    "Give another --db; this file was not changed. If it was one, `tallyboard rebuild` saves what is left.",
)
NEWER = Told(
    "newer",
    "{database} was written by a newer tallyboard (its shape is {shape}, this one knows {known}).",
    f"{UPDATE.removesuffix('.')}; the database was not changed.",
)
DAMAGED = Told(
    "damaged",
    "The database {database} is damaged.",
    "`tallyboard rebuild` saves what can be read of it and keeps the damaged file; then sync the boards.",
)
NO_COPY = Told(
    "no-copy",
    "{database} (shape {shape}) has to be migrated, but the copy {copy} cannot be written: {why}",
    "Make room for it or check the folder's permissions, then try again.",
)

# Rebuilding and copying.
NOTHING_FOUND = Told(
    "nothing",
    "Nothing that a board recorded can be found in {path}.",
    "Put a backup in its place, or move it away and sync the boards: each keeps thousands of records.",
)
NOT_REBUILT = Told(
    "not-rebuilt",
    "{path} cannot be rebuilt: {words}.",
    "Make room, or check the permissions of the file and its folder.",
)
IS_OPEN = Told("in-use", "{path} is open in {others}.", "End that, then rebuild again.")
OLDER = Told(
    "older",
    "The database {what}.",
    "`tallyboard rebuild` with it as --db brings it up to date and keeps a copy; then copy again.",
)
INTO_ITSELF = Told("same", "{database} would be copied into itself.", "Give two databases.")

# Matches.
NO_MATCH = Told("unknown-match", "There is no match {match}.", "`tallyboard results` lists the matches.")
SEVERAL_MATCHES = Told("several-matches", "Several matches begin with {match}: {some}.", "Give more of the id.")
NOT_CORRECTED = Told(
    "not-corrected",
    "Nothing of match {match} is corrected: what the board recorded stands.",
    "`tallyboard show {match}` tells what there is.",
)

# Tournaments.
NO_TOURNAMENT_YET = Told(
    "no-tournament", "There is no tournament yet.", "`tallyboard tournament new` begins one.", TO_THE_LIST
)
NO_TOURNAMENT = Told(
    "no-tournament", "There is no tournament {word}.", "`tallyboard tournament list` lists them.", TO_THE_LIST
)
SEVERAL_TOURNAMENTS = Told(
    "several-tournaments", "Several tournaments are called {word}: {some}.", "Give the beginning of an id."
)
DAMAGED_EVENT = Told(
    "damaged-event",
    "Event {number} of the tournament is damaged or missing in the database.",
    "`tallyboard rebuild` saves what stands before it; then `tallyboard copy` from a backup brings the rest back.",
    TO_THE_LIST,
)
NOT_IN_DOUBT = Told(
    "not-in-doubt", "No such result is in doubt.", "`tallyboard tournament flags` lists those that are.", TO_THE_LIST
)
TOURNAMENT_IS_THERE = Told(
    "duplicate", "There is a tournament {name} already.", "Give it another name, as with its date."
)
LONG_TOURNAMENT_NAME = Told("names", "The name has {count} characters, 1 to {most} are kept.", "Give another name.")
NO_TIME_ZONE = Told("time-zone", "There is no time zone {zone}.", "Give one as America/Toronto or Europe/Berlin.")
LONG_REASON = Told("reason", "The reason has {count} characters, {most} are kept.", "Give a shorter one.")

# What SQLite says.
BUSY = Passing("busy", "Another program is writing to {database}.", "Try again when it has finished.")
NOT_OPENED = Told(
    "not-opened",
    "{database} cannot be opened or created.",
    "Check that the folder exists and that you may write to it.",
)
NOT_WRITTEN = Told(
    "not-written",
    "{database} cannot be written.",
    "Check the permissions of the file and its folder, or give another --db.",
)
FULL = Passing(
    "full", "There is no room left for {database}.", "Free some space, then try again; nothing stored is lost."
)
DISK = Told("disk", "{database} cannot be read or written.", "Check the disk and its room, then try again.")
NOT_WORKING = Told("not-working", "The database {database} does not work: {words}.", "Check --db, then try again.")

# What a server says, and what stands between it and us.
SILENT = Passing(
    "silent", "The server of {database} does not answer.", "Check that it runs and that the network reaches it."
)
AWAY = Passing(
    "away", "No server answers at {database}, or it refuses connections.", "Start it, or check host and port in --db."
)
UNKNOWN = Passing(
    "unknown-server",
    "The server of {database} is not found by its name.",
    "Check the name in --db, and the network.",
)
CUT_OFF = Passing(
    "cut-off",
    "The network does not reach the server of {database}.",
    "Check the network, and the host in --db.",
)
STARTING = Passing(
    "starting", "The server of {database} is just starting or being shut down.", "Try again in a moment."
)
LOST = Passing("lost", "The connection to {database} was lost.", "Try again when its server runs.")
CROWDED = Passing(
    "crowded",
    "The server of {database} has no connection free.",
    "End other programs that use it, or raise its max_connections.",
)
ALL_IN_USE = Passing("crowded", "All connections to {database} are in use.", "Try again in a moment.")
SERVER_FULL = Passing(
    "full",
    "The server of {database} has no room left on its disk.",
    "Free some space there; nothing stored is lost.",
)
SHORT = Passing(
    "memory", "The server of {database} is short of memory.", "End other programs that use it, then try again."
)
SLOW = Passing("slow", "{database} took too long to answer.", "Try again when its server has less to do.")
NOT_NOW = Passing(
    "not-now",
    "The server of {database} cannot be used just now: {words}.",
    "Check --db and its server, then try again.",
)
SERVER_NOT_WORKING = Told(
    "not-working", "The database {database} does not work: {words}.", "Check --db and its server, then try again."
)
PASSWORD = Told(
    "password", "The server of {database} refuses this user's password.", "Check user and password in --db."
)
NO_PASSWORD = Told(
    "password",
    "The server of {database} asks for a password.",
    "Give one: postgresql://user:password@host/database, or in ~/.pgpass.",
)
USER = Told(
    "user",
    "The server of {database} does not let this user in.",
    "Check the user in --db, or have the server's administrator add it.",
)
NOT_ON_SERVER = Told(
    "missing",
    "There is no database {database} on its server.",
    "Check its name in --db, or make it with `createdb`.",
)
CLOSED = Told("closed", "The database {database} takes no connections.", "Have the server's administrator allow them.")
ENCRYPTION = Told(
    "encryption",
    "This laptop and the server of {database} do not agree on encryption: {words}.",
    "Check sslmode and the certificates in --db.",
)
OPTION = Told(
    "address",
    "The driver of {database} or its server does not take this address: {words}.",
    "Check --db and its options.",
)
NO_SERVER = Told("no-server", "What answers at {database} is no PostgreSQL server.", "Check host and port in --db.")
READ_ONLY = Told(
    "read-only",
    "{database} can only be read.",
    "Give the --db of the server that takes changes, not of its copy.",
)
FORBIDDEN = Told(
    "forbidden",
    "This user may not do that in {database}: {words}.",
    "Have the database's owner give it the right to create, read and write tables.",
)
DAMAGED_ON_SERVER = Told(
    "damaged",
    "The database {database} is damaged on its server.",
    "Put a backup in its place; then sync the boards.",
)
SERVER_DISK = Told(
    "disk", "The server of {database} cannot read or write its disk.", "Check the server's disk, then try again."
)
