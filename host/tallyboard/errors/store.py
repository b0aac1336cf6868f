"""What a store cannot do: sentences about databases, files, matches and tournaments, each with what helps."""

from tallyboard.errors import UPDATE, Told, later

FROM_THE_BOARDS = later("Sync the boards: their sound records take the place of damaged ones.")
TO_THE_LIST = later("Go back to the list of tournaments.")  # on a page

# What is told of hubs, of boards that tell two histories, and of tournaments that do not come along.
HUB = later("`tallyboard {command}` on {laptop} (process {pid})")
ALARM = later(
    "ALARM: board {board}, epoch {epoch}: record {record}{more} came with other bytes than are stored. Both are kept, "
    "`tallyboard verify` lists them: the board tells another history now."
)
NO_BEGINNING = later(
    "how it began is damaged in the database. Nothing of it was copied: `tallyboard rebuild` saves what is left there."
)
DAMAGED_THERE = later(
    "it is damaged in the database that it was to be copied to. Nothing of it was copied: run `tallyboard rebuild` "
    "there, then copy again."
)
APART = later(
    "it went on in both databases apart from each other {where}, so {were} left out. Enter by hand what is missing; "
    "`tallyboard {kind} log --{kind} {tournament} --db {database}` has all of it."
)


class Passing(Told):
    """What keeps from the database just now, and can pass by itself."""


# Addresses.
_GIVE = "Give a database URL or the path of an SQLite file."
EMPTY = Told("--db is empty.", _GIVE)
NUL = Told("--db holds a NUL character.", _GIVE)
FILE_ADDRESS = Told("--db takes no file: address.", _GIVE)
SQLITE_OPTIONS = Told("--db takes no options of SQLite.", "Give the path of the file alone.")
NO_URL = Told("--db {database} is not a database URL.", "Give one like sqlite:///path/to/file.db, or a path.")
OTHER_KIND = Told(
    "--db {database} is neither SQLite nor PostgreSQL.",
    "Give the path of an SQLite file, or an address like postgresql://user@host/database.",
)
NOT_TAKEN = Told("The driver of {database} does not take this address: {words}.", "Check --db and its options.")
NO_DRIVER = Told(
    "The driver for {database} is not installed{words}.",
    "Install it: Tallyboard's wheel with `[postgresql]` behind its name; or give the path of an SQLite file.",
)

# What is there, or not.
NO_FOLDER = Told("There is no folder {folder}.", "Create it, or give another --db.")
FOLDER_NOT_MADE = Told("The folder {folder} cannot be created: {words}.", "Give a place with --db.")
MISSING = Told("There is no database {database}.", "Check --db; `tallyboard sync` with it makes a new one.")
NOTHING_TO_REBUILD = Told("There is no database {database} yet.", "Check --db; the first sync makes one.")
EMPTIED = Told(
    "The database {database} is empty.",
    "If it was not, put a backup in its place; `tallyboard sync` fills it from the boards.",
)
NO_FILE = Told("{database} is not a file.", "Give the path of a file with --db.")
UNREADABLE = Told("{database} cannot be read: {words}.", "Check its permissions.")
OTHER_PROGRAM = Told("{database} is the database of another program.", "Give another --db; this one was not changed.")
NO_DATABASE = Told(
    "{database} is not a Tallyboard database.",
    "Give another --db; this file was not changed. If it was one, `tallyboard rebuild` saves what is left.",
)
NEWER = Told(
    "{database} was written by a newer tallyboard (its shape is {shape}, this one knows {known}).",
    f"{UPDATE.removesuffix('.')}; the database was not changed.",
)
DAMAGED = Told(
    "The database {database} is damaged.",
    "`tallyboard rebuild` saves what can be read of it and keeps the damaged file; then sync the boards.",
)
NO_COPY = Told(
    "{database} (shape {shape}) has to be migrated, but the copy {copy} cannot be written: {why}",
    "Make room for it or check the folder's permissions, then try again.",
)

# Rebuilding and copying.
NOTHING_FOUND = Told(
    "Nothing that a board recorded can be found in {path}.",
    "Put a backup in its place, or move it away and sync the boards: each keeps thousands of records.",
)
NOT_REBUILT = Told(
    "{path} cannot be rebuilt: {words}.", "Make room, or check the permissions of the file and its folder."
)
IS_OPEN = Told("{path} is open in {others}.", "End that, then rebuild again.")
OLDER = Told(
    "The database {what}.",
    "`tallyboard rebuild` with it as --db brings it up to date and keeps a copy; then copy again.",
)
INTO_ITSELF = Told("{database} would be copied into itself.", "Give two databases.")

# Matches.
NO_MATCH = Told("There is no match {match}.", "`tallyboard results` lists the matches.")
SEVERAL_MATCHES = Told("Several matches begin with {match}: {some}.", "Give more of the id.")
NOT_CORRECTED = Told(
    "Nothing of match {match} is corrected: what the board recorded stands.",
    "`tallyboard show {match}` tells what there is.",
)

# Tournaments.
NO_TOURNAMENT_YET = Told("There is no tournament yet.", "`tallyboard tournament new` begins one.", on_page=TO_THE_LIST)
NO_TOURNAMENT = Told("There is no tournament {word}.", "`tallyboard tournament list` lists them.", on_page=TO_THE_LIST)
SEVERAL_TOURNAMENTS = Told("Several tournaments are called {word}: {some}.", "Give the beginning of an id.")
NO_SEASON_YET = Told("There is no season yet.", "`tallyboard season new` begins one.", on_page=TO_THE_LIST)
NO_SEASON = Told("There is no season {word}.", "`tallyboard season list` lists them.", on_page=TO_THE_LIST)
SEVERAL_SEASONS = Told("Several seasons are called {word}: {some}.", "Give the beginning of an id.")
NO_SCRIPT = Told("{file} cannot be read: {why}.", "Put the script of its tournament there.")
BAD_SCRIPT = Told("{file}:{line}: {why}", "Put it right in the script of that tournament.")
DAMAGED_EVENT = Told(
    "Event {number} of the tournament is damaged or missing in the database.",
    "`tallyboard rebuild` saves what stands before it; then `tallyboard copy` from a backup brings the rest back.",
    on_page=TO_THE_LIST,
)
NOT_IN_DOUBT = Told(
    "No such result is in doubt.", "`tallyboard tournament flags` lists those that are.", on_page=TO_THE_LIST
)
TOURNAMENT_IS_THERE = Told("There is a tournament {name} already.", "Give it another name, as with its date.")
SEASON_IS_THERE = Told("There is a season {name} already.", "Give it another name, as with its year.")
LONG_TOURNAMENT_NAME = Told("The name has {count} characters, 1 to {most} are kept.", "Give another name.")
NO_TIME_ZONE = Told("There is no time zone {zone}.", "Give one as America/Toronto or Europe/Berlin.")
LONG_MESSAGE = Told("The message has {count} characters, a TV has room for {most}.", "Make it shorter.")
CLOCK_MINUTES = Told("A clock cannot have {minutes} minutes.", "Give a whole number from 1 to {most}.")
LONG_REASON = Told("The reason has {count} characters, {most} are kept.", "Give a shorter one.")

# What SQLite says.
BUSY = Passing("Another program is writing to {database}.", "Try again when it has finished.")
NOT_OPENED = Told(
    "{database} cannot be opened or created.", "Check that the folder exists and that you may write to it."
)
NOT_WRITTEN = Told(
    "{database} cannot be written.", "Check the permissions of the file and its folder, or give another --db."
)
FULL = Passing("There is no room left for {database}.", "Free some space, then try again; nothing stored is lost.")
DISK = Told("{database} cannot be read or written.", "Check the disk and its room, then try again.")
NOT_WORKING = Told("The database {database} does not work: {words}.", "Check --db, then try again.")

# What a server says, and what stands between it and us.
_CHECK_SERVER = "Check --db and its server, then try again."
SILENT = Passing("The server of {database} does not answer.", "Check that it runs and that the network reaches it.")
AWAY = Passing(
    "No server answers at {database}, or it refuses connections.", "Start it, or check host and port in --db."
)
UNKNOWN = Passing("The server of {database} is not found by its name.", "Check the name in --db, and the network.")
CUT_OFF = Passing("The network does not reach the server of {database}.", "Check the network, and the host in --db.")
STARTING = Passing("The server of {database} is just starting or being shut down.", "Try again in a moment.")
LOST = Passing("The connection to {database} was lost.", "Try again when its server runs.")
CROWDED = Passing(
    "The server of {database} has no connection free.", "End other programs that use it, or raise its max_connections."
)
ALL_IN_USE = Passing("All connections to {database} are in use.", "Try again in a moment.")
SERVER_FULL = Passing(
    "The server of {database} has no room left on its disk.", "Free some space there; nothing stored is lost."
)
SHORT = Passing("The server of {database} is short of memory.", "End other programs that use it, then try again.")
SLOW = Passing("{database} took too long to answer.", "Try again when its server has less to do.")
NOT_NOW = Passing("The server of {database} cannot be used just now: {words}.", _CHECK_SERVER)
SERVER_NOT_WORKING = Told("The database {database} does not work: {words}.", _CHECK_SERVER)
PASSWORD = Told("The server of {database} refuses this user's password.", "Check user and password in --db.")
NO_PASSWORD = Told(
    "The server of {database} asks for a password.",
    "Give one: postgresql://user:password@host/database, or in ~/.pgpass.",
)
USER = Told(
    "The server of {database} does not let this user in.",
    "Check the user in --db, or have the server's administrator add it.",
)
NOT_ON_SERVER = Told(
    "There is no database {database} on its server.", "Check its name in --db, or make it with `createdb`."
)
CLOSED = Told("The database {database} takes no connections.", "Have the server's administrator allow them.")
ENCRYPTION = Told(
    "This laptop and the server of {database} do not agree on encryption: {words}.",
    "Check sslmode and the certificates in --db.",
)
OPTION = Told(
    "The driver of {database} or its server does not take this address: {words}.", "Check --db and its options."
)
NO_SERVER = Told("What answers at {database} is no PostgreSQL server.", "Check host and port in --db.")
READ_ONLY = Told("{database} can only be read.", "Give the --db of the server that takes changes, not of its copy.")
FORBIDDEN = Told(
    "This user may not do that in {database}: {words}.",
    "Have the database's owner give it the right to create, read and write tables.",
)
DAMAGED_ON_SERVER = Told(
    "The database {database} is damaged on its server.", "Put a backup in its place; then sync the boards."
)
SERVER_DISK = Told(
    "The server of {database} cannot read or write its disk.", "Check the server's disk, then try again."
)
