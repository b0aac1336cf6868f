"""A password stands in no log, no sentence and no list of processes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.store import read_store
from tallyboard.store.failures import explanation
from tallyboard.store.opening import address_of
from tallyboard.text import passwords
from tallyboard.text.passwords import hidden, hidden_word

_PASSWORDS = ["s3cret", "p@ss", "a:b/c", "with blank", "qu'ote\"", "p%40ss"]


@pytest.mark.parametrize("password", _PASSWORDS)
def test_a_word_is_shown_without_its_password(password: str) -> None:
    shown = hidden_word(f"postgresql+psycopg://ann:{password}@hall.example:5432/club")
    assert shown == "postgresql+psycopg://ann:***@hall.example:5432/club"


@pytest.mark.parametrize("option", ["password", "sslpassword", "PASSWORD", "passwd"])
def test_an_option_of_the_address_is_hidden_too(option: str) -> None:
    shown = hidden_word(f"postgresql://hall/club?user=ann&{option}=s3cret&sslmode=require")
    assert shown == f"postgresql://hall/club?user=ann&{option}=***&sslmode=require"


@pytest.mark.parametrize(
    "word",
    [
        "postgresql:/u:s3cret@h/x",
        "postgresql//u:s3cret@h/x",
        "u:s3cret@127.0.0.1/x",
        "mssql+pyodbc:///?odbc_connect=DRIVER%3DX%3BPWD%3Ds3cret",
    ],
)
def test_one_that_was_mistyped_is_hidden_too(word: str) -> None:
    assert "s3cret" not in hidden_word(word)
    with pytest.raises(TallyboardError) as raised:
        read_store(word)
    assert "s3cret" not in str(raised.value)


def test_a_short_password_leaves_words_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_known", set())
    hidden_word("postgresql://u:a@h/d")
    assert hidden("The database a says: a bad 'a'.") == "The database *** says: *** bad '***'."


def test_in_a_log_every_address_and_every_known_password_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_known", set())
    assert hidden("x 'mysql://u:p@h/d' y?password=q&z=1") == "x 'mysql://u:***@h/d' y?password=***&z=1"
    assert hidden("nothing: here@all") == "nothing: here@all"
    hidden_word("postgresql://ann:p%40ss@hall/club")
    assert hidden("server said p@ss and p%40ss are wrong") == "server said *** and *** are wrong"


@pytest.mark.parametrize(
    "url", ["postgresql://ann:s3cret@hall:port/club", "nosuch://ann:s3cret@hall/club", "://ann:s3cret@hall"]
)
def test_an_address_that_is_none_is_told_without_its_password(url: str, tmp_path: Path) -> None:
    from tallyboard.store import open_store

    with pytest.raises(TallyboardError) as raised:
        open_store(url)
    assert "s3cret" not in str(raised.value)
    assert "***" in str(raised.value)


def test_what_a_driver_says_is_told_without_it() -> None:
    address_of("postgresql://ann:s3cret@hall/club")
    assert "s3cret" not in str(explanation("x", ValueError("login of ann with s3cret failed")))


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="no /proc")
def test_the_list_of_processes_does_not_show_it() -> None:
    code = (
        "import sys; from tallyboard.text.passwords import hide_arguments; hide_arguments();"
        "print(open('/proc/self/cmdline').read().replace(chr(0), ' '))"
    )
    arguments = ["sync", "--db", "postgresql://ann:s3cret@hall/club"]
    ran = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert "s3cret" not in ran.stdout
    assert "ann:***@hall" in ran.stdout
