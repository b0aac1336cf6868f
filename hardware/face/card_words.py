"""All cards: one for each game, in English and in French."""

from hardware.face.english import ENGLISH
from hardware.face.french import FRENCH

CARDS = (*ENGLISH, *FRENCH)
