"""The languages: nothing is left in English, nothing is translated that nobody says."""

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import shared_rules
import tallyboard
from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from shared_rules.games.options import OptionError
from tallyboard import errors
from tallyboard.commands.catalogue import COMMANDS, GROUPS
from tallyboard.commands.parsing import subcommands
from tallyboard.errors import TallyboardError, Told
from tallyboard.text.language import LOCALE, chosen, code_of, language, later
from tests.reference.reference import GAMES

HOUSE = Path(tallyboard.__file__).parent
METHODS = [("**.py", "python"), ("pages/templates/**.html", "jinja2")]
KEYWORDS = {"_": None, "gettext": None, "later": None, "ngettext": (1, 2), "nlater": (1, 2)}
RAISED = ("TallyboardError", "NoFormError", "DamagedFileError")
# The word of docs/fr/relire.md for a thing, and the others for it that were used before.
ONE_WORD = {
    "score": r"(?<!feuille de )(?<!feuilles de )(?<!carte de )\bpointages?\b",
    "rondelle": r"\bwasher\b",
    "obtenus": r"\bacquis\b",
    "commence": r"\bdébute",
    "bureau": r"table des officiels|table d.organisation",
    "tenir": r"\bmainten(ez|ue?)\b|appui.long",
    "boîtier": r"\bboîtes?\b",
    "ordinateur": r"\bportables?\b",
    "ronde": r"\btour (%|de %)",
    "ligne": r"\brangées?\b",
    "côté": r"\bcamps?\b",
    "«\u00a020\u00a0»": r"\bvingts\b",
    "à terre": r"\bpar terre\b|\bau sol\b",
    "gagnant": r"\bvainqueurs?\b",
    "diagnostic": r"\bexamens?\b",
}
# Who says something otherwise than all the others.
CONTEXTS = {"paper": "paper/", "game": "text/game_words.py", "play": "play/", "phones": "pages/phones/", "terminal": ""}
IN_THE_BROWSER = ("play/page/words.json", "pages/phones/page/words.json", "pages/phones/page/say.json")

LETTERS, FIELD, VALUE = re.compile("[A-Za-z]"), re.compile(r"\{\w+[^}]*\}"), re.compile(r"%\(\w+\)[rs]")
NAMES = re.compile(r"%\(\w+\)|\{\w*")
FILES = sorted(Path(LOCALE).glob("*/*.po"))
Id = str | tuple[str, ...]


@cache
def all_said() -> frozenset[tuple[str, Id]]:
    """Every sentence that templates and code ask a language for, with the file that does."""
    found = [(file, said) for file, _, said, _, _ in extract_from_dir(HOUSE, METHODS, keywords=KEYWORDS)]
    for file in IN_THE_BROWSER:
        for said in json.loads((HOUSE / file).read_text(encoding="utf-8")).values():
            found += [(file, one) for one in (said if isinstance(said, list) else [said])]
    found += [*_of_the_command_line(), *_raised_and_above_columns()]
    found += [("shared_rules/", said) for call in shared_refusals() for said in _templates(*call)]
    return frozenset((file, tuple(said) if isinstance(said, (list, tuple)) else said) for file, said in found)


def _of_the_command_line() -> Iterator[tuple[str, Id]]:
    """What the tables of commands say, and those of errors."""
    for module in iter_modules(errors.__path__):
        for told in vars(import_module(f"tallyboard.errors.{module.name}")).values():
            if isinstance(told, Told):
                for said in (told.cause, told.next_step, told.on_page):
                    if LETTERS.search(FIELD.sub("", said)):
                        yield f"errors/{module.name}.py", said
    groups = [("commands/", COMMANDS), *((f"commands/{GROUPS[name]}/", subcommands(name)) for name in GROUPS)]
    for folder, commands in groups:
        for one in commands.values():
            for said in (one.summary, one.more, *(part for line in one.takes for part in _of_an_argument(line))):
                if said:
                    yield folder + "catalogue.py", said


def _of_an_argument(line: str) -> Iterator[str]:
    """What its value is called in the help, where it is no choice, and what is said of it."""
    argument, _, said = line.partition("  ")
    value = argument.partition(" ")[2].partition(":")[0].rstrip("?+*!")
    if "|" not in value:
        yield value.partition(" ")[0]
    yield said


def _raised_and_above_columns() -> Iterator[tuple[str, Id]]:
    """The cause and the next step that an error is raised with, and the heads of columns."""
    for file in HOUSE.rglob("*.py"):
        name = file.relative_to(HOUSE).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        own = {call for node in ast.walk(tree) for call in _made_in(node)}
        for call in ast.walk(tree):
            if isinstance(call, ast.Call):
                called = ast.unparse(call.func)
                if len(call.args) > 1 and (called in RAISED or call in own):
                    for given in call.args[:2]:
                        value = getattr(given, "value", None)
                        if isinstance(value, str) and LETTERS.search(VALUE.sub("", value)):
                            yield name, value
                if called in ("TextTable", "print_rows"):
                    for column in _written(call.args[0]).split(" | "):
                        if head := column.rstrip(">+").partition(":")[0]:
                            yield name, head


@cache
def shared_refusals() -> tuple[tuple[Path, ast.Module, ast.expr], ...]:
    """(file, what stands in it, sentence) of all that the shared rules refuse."""
    kinds = {"SaidError": 0, "OptionError": 0, "MessageError": 0, "RefusedError": 1}
    found = []
    added = {home[1] for home in catalogue._HOMES if home[0] not in GAMES}  # games whose French may be there or not
    for file in sorted(Path(shared_rules.__file__).parent.rglob("*.py")):
        if file.stem in added:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in kinds:
                found.append((file, tree, call.args[kinds[ast.unparse(call.func)]]))
    return tuple(found)


def _templates(file: Path, tree: ast.Module, said: ast.expr) -> list[str]:
    """The sentences that can stand there: as they are, of two, with the word for a piece, or from a table of the file.
    None where it is put together in a way that no extraction sees."""
    if isinstance(said, ast.Constant):
        return [str(said.value)]
    if isinstance(said, ast.IfExp):
        return [*_templates(file, tree, said.body), *_templates(file, tree, said.orelse)]
    if isinstance(said, ast.Call) and ast.unparse(said.func).endswith("'.replace"):
        return _templates(file, tree, said.func.value)  # type: ignore[attr-defined]
    if isinstance(said, ast.Subscript):
        for node in tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == ast.unparse(said.value):
                return [one.value for one in node.value.values]  # type: ignore[attr-defined]
    return []


def test_a_refusal_of_the_shared_rules_is_a_sentence_with_named_values() -> None:
    assert len(shared_refusals()) > 60
    for file, tree, said in shared_refusals():
        templates = _templates(file, tree, said)
        assert templates and not re.search(r"%[^(]", " ".join(templates)), f"{file.name}:{said.lineno}"


def _made_in(node: ast.AST) -> Iterator[ast.Call]:
    """Where a class of errors makes the two sentences of its own."""
    if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "TallyboardError" for base in node.bases):
        for one in ast.walk(node):
            if isinstance(one, ast.Call) and ast.unparse(one.func) == "super().__init__":
                yield one


def _written(text: ast.AST) -> str:
    """As much of a text as stands in the source."""
    if isinstance(text, ast.Constant):
        return str(text.value)
    if isinstance(text, ast.JoinedStr):
        return "".join(map(_written, text.values))
    if isinstance(text, ast.BinOp):
        return _written(text.left) + _written(text.right)
    return _written(text.body) if isinstance(text, ast.IfExp) else ""


def said_in(part: str = "") -> set[Id]:
    """Those of a part of the house."""
    return {one for file, one in all_said() if file.startswith(part)}


def test_nothing_is_said_inside_an_f_string_where_no_extraction_finds_it() -> None:
    found = [
        f"{file.name}:{call.lineno}"
        for file in HOUSE.rglob("*.py")
        for text in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant)
        if ast.unparse(call.func).rpartition(".")[2] in KEYWORDS
    ]
    assert found == []


def translated(file: Path) -> Iterator[Message]:
    with file.open("rb") as source:
        for message in read_po(source, locale=file.parent.name, abort_invalid=True):
            if message.id:
                yield message


def names(*texts: str) -> set[str]:
    """The %(names)s and {names} in them."""
    return set(NAMES.findall(" ".join(texts)))


def id_of(message: Message) -> Id:
    return tuple(message.id) if isinstance(message.id, (list, tuple)) else str(message.id)


@pytest.mark.parametrize("code", sorted({file.parent.name for file in FILES}))
def test_all_that_is_said_is_translated_once_and_nothing_else(code: str) -> None:
    messages = [message for file in FILES if file.parent.name == code for message in translated(file)]
    known = Counter((message.context, id_of(message)) for message in messages)
    assert [said for said, times in known.items() if times > 1] == []
    books = {facts_of(game).name for game in GAMES}  # of another game a translation may be there or not
    assert {said for _, said in known} == said_in() | books
    for context, part in CONTEXTS.items():
        assert {said for its, said in known if its == context} <= said_in(part)
    assert {context for context, _ in known} == {None, *CONTEXTS}


def test_a_face_says_some_words_otherwise() -> None:
    assert language("fr")("by lot") == "par tirage au sort"
    assert language("fr", "paper")("by lot") == "tirage au sort"
    assert language("fr", "paper")("nobody") == language("fr")("nobody")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_translation_is_whole_and_has_the_same_values(file: Path) -> None:
    for message in translated(file):
        assert not message.fuzzy
        forms = [message.string] if isinstance(message.string, str) else message.string
        assert forms and all(forms), message.id
        assert [str(error) for error in message.check()] == []
        said = id_of(message)
        *fewer, source = (said,) if isinstance(said, str) else said
        *others, last = forms
        assert names(last) == names(source), source
        for other in others:  # "the table", where many have a number
            assert names(other) <= names(source) | names(*fewer), source


def french(message: Message) -> str:
    """All forms of it."""
    return message.string if isinstance(message.string, str) else " | ".join(message.string or ())


def test_in_french_no_line_ends_before_a_mark_or_inside_quotation_marks() -> None:
    wrong = re.compile(r" [;!?»]|« |[^\W\d]'[^\W\d]")
    for file in FILES:
        for message in translated(file):
            said = "".join(id_of(message))
            found = french(message)
            assert not wrong.search(found) and (" :" not in found or " :" in said), found  # Ann : Bob


def test_a_sentence_in_french_names_what_a_command_takes_as_its_help_does() -> None:
    takes = [line for group in (COMMANDS, *map(subcommands, GROUPS)) for one in group.values() for line in one.takes]
    called = {next(_of_an_argument(line)) for line in takes}
    english = {word for word in called if word.isalpha() and word.isupper() and language("fr")(word) != word}
    assert "SHEET" in english
    for file in FILES:
        for message in translated(file):
            assert not english & set(re.findall(r"\w+", french(message))), message.id


def test_one_thing_has_one_word_in_french() -> None:
    reread = (HOUSE.parents[1] / "docs/fr/relire.md").read_text(encoding="utf-8")
    assert [word for word in ONE_WORD if word not in reread] == []
    for file in FILES:
        for message in translated(file):
            said = french(message)
            assert [word for word, others in ONE_WORD.items() if re.search(others, said, re.IGNORECASE)] == [], said


def test_a_name_stands_where_nothing_is_elided_before_it() -> None:
    for file in FILES:
        for message in translated(file):
            assert not re.search(r"\bde %\((who|one|names?|player|entrant)\)s", french(message)), message.id


def test_a_refusal_of_the_rules_is_told_in_two_languages() -> None:
    refused = OptionError("%(what)s needs %(name)s=%(value)s", what="sides=3", name="start", value="clockwise")
    error = TallyboardError("The game is not valid: %(error)s.", "Correct the line.", error=refused)
    assert error.cause == "The game is not valid: sides=3 needs start=clockwise."
    assert error.words(language("fr"))[0].endswith("sides=3 demande start=clockwise.")


def test_a_number_takes_its_form() -> None:
    tables = ("%(num)s table is open to phones.", "%(num)s tables are open to phones.")
    english, french = language("en"), language("fr")
    assert [english.form(*tables, number)[8:14] for number in (0, 1, 2)] == ["tables", "table ", "tables"]
    assert [french.form(*tables, number)[8:14] for number in (0, 1, 2)] == ["table ", "table ", "tables"]


def test_what_is_chosen_comes_before_what_the_browser_says() -> None:
    assert chosen("fr", "en").code == "fr"
    assert chosen("xx", "fr-CA").code == "fr"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_CA.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LANG": "en_CA.UTF-8", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "fy_NL.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8", "TALLYBOARD_LANGUAGE": "en"}, "en"),
        ({"LANG": "en_CA.UTF-8", "TALLYBOARD_LANGUAGE": "fr"}, "fr"),
        ({"LANG": "fr_CA.UTF-8", "TALLYBOARD_LANGUAGE": "xx"}, "fr"),
    ],
)
def test_a_terminal_is_told_in_the_language_of_its_environment(environment: dict[str, str], code: str) -> None:
    assert code_of(environment) == code


def test_an_error_is_told_in_two_languages() -> None:
    error = TallyboardError("%(word)s is no number", "Open it, or take another one.", word=later("nobody"))
    assert str(error) == "nobody is no number Open it, or take another one."
    assert error.words(language("fr")) == ("personne n\u2019est pas un nombre", "Ouvrez-la, ou prenez-en une autre.")
    assert TallyboardError("100 % of it", "Wait.").cause == "100 % of it"


def in_french(*words: str, **environment: str) -> str:
    """What a command prints."""
    environment = {**os.environ, "TALLYBOARD_LANGUAGE": "fr", **environment}
    done = subprocess.run([sys.executable, "-m", "tallyboard", *words], env=environment, capture_output=True)
    return (done.stdout + done.stderr).decode("latin-1" if "PYTHONIOENCODING" in environment else "utf-8")


def test_a_terminal_without_accents_shows_french_that_can_be_read() -> None:
    assert "Énumère les matchs" in in_french("results", "--help")
    assert "Enumere les matchs" in in_french("results", "--help", PYTHONIOENCODING="ascii")
    assert "l'affiche" in in_french("--help", PYTHONIOENCODING="latin-1")
    sheet = "tests/shared_rules/sheets/000-R-1-B-singles-eight-games.txt"
    assert "  Cote  " in in_french("score", sheet, PYTHONIOENCODING="ascii")  # above a column
    assert "Énumère les matchs" in in_french("--help", PYTHONIOENCODING="latin-1")
