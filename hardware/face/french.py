"""Les cartes en français : the cards in French, in the words of players in Québec."""

from hardware.face.card_type import Card, Meaning, Three, Words
from hardware.face.letters import NO_BREAK

_FRENCH = Words(
    language="fr",
    key="Touche",
    tap="Appuyer",
    hold="Tenir",
    tap_and_hold="Appuyer, c'est bref; tenir, presque une seconde. Entre les deux, rien ne compte : S dit LONG.",
    ring="Anneau : ce côté commence.",
    says="Le petit afficheur, S, dit",
    print_it="Imprimez à 100 %, coupez sur les traits.",
    measure="mesurez ceci : 100 mm",
)

_ANNULER = ("UNDO", "annule la dernière touche et dit laquelle, puis celle d'avant.")
_TENIR_UNDO = ("Tenir UNDO", "dans une partie où rien n'est entré : retour à celle d'avant.")
_ON_COMMENCE = "au début : on commence"
_TIRAGE = ("1ER?", "anneau : 1, on commence; 2, eux")
_QUI_COMMENCE = ("Qui commence?", "Tenez MENU, la 2 jusqu'à TIRA, NEXT.")
_UN_VINGT = "Un 20 tombe : touche 20 tout de suite."
_CHACUN_LIT = "Chacun lit les deux afficheurs."
_AFFICHEURS = "Chacun lit les trois afficheurs."
_SUIVANTE = ("Tenir NEXT", "après le résultat : la suivante, à l'autre côté.")
_NOMS = ("Des noms sur S :", "leur partie est la suivante. NEXT la commence; après un résultat, tenez NEXT.")
_TENIR_MENU = ("Tenir MENU :", "tirage, jeu, options. S dit les touches.")
_AUTRES_NOMBRES = ("MENU :", "autres nombres, trois secondes. TOTL partie, MNCH manche, 20S les 20.")
_LEGENDE_UNDO = ("annule une touche", "partie d'avant")
_LEGENDE_MENU = ("autres nombres", "tirage, jeu, options, lumière")


def _legende_undo(un_de_moins: str) -> Meaning:
    return (f"annule une touche; avec une autre : {un_de_moins} de moins", "partie d'avant")


def _legende_next(appuyer: str) -> Meaning:
    return (appuyer, "partie suivante")


_RETOUR = ("RETR", "la partie d'avant continue")
_RESTE = (
    ("LONG", "tenez la touche"),
    ("FINI", "la partie est finie"),
    ("NEXT", "une partie attend : NEXT"),
    ("NON", "pas maintenant"),
    ("PEU", "mémoire presque pleine"),
    ("PLEI", "pleine : branchez l'ordi"),
    ("MEM?", "panne : demandez de l'aide"),
    ("SYNC", "l'ordi lit : continuez"),
)

CROKINOLE_FR = Card(
    name="crokinole-fr",
    words=_FRENCH,
    title="Crokinole",
    kinds="officiel · traditionnel · championnat",
    steps=(
        _UN_VINGT,
        "Après la dernière rondelle, on ne touche à rien. Chacun entre les siennes, une par une.",
        _CHACUN_LIT,
        "Touche NEXT. La manche est fermée.",
        "S dit qui gagne quoi. On ramasse. Le côté à l'anneau commence.",
    ),
    keys=(("20", ""), ("15", ""), ("10", ""), ("5", _ON_COMMENCE), ("", "")),
    middle=(_legende_undo("un"), _legende_next("ferme la manche"), _LEGENDE_MENU),
    display="° 45.",
    point="Point allumé : manche. Point éteint : partie.",
    beside=(
        ("Une rondelle de trop :", "gardez UNDO enfoncé et appuyez sur sa touche."),
        _ANNULER,
        ("Si le perdant choisit qui commence :", "au début de la manche, ce côté tient la touche 4."),
    ),
    notes=(
        _TENIR_UNDO,
        ("NEXT", "ferme la manche. Un côté n'a rien? Tenez NEXT."),
        _SUIVANTE,
        _NOMS,
        _AUTRES_NOMBRES,
        _QUI_COMMENCE,
        _TENIR_MENU,
    ),
    says=(
        ("A 20", "un 20 de plus pour A"),
        ("-A20", "un 20 de moins pour A"),
        ("A+20", "manche : 20 pour A"),
        ("M 3", "manche 3"),
        ("3 A2", "en double : manche 3, à A2"),
        _TIRAGE,
        ("1ERA", "A commence"),
        ("VICA", "A gagne"),
        ("NULL", "partie nulle"),
        _RETOUR,
        ("TROP", "tous déjà comptés"),
        ("RIEN", "rien à enlever"),
        *_RESTE,
    ),
    three=Three("à trois : traditionnel", _AFFICHEURS),
)

TWENTIES_FR = Card(
    name="twenties-fr",
    words=_FRENCH,
    title=f"Concours de{NO_BREAK}20",
    kinds="",
    steps=(
        _UN_VINGT,
        "Toute autre rondelle : ne touchez à rien.",
        "Après la dernière rondelle, chacun lit les deux afficheurs.",
        "Touche NEXT. Le concours est fini.",
        "Qui a le plus de 20 gagne. S dit VICA, VICB ou NULL.",
    ),
    keys=(("20", ""), ("", ""), ("", ""), ("", _ON_COMMENCE), ("", "")),
    middle=(_legende_undo("un"), ("finit le concours", "concours suivant"), _LEGENDE_MENU),
    display="°  7.",
    point="Point allumé : les 20 de ce concours.",
    beside=(
        ("Un 20 de trop :", "gardez UNDO enfoncé et appuyez sur la touche 1."),
        _ANNULER,
    ),
    notes=(
        ("Tenir UNDO", "dans un concours où rien n'est entré : retour à celui d'avant."),
        ("NEXT", "finit le concours. Un côté n'a aucun 20? Tenez NEXT."),
        ("Tenir NEXT", "après le résultat : le suivant, à l'autre côté."),
        _NOMS,
        ("MENU :", "autres nombres, trois secondes."),
        _QUI_COMMENCE,
        _TENIR_MENU,
    ),
    says=(
        ("A 20", "un 20 de plus pour A"),
        ("-A20", "un 20 de moins pour A"),
        ("A+7", "7 vingts pour A"),
        _TIRAGE,
        ("1ERA", "A commence"),
        ("VICA", "A gagne"),
        ("NULL", "égalité"),
        ("RETR", "celui d'avant continue"),
        ("TROP", "tous déjà comptés"),
        ("RIEN", "rien à enlever"),
        *_RESTE,
    ),
    three=Three("à deux ou à trois", "Après la dernière rondelle, chacun lit les trois afficheurs."),
)

SOUTHWEST_FR = Card(
    name="southwest-fr",
    words=_FRENCH,
    title="Pichenotte du Sud-Ouest",
    kinds="",
    steps=(
        _UN_VINGT,
        "Après la dernière rondelle, on ne touche à rien. Chacun entre les siennes, une par une.",
        _CHACUN_LIT,
        "Touche NEXT. S demande : OK ?",
        "D'accord : chacun tient sa touche 1. Ensuite seulement, on ramasse.",
    ),
    keys=(
        ("20", "à OK ? : d'accord"),
        ("15", ""),
        ("10", ""),
        ("5", _ON_COMMENCE),
        ("25 accotée", "50, sur un poteau"),
    ),
    middle=(
        _legende_undo("une"),
        _legende_next("manche comptée"),
        ("autres nombres", "tirage, pénalité, forfait, jeu"),
    ),
    display="° 45.",
    point="Point allumé : manche. Point éteint : partie.",
    beside=(
        ("Pas d'accord :", "ajoutez ou enlevez, puis encore NEXT."),
        (
            "Pénalité, forfait :",
            "tenez MENU, puis touche 1 ou 2 jusqu'à A-PN (moins 20) ou AFFT (forfait). Tenez NEXT.",
        ),
        ("Une rondelle de trop :", "gardez UNDO enfoncé et appuyez sur sa touche; pour un 50, tenez la 5."),
        ("UNDO", "annule la dernière touche, puis celle d'avant."),
    ),
    notes=(
        _TENIR_UNDO,
        ("NEXT :", "manche comptée. Un côté n'a rien? Tenez NEXT."),
        _SUIVANTE,
        ("Des noms sur S :", "leur partie est la suivante. Tenez NEXT."),
        _AUTRES_NOMBRES,
        _QUI_COMMENCE,
        _TENIR_MENU,
    ),
    says=(
        ("A 20", "un 20 de plus pour A"),
        ("-A20", "un 20 de moins pour A"),
        ("A-PN", "pénalité pour A"),
        ("AFFT", "forfait de A"),
        ("OK ?", "d'accord? Tenez la 1"),
        ("A OK", "A d'accord, pas encore B"),
        ("A+65", "manche : 65 pour A"),
        ("M 3", "manche 3"),
        ("3 A2", "en double : manche 3, à A2"),
        _TIRAGE,
        ("BAR1", "égalité : rien que des 20"),
        _RETOUR,
        ("TROP", "toutes déjà comptées"),
        ("RIEN", "rien à enlever"),
        *_RESTE,
    ),
)

QUEBEC_FR = Card(
    name="quebec-fr",
    words=_FRENCH,
    title="Pichenottes du Québec",
    kinds="",
    steps=(
        "Une dame entre : touche 1 du côté de sa couleur, peu importe qui a tiré.",
        "Une compteuse entre : touche 2 ou 3 du tireur. Sa prochaine dame l'enterre.",
        "Raté, faute, ou S dit STOP : stop du tireur.",
        "Un côté n'a plus de dames, jeu fini : NEXT.",
        "S dit qui gagne quoi. Chacun lit les deux afficheurs. Le côté à l'anneau casse.",
    ),
    keys=(
        ("dame", "on joue les vertes"),
        ("compteuse 5", ""),
        ("compteuse 10", ""),
        ("stop", _ON_COMMENCE),
        ("", ""),
    ),
    middle=(_LEGENDE_UNDO, _legende_next("ferme la manche"), ("dames entrées", "tirage, jeu, options, lumière")),
    display="° 14",
    point="Le nombre : les points de la partie.",
    beside=(
        (
            "Dans un coup,",
            "inscrivez tout ce qui tombe, dans l'ordre, puis stop si le tour est fini. Ordre pas vu :",
        ),
        ("Avec un fond :", "compteuses, ses dames, l'autre couleur."),
        ("Sans fond :", "ses dames, compteuses, l'autre couleur."),
        ("Un fond :", "une des vôtres entrée, cette manche. Sinon, une compteuse : faute, stop."),
    ),
    notes=(
        (
            "À la casse, deux couleurs ou rien :",
            "l'autre choisit; vertes : tenir 1. Puis dames du casseur, autres, stop.",
        ),
        ("Une compteuse avec l'autre couleur,", "pas enterrée : au centre. On ne l'inscrit pas."),
        _ANNULER,
        _TENIR_UNDO,
        ("NEXT", "ferme la manche, quand un côté n'a plus de dames."),
        ("Tenir NEXT", "après le résultat : la partie suivante."),
        ("MENU :", "dames entrées. Tenu : tirage, jeu, options."),
    ),
    says=(
        ("A >", "à A de tirer"),
        ("A>10", "à A d'enterrer la 10"),
        ("STOP", "tour fini : stop du tireur"),
        ("ADAM", "une dame de A"),
        ("AC10", "A : compteuse de 10"),
        ("AVER", "A joue les vertes"),
        ("A+14", "dames restantes + compteuses"),
        ("3 A2", "en double : manche 3, à A2"),
        _TIRAGE,
        _RETOUR,
        ("TOUR", "pas le tour de ce côté"),
        ("TROP", "ce côté n'a plus de dames"),
        ("RIEN", "rien à annuler"),
        *_RESTE,
    ),
)

WASHERS_FR = Card(
    name="washers-fr",
    words=_FRENCH,
    title="Rondelles (washers)",
    kinds="",
    steps=(
        "Une rondelle s'arrête dans un trou ou sur la planche : touche de l'endroit, de son côté.",
        "Elle est par terre : touche morte.",
        "Une rondelle sur la planche est poussée dans un trou ou à terre : son côté tient la touche.",
        "Toutes lancées : chacun lit les afficheurs.",
        "Touche NEXT. La manche est fermée. Le côté à l'anneau lance en premier.",
    ),
    keys=(
        ("au fond (3)", "poussée dedans"),
        ("au milieu (2)", "poussée dedans"),
        ("en avant (1)", "poussée dedans"),
        ("sur la planche", _ON_COMMENCE),
        ("morte", "poussée à terre"),
    ),
    middle=(_LEGENDE_UNDO, _legende_next("ferme la manche"), _LEGENDE_MENU),
    display="° 17",
    point="Le nombre : les points de la partie.",
    beside=(
        _ANNULER,
        _TENIR_UNDO,
        ("21 avec une morte :", "ce n'est pas gagné. On continue."),
    ),
    notes=(
        ("NEXT", "ferme la manche. Une rondelle non entrée est morte. Aucune entrée? Tenez NEXT."),
        ("MRT?", "Un côté a 21 et il manque des rondelles. Entrez-les, ou tenez NEXT : elles sont mortes."),
        _SUIVANTE,
        _NOMS,
        ("MENU :", "autres nombres, trois secondes. TOTL partie, MNCH manche."),
        _TENIR_MENU,
    ),
    says=(
        ("A 3", "A : dans le trou de 3"),
        ("A*3", "A : poussée dans ce trou"),
        ("APLA", "A : sur la planche"),
        ("AMRT", "A : morte"),
        ("ATER", "A : poussée à terre"),
        ("DEPA", "plus de 21 : soustrait"),
        ("ANNU", "puis ce qui est annulé"),
        ("OTE", "enlevé à l'autre côté"),
        ("A+5", "manche : 5 pour A"),
        ("M 3", "manche 3"),
        _TIRAGE,
        ("1ERA", "A commence"),
        ("VICA", "A gagne : 21, aucune morte"),
        _RETOUR,
        ("TROP", "toutes déjà entrées"),
        ("RIEN", "rien à changer ici"),
        *_RESTE,
    ),
)

FRENCH = (CROKINOLE_FR, TWENTIES_FR, SOUTHWEST_FR, QUEBEC_FR, WASHERS_FR)
