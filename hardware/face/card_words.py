"""All cards: one for each game, in English and in French; of a game that has none of its own one made of its keys."""

from hardware.face.english import ENGLISH, card_of_keys
from hardware.face.french import FRENCH
from shared_rules.games.catalogue import IDS
from shared_rules.games.facts import facts_of

CARDS = (*ENGLISH, *FRENCH, *(card_of_keys(game) for game in IDS if not facts_of(game).card))
