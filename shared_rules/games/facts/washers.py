"""Facts of washers."""

from shared_rules.games.facts import Facts, Limits

FACTS = {
    "washers-ritzenthaler": Facts(
        "Washers, Ritzenthaler",
        "washers",
        lambda options: Limits(options["target"], is_signed=True),
        busts=True,
    ),
}
