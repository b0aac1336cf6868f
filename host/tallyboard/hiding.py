"""Passwords of database addresses: they stand in no log, no report, no sentence and no list of processes."""

import re
import sys
from urllib.parse import unquote

HIDDEN = "***"

# user:password@ behind the scheme, to the last @ of the word: a password may hold any sign. Then a password= of the
# address's options.
_OF_A_USER = re.compile(r"(://[^:/?#@\s'\"]*):[^\s'\"]*@")
_OPTION = re.compile(r"([?&][a-z_]*(?:password|passwd|pwd|passphrase)=)[^&\s'\"]*", re.IGNORECASE)
_IN_A_WORD = re.compile(r"(://[^:/?#@]*):(.*)@", re.DOTALL)
_OPTION_OF_A_WORD = re.compile(r"([?&][a-z_]*(?:password|passwd|pwd|passphrase)=)([^&]*)", re.IGNORECASE | re.DOTALL)

_known: set[str] = set()  # passwords that this process was given, as they were written and as they are meant


def hidden(text: str) -> str:
    """Free text, such as a log, with the password of every address and every password that is known replaced."""
    text = _OPTION.sub(rf"\1{HIDDEN}", _OF_A_USER.sub(rf"\1:{HIDDEN}@", text))
    for password in sorted(_known, key=len, reverse=True):
        text = text.replace(password, HIDDEN)
    return text


def hidden_word(word: str) -> str:
    """The same of one argument or address, which may hold blanks and quotes; its passwords are known from now on."""
    for password in [found[2] for found in (*_IN_A_WORD.finditer(word), *_OPTION_OF_A_WORD.finditer(word))]:
        _known.update(form for form in (password, unquote(password), repr(password)[1:-1]) if form)
    word = _IN_A_WORD.sub(rf"\1:{HIDDEN}@", word)
    return _OPTION_OF_A_WORD.sub(rf"\1{HIDDEN}", word)


def hide_arguments() -> None:
    """Take passwords out of the title under which the system lists this process; every user may read that."""
    shown = [hidden_word(word) for word in sys.argv]
    if shown == sys.argv:
        return
    try:
        from setproctitle import setproctitle
    except ImportError:  # a system that it is not made for
        return
    setproctitle(" ".join(shown))
