"""Passwords of database addresses: they stand in no log, no report, no sentence and no list of processes."""

import re
import sys
from urllib.parse import unquote

HIDDEN = "***"

# user:password@ behind the scheme, to the last @ of the word: a password may hold any sign. Then a password= of the
# address's options.
_OF_A_USER = re.compile(r"(:/{1,3}[^:/?#@\s'\"]*):[^\s'\"]*@")
_SECRET = r"[?&][a-z_]*(?:password|passwd|pwd|passphrase|odbc_connect)="
_OPTION = re.compile(rf"({_SECRET})[^&\s'\"]*", re.IGNORECASE)
_IN_A_WORD = re.compile(r"(:/{1,3}[^:/?#@]*):(.*)@", re.DOTALL)
_WITHOUT_A_SCHEME = re.compile(r"((?:^|/)[^:/@]+):(.*)@", re.DOTALL)  # somebody mistyped it
_OPTION_OF_A_WORD = re.compile(rf"({_SECRET})([^&]*)", re.IGNORECASE | re.DOTALL)

_known: set[str] = set()  # passwords that this process was given, as they were written and as they are meant


def hidden(text: str) -> str:
    """Free text, such as a log, with the password of every address and every password that is known replaced: where it
    stands by itself, for a short one is part of many words."""
    text = without_addresses(text)
    for password in sorted(_known, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(password)}(?!\w)", HIDDEN, text)
    return text


def without_addresses(text: str) -> str:
    """Free text with the password of every address replaced."""
    return _OPTION.sub(rf"\1{HIDDEN}", _OF_A_USER.sub(rf"\1:{HIDDEN}@", text))


def hidden_word(word: str) -> str:
    """The same of one argument or address, which may hold blanks and quotes; its passwords are known from now on."""
    in_a_word = _IN_A_WORD if "://" in word else _WITHOUT_A_SCHEME
    for password in [found[2] for found in (*in_a_word.finditer(word), *_OPTION_OF_A_WORD.finditer(word))]:
        _known.update(form for form in (password, unquote(password), repr(password)[1:-1]) if form)
    word = in_a_word.sub(rf"\1:{HIDDEN}@", word)
    return _OPTION_OF_A_WORD.sub(rf"\1{HIDDEN}", word)


def keep_hidden(password: str) -> None:
    """Have this password stand in no free text from now on."""
    _known.update(form for form in (password, repr(password)[1:-1]) if form)


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
