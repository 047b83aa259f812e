"""The settings of the box, the dice and the turn, in the order of the rule book (R1 to R5).

Everything that is said of one is said here. Options and completion, the files of variants and
box.toml, the menu, ``boxctl rules show``, what the odds and the history depend on, and the values
that the tests try, come from this declaration. A setting is written as text everywhere (``2d6``,
``1-3``, ``none``).
"""

from __future__ import annotations

from boxctl.rules.setting_kinds import (
    NONE,
    TURN,
    YES_OR_NO,
    NumberOfDice,
    RuleSetting,
    Samples,
    Tiles,
    WaysOfThrows,
    WholeNumber,
    one_of,
)
from boxctl.rules.ways import WAYS
from groundwork.language import message
from groundwork.limits import MOST_TILES

BOX = message("The box")
DICE = message("The dice")

TURN_SETTINGS = (
    RuleSetting(
        name="tiles",
        rule="R1.1",
        decides=("turn",),
        group=BOX,
        title=message("Number of tiles"),
        meaning=message("how many tiles the box has"),
        kind=WholeNumber(
            samples=Samples(("9", "3", "4", "6"), ("9", "10", "12"), ("1", "24")),
            low=1,
            high=MOST_TILES,
        ),
    ),
    RuleSetting(
        name="down",
        rule="R1.2",
        decides=("turn",),
        group=BOX,
        title=message("Shut from the start"),
        meaning=message("the tiles that begin shut and are not in play"),
        kind=Tiles(
            samples=Samples(
                ("-", "2", "1,3", "odd", "even"),
                ("-", "1-3", "odd", "even"),
                ("1-8", "1-9", "9,10", "24", "1-6,8,9", "2,4,6,8"),
            ),
            words={"-": NONE, "odd": message("the odd ones"), "even": message("the even ones")},
        ),
    ),
    RuleSetting(
        name="dice",
        rule="R2.1",
        decides=("turn",),
        group=DICE,
        title=message("Dice"),
        meaning=message("how many dice of how many sides"),
        kind=NumberOfDice(
            samples=Samples(
                ("2d6", "2d3", "1d8", "3d4"),
                ("2d6", "1d6", "3d6", "4d6"),
                ("1d1", "2d1", "1d20", "2d100", "24d1", "24d100"),
            )
        ),
    ),
    RuleSetting(
        name="one_die",
        rule="R2.2",
        decides=("turn",),
        group=DICE,
        title=message("When one die"),
        meaning=message("when a player drops to one die"),
        kind=one_of(
            {
                "never": message("never"),
                "last_tile": message("only the 1 is left"),
                "high_tiles_shut": message("7 and above are shut"),
                "sum_below_6": message("less than 6 is left"),
                "sum_at_most_6": message("6 or less is left"),
            }
        ),
    ),
    RuleSetting(
        name="one_die_choice",
        rule="R2.2",
        decides=("turn",),
        group=DICE,
        title=message("May or must"),
        meaning=message("whether the player may or must drop to one die"),
        kind=one_of({"may": message("the player chooses"), "must": message("it has to be one")}),
        beside={"one_die": "sum_at_most_6"},
    ),
    RuleSetting(
        name="combine",
        rule="R3",
        decides=("turn",),
        group=DICE,
        title=message("What a throw shuts"),
        meaning=message("how the dice make a move"),
        kind=WaysOfThrows(
            samples=Samples(
                (
                    "sum",
                    "sum_or_difference",
                    "canoga",
                    "thai",
                    "either",
                    "pair_or_sum",
                    "sum_tile",
                    "sum_set+product_tile",
                    "pair+die_tile+difference_tile",
                    "difference_set+quotient_tile+double_tile",
                ),
                (
                    "sum",
                    "sum_or_difference",
                    "canoga",
                    "thai",
                    "either",
                    "pair_or_sum",
                    "sum_set+die_tile",
                    "sum_tile+pair+difference_tile",
                ),
                ("pair", "+".join(WAYS)),
            ),
            words={
                "sum": message("tiles of that sum"),
                "sum_or_difference": message("sum or difference"),
                "canoga": message("as in Canoga"),
                "thai": message("one die, or the sum"),
                "either": message("one, both, or the sum"),
                "pair_or_sum": message("both, or the sum"),
            },
            of_ways={
                "sum_set": message("tiles of the sum"),
                "sum_tile": message("tile of the sum"),
                "pair": message("both dice"),
                "die_tile": message("tile of one die"),
                "difference_set": message("tiles of difference"),
                "difference_tile": message("the difference"),
                "product_tile": message("the product"),
                "quotient_tile": message("the quotient"),
                "double_tile": message("a double's own"),
            },
        ),
    ),
    RuleSetting(
        name="quotient",
        rule="R3.8",
        decides=("turn",),
        group=DICE,
        title=message("Dividing the dice"),
        meaning=message("whether the dice may also be divided"),
        sentence=message(
            "You may also shut the tile that you get by dividing the larger die by the smaller, if "
            "nothing is left over."
        ),
        kind=YES_OR_NO,
        only_with={"combine": ("canoga",)},
    ),
    RuleSetting(
        name="double_shuts_own",
        rule="R3.9",
        decides=("turn",),
        group=DICE,
        title=message("A double's own tile"),
        meaning=message("whether a double also shuts the tile that both dice show"),
        sentence=message("A double may also shut the one tile that both dice show."),
        kind=YES_OR_NO,
        only_with={"combine": ("canoga",)},
    ),
    RuleSetting(
        name="opening_tile",
        rule="R5.1",
        decides=("turn",),
        group=TURN,
        title=message("Opening tile"),
        meaning=message("the tile that the first move of a turn must shut"),
        kind=WholeNumber(
            samples=Samples(("none", "2", "3"), ("none", "2", "7"), ("1", "9", "24")),
            low=1,
            high=MOST_TILES,
            words={"none": NONE},
        ),
    ),
    RuleSetting(
        name="opening_lost",
        rule="R5.1",
        decides=("match",),
        group=TURN,
        title=message("Opening missed loses"),
        meaning=message("what a first throw without the opening tile loses"),
        kind=one_of({"turn": message("the turn"), "match": message("the match")}),
        only_with={"match": ("single",)},
        beside={"opening_tile": "2"},
    ),
    RuleSetting(
        name="stop_number",
        rule="R5.2",
        decides=("turn",),
        group=TURN,
        title=message("Unlucky total"),
        meaning=message("the total that ends the turn at once"),
        kind=WholeNumber(
            samples=Samples(
                ("none", "4", "7"), ("none", "7", "8"), ("1", "2", "12", "100", "1000000000")
            ),
            low=1,
            words={"none": NONE},
        ),
    ),
    RuleSetting(
        name="stops",
        rule="R5.2",
        decides=("match",),
        group=TURN,
        title=message("Unlucky total ends"),
        meaning=message("what the stop number ends"),
        kind=one_of({"turn": message("the turn"), "match": message("the match")}),
        only_with={"match": ("single",)},
        beside={"stop_number": "7"},
    ),
    RuleSetting(
        name="doubles",
        rule="R5.4-R5.7",
        decides=("turn",),
        group=TURN,
        title=message("Doubles"),
        meaning=message("what a double does for a throw that cannot be played"),
        kind=one_of(
            {
                "none": message("nothing special"),
                "rethrow": message("thrown again"),
                "extra": message("again, and once more"),
                "insurance": message("bank a marker"),
                "may_rethrow": message("may be thrown again"),
            },
            also={"false": "none", "true": "rethrow"},
        ),
    ),
)
