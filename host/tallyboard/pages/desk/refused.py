"""Why something cannot be entered, and what helps, for somebody at a page: no command stands there."""

from markupsafe import Markup

from tallyboard.desk import Refusal
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.pages.desk.posted import FieldError
from tallyboard.pages.desk.words import Words
from tallyboard.store.failures import UnreachableError


def refused_words(words: Words, error: TallyboardError) -> tuple[Markup, Markup]:
    """(the cause, the next step) in the reader's language."""
    _ = words._
    if isinstance(error, Refusal):
        cause, step = _of_desk(words, error.code)
        return (Markup("{} {}").format(cause, _plain(error.cause)) if words.language.code == "en" else cause), step
    if isinstance(error, FieldError):
        return Markup(" ").join(error.fields.values()), _("Correct it, and send the form again.")
    if isinstance(error, UnreachableError):
        return _("The database cannot be reached now."), _("Wait a moment, then send the form again.")
    if isinstance(error, CoreError) and error.told.on_page != error.told.next_step:
        return _plain(error.cause), _(error.told.on_page)
    return _plain(error.cause), _plain(error.next_step)


def _plain(said: str) -> Markup:
    """A sentence of a terminal without the marks around what is typed there."""
    return Markup("{}").format(said.replace("`", ""))


def _of_desk(words: Words, code: str) -> tuple[Markup, Markup]:
    _ = words._
    look = _("Look at it again as it stands now.")
    said = {
        "first-line": (_("So a tournament cannot begin."), _("The number of the lot has at most nine digits.")),
        "names": (
            _("This is no name for an entrant here."),
            _("One player, or for doubles two with & between them; at most 60 characters."),
        ),
        "duplicate": (_("Somebody stands there twice."), _("Tell the two apart, as in Ann P and Ann R.")),
        "too-many": (_("There would be too many."), _("Take fewer, or divide them into two tournaments.")),
        "unknown-table": (_("This table is not open."), _("Open it, or take another one.")),
        "in-use": (_("A match is called to this table."), _("Enter its result, or free the table first.")),
        "drawn": (
            _("This is drawn already, or something after it is."),
            _("Leave the draw as it is: corrections change the standings all the same."),
        ),
        "unknown-phase": (_("There is no such phase."), look),
        "option": (_("The phase cannot be declared so."), _("Correct the options.")),
        "not-drawn": (_("The phase is not drawn yet."), _("Draw it first.")),
        "over": (_("The phase is over."), _("Draw the next phase, or look at the standings.")),
        "format": (_("The format of the phase has no such thing."), _("Declare the phase otherwise.")),
        "unpaired": (_("Several stand in no pair."), _("Pair all who are in, but for one of an odd number.")),
        "nothing": (_("There is nothing of the kind."), look),
        "not-ready": (
            _("This match cannot be played yet."),
            _("See who plays and rests; then try again."),
        ),
        "not-these": (_("Other two play this match now."), look),
        "unknown-match": (_("There is no such match."), look),
        "unknown-entrant": (_("There is no such entrant."), look),
        "depends": (
            _("This cannot be taken back: something that came after it needs it."),
            _("Correct it with a new entry instead."),
        ),
        "winner": (
            _("Who won a level game is said only where the scores are equal."),
            _("Leave it out where one has the higher score."),
        ),
        "game-number": (_("This game is not due, and has no result."), look),
        "unfinished": (
            _("Matches that come before are not decided yet."),
            _("Enter their results, or a forfeit, then draw."),
        ),
        "tied": (
            _("Entrants share a place, and it lies across the border of what is taken."),
            _("Enter a shootout of them, or declare the phase with other places."),
        ),
        "too-few": (
            _("There are too few entrants for this draw."),
            _("Add entrants, check in who is here, or declare the phase otherwise, say with fewer groups."),
        ),
        "time": (_("This laptop's clock was put back."), _("Wait a minute, and try again.")),
    }
    return said.get(code, (_("This cannot be entered so."), _("Correct it, and send the form again.")))
