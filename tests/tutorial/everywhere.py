"""Tells, as JSON, what each place in which games are makes of one: `python -m tests.tutorial.everywhere GAME A B`.

Runs in a copy of the checkout, to which the game was added. A and B are a score that it can have.
"""

import json
import sys
from typing import Any

from hardware.face.card import card_svg
from hardware.face.card_words import CARDS
from tallyboard.desk import compute_script, read_script
from tallyboard.pages.desk.declared import game_fields
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tables.give import match_form
from tallyboard.paper.forms import form
from tallyboard.play.build import _data
from tallyboard.text.doubts import doubt_words, doubts_of_line
from tallyboard.text.game_words import game_name
from tallyboard.text.language import language


def told(game: str, score: tuple[int, int]) -> dict[str, Any]:
    """What there is, place by place."""
    english = language("en")
    data = _data()
    (played,) = [one for one in data["games"] if one["id"] == game]
    legends = data["legends"][played["card"]]["2"]
    (card,) = [one for one in CARDS if one.name == game]
    assert card_svg(card)
    script = (
        "tournament singles\nadd Ann\nadd Bob\n"
        f"phase 1 round-robin game {game}\ndraw 1\nresult 1:1-2 1 {score[0]} 2 {score[1]}"
    )
    row = compute_script(script)["phases"][0]["standings"][0]["rows"][0]
    return {
        "name": game_name(english, game),
        "play": {
            "keys": [legends["meanings"][f"A{key}"] for key in range(1, 6)],
            "texts": legends["texts"],
            "of_sides": played["of_sides"],
        },
        "desk": {one.option: str(one.label) for one in game_fields(Words(english)) if game in one.games},
        "assign": {one.name: [*one.choices] for one in match_form(game, {}).options},
        "card": card.title,
        "says": [code for code, _ in card.says],
        "paper": form(game, english).full,
        "doubted": [doubt_words(one)[12:-1] for one in doubts_of_line(game, (99, 0), (0, 0))],
        "not doubted": [doubt_words(one) for one in doubts_of_line(game, score, (0, 0))],
        "counted": {
            **{name: row[name] for name in ("points", "for", "against")},
            "minutes": read_script(script).phases[0].options.minutes,
        },
    }


if __name__ == "__main__":
    print(json.dumps(told(sys.argv[1], (int(sys.argv[2]), int(sys.argv[3])))))
