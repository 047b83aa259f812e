"""The settings of a rule set as people name them. Everything that is said of one is said here.

Options and completion, the files of variants and box.toml, the menu, ``boxctl rules show``, what
the odds and the history depend on, and the values that the tests try, come from this declaration. A
setting is written as text everywhere (``2d6``, ``1-3``, ``none``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.setting_kinds import (
    YES_OR_NO,
    Decides,
    Milliseconds,
    NumberOfDice,
    RuleSetting,
    Samples,
    Stake,
    Tiles,
    WaysOfThrows,
    WholeNumber,
    one_of,
)
from boxctl.rules.ways import WAYS
from groundwork.language import message, tr
from groundwork.limits import MOST_TILES

BOX = message("The box")
DICE = message("The dice")
TURN = message("The turn")
MATCH = message("Scoring and winning")
MONEY = message("Money")
SENSORS = message("The sensors")

NONE = message("none")
TOTALS = ("tournament", "knockout")
"""The kinds of match that add up rounds."""

ROUNDS = (*TOTALS, "rounds_won")
"""The kinds of match that go on for several rounds."""

SETTINGS: Mapping[str, RuleSetting] = {
    setting.name: setting
    for setting in (
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
            kind=one_of(
                {"may": message("the player chooses"), "must": message("it has to be one")}
            ),
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
        RuleSetting(
            name="scoring",
            rule="R6",
            decides=("turn",),
            group=MATCH,
            title=message("Score"),
            meaning=message("what a turn scores"),
            kind=one_of(
                {
                    "golf": message("sum of the open tiles"),
                    "missionary": message("how many are open"),
                    "digital": message("read as one number"),
                }
            ),
        ),
        RuleSetting(
            name="match",
            rule="R7",
            decides=("turn", "match"),
            group=MATCH,
            title=message("Kind of match"),
            meaning=message("how a match is won"),
            kind=one_of(
                {
                    "single": message("one round"),
                    "tournament": message("several rounds"),
                    "knockout": message("the last one in"),
                    "duel": message("one shuts, one opens"),
                    "relay": message("both shut one box"),
                    "first_to_shut": message("first to shut"),
                    "solo": message("alone"),
                    "rounds_won": message("so many rounds won"),
                }
            ),
        ),
        RuleSetting(
            name="target",
            rule="R7.2, R7.3",
            decides=("match",),
            group=MATCH,
            title=message("Target"),
            meaning=message(
                "the total that ends a tournament or puts a player out; by default 100 and 45"
            ),
            kind=WholeNumber(
                samples=Samples(("none", "3", "8"), ("none", "20", "60"), ("1", "1000000000")),
                low=1,
                words={"none": NONE},
            ),
            only_with={"match": TOTALS},
        ),
        RuleSetting(
            name="target_ends",
            rule="R7.2",
            decides=("match",),
            group=MATCH,
            title=message("At the target"),
            meaning=message("when a tournament ends in which a player has reached the target"),
            kind=one_of(
                {"end_of_round": message("when the round ends"), "at_once": message("at once")}
            ),
            only_with={"match": ("tournament",), "rounds": ("none",), "shut_bonus": ("none",)},
        ),
        RuleSetting(
            name="rounds",
            rule="R7.11",
            decides=("match",),
            group=MATCH,
            title=message("Number of rounds"),
            meaning=message("how many rounds a tournament has, instead of a target"),
            kind=WholeNumber(
                samples=Samples(("none", "1", "2"), ("none", "1", "3", "5"), ("1000000000",)),
                low=1,
                words={"none": NONE},
            ),
            only_with={"match": ("tournament",)},
            beside={"target": "none"},
        ),
        RuleSetting(
            name="wins",
            rule="R7.13",
            decides=("match",),
            group=MATCH,
            title=message("Rounds to win"),
            meaning=message("how many rounds a player has to win to win the match"),
            kind=WholeNumber(
                samples=Samples(("3", "1", "2"), ("3", "2", "4"), ("1", "99")), low=1, high=99
            ),
            only_with={"match": ("rounds_won",)},
        ),
        RuleSetting(
            name="knock_out",
            rule="R7.3",
            decides=("match",),
            group=MATCH,
            title=message("Going out"),
            meaning=message("when a player who has reached the target is out"),
            kind=one_of(
                {"end_of_round": message("when the round ends"), "at_once": message("at once")}
            ),
            only_with={"match": ("knockout",)},
        ),
        RuleSetting(
            name="pass_box",
            rule="R7.4, R7.5",
            decides=("turn", "match"),
            group=TURN,
            title=message("Passing the box"),
            meaning=message("when the box goes to the other player"),
            kind=one_of(
                {
                    "when_blocked": message("when nothing goes"),
                    "each_throw": message("after every throw"),
                }
            ),
            only_with={"match": ("duel", "relay")},
        ),
        RuleSetting(
            name="shut_wins",
            rule="R7.7",
            decides=("match",),
            group=MATCH,
            title=message("A shut box wins"),
            meaning=message("what a shut box wins in a tournament or knockout"),
            kind=one_of({"round": message("the round"), "match": message("the match")}),
            beside={"match": "tournament"},
        ),
        RuleSetting(
            name="shut_bonus",
            rule="R7.12",
            decides=("match",),
            group=MATCH,
            title=message("Cost to the others"),
            meaning=message("what a shut box adds to the others' round scores"),
            kind=WholeNumber(
                samples=Samples(
                    ("none", "double", "double_once", "4"),
                    ("none", "double", "double_once", "10"),
                    ("0", "1000000000"),
                ),
                low=0,
                words={
                    "double": message("their scores doubled"),
                    "double_once": message("doubled once at most"),
                    "none": NONE,
                },
            ),
            only_with={"match": TOTALS, "shut_wins": ("round",), "knock_out": ("end_of_round",)},
        ),
        RuleSetting(
            name="ties",
            rule="R7.8",
            decides=("order",),
            group=MATCH,
            title=message("Ties"),
            meaning=message("what happens when several would win"),
            kind=one_of(
                {
                    "share": message("the win is shared"),
                    "roll_off": message("one more turn each"),
                    "fewest_tiles": message("fewest open tiles"),
                }
            ),
        ),
        RuleSetting(
            name="first_player",
            rule="R7.9",
            decides=("order",),
            group=MATCH,
            title=message("Who starts"),
            meaning=message("who starts"),
            kind=one_of(
                {
                    "seat": message("the first seat"),
                    "highest": message("the highest die"),
                    "rotate": message("each seat in turn"),
                    "loser": message("who scored most"),
                }
            ),
            values_only_with={"rotate": {"match": ROUNDS}, "loser": {"match": ROUNDS}},
        ),
        RuleSetting(
            name="stake",
            rule="R8.1",
            decides=("money",),
            group=MONEY,
            title=message("Stake"),
            meaning=message(
                "what each player puts into the pool; without a currency, in minor units"
            ),
            kind=Stake(
                samples=Samples(("0", "25"), ("0", "100", "1000 CHF"), ("1", "1000000000")),
                words={"0": NONE},
            ),
            fields=("stake", "currency"),
        ),
        RuleSetting(
            name="double_on_shut",
            rule="R8.2",
            decides=("money",),
            group=MONEY,
            title=message("Shut box paid double"),
            meaning=message("whether a shut box is paid double"),
            kind=YES_OR_NO,
            beside={"stake": "25"},
        ),
        RuleSetting(
            name="take_back",
            rule="R4.8",
            decides=("play",),
            group=TURN,
            title=message("Taking back"),
            meaning=message("how long a tile may be taken back"),
            kind=one_of(
                {
                    "until_complete": message("until it is complete"),
                    "until_next_throw": message("until the next throw"),
                    "never": message("never"),
                }
            ),
        ),
        RuleSetting(
            name="bump_ms",
            rule="R4.7",
            decides=("sensor",),
            group=SENSORS,
            title=message("Bump time, ms"),
            meaning=message("a tile that returns within this time never moved"),
            kind=Milliseconds(
                samples=Samples(("80", "0", "0.5"), ("80", "40", "250"), ("0", "12.5", "3600000"))
            ),
        ),
        RuleSetting(
            name="act_ms",
            rule="R4.11",
            decides=("sensor",),
            group=SENSORS,
            title=message("Levers together, ms"),
            meaning=message("levers that follow each other within this time are one act; 0 is off"),
            kind=Milliseconds(
                samples=Samples(
                    ("150", "0", "30", "1000"), ("150", "0", "60", "400"), ("0", "1000")
                ),
                most=1000,
            ),
        ),
        RuleSetting(
            name="settle_ms",
            rule="R4.2",
            decides=("sensor",),
            group=SENSORS,
            title=message("Settling time, ms"),
            meaning=message("a provisional move stands after this time; 0 is off"),
            kind=Milliseconds(
                samples=Samples(("0", "50", "300"), ("0", "150", "2500"), ("0.001", "3600000"))
            ),
        ),
    )
}


def deciding(*what: Decides) -> frozenset[str]:
    """Return the settings that decide any of this."""
    return frozenset(
        name for name, known in SETTINGS.items() if not set(what).isdisjoint(known.decides)
    )


def without(rules: RuleSet, names: Iterable[str]) -> RuleSet:
    """Return the rules with these settings as ``classic`` has them."""
    usual = RuleSet()
    return replace(
        rules,
        **{field: getattr(usual, field) for name in names for field in SETTINGS[name].fields_held},
    )


def setting(name: str) -> RuleSetting:
    """Return the setting of this name.

    Raises :class:`RuleFault` (BX202), which suggests the nearest known name.
    """
    if name in SETTINGS:
        return SETTINGS[name]
    from difflib import get_close_matches  # only needed for a name that is wrong

    nearest = get_close_matches(name, SETTINGS, n=1, cutoff=0.5)
    hint = (
        tr("did you mean {nearest}?", nearest=nearest[0])
        if nearest
        else tr("known are {settings}", settings=", ".join(SETTINGS))
    )
    raise RuleFault("BX202", tr('there is no setting "{name}"', name=name), hint)


def with_settings(rules: RuleSet, changes: Iterable[tuple[str, str]]) -> RuleSet:
    """Return the rule set with these settings changed, each a name and its value as text.

    The last change of a setting counts. Raises :class:`RuleFault` (BX202, BX203) for an unknown
    name or value. Does not look for contradictions.
    """
    values: dict[str, Any] = {}
    for name, text in changes:
        values |= setting(name).held(text)
    return replace(rules, **values)


def written(rules: RuleSet) -> dict[str, str]:
    """Return every setting in force as text; an unset target is the usual one."""
    return {name: known.write(value_in_force(rules, name)) for name, known in SETTINGS.items()}


def changed_from(usual: RuleSet, rules: RuleSet) -> dict[str, str]:
    """Return the settings in force by which ``rules`` differ from ``usual``, as text."""
    before = written(usual)
    return {name: value for name, value in written(rules).items() if value != before[name]}


def as_data(rules: RuleSet) -> dict[str, Any]:
    """Return every setting in force for JSON: numbers, booleans, null for none, else text.

    The stake is in minor units, without its currency.
    """
    return {name: _datum(rules, name) for name in SETTINGS}


def _datum(rules: RuleSet, name: str) -> Any:
    value = rules.stake if name == "stake" else value_in_force(rules, name)
    plain = value is None or (isinstance(value, bool | int | float) and name != "down")
    return value if plain else SETTINGS[name].write(value)


def value_in_force(rules: RuleSet, name: str) -> Any:
    """Return the value of a setting that is in force."""
    if fields := SETTINGS[name].fields:
        return tuple(getattr(rules, field) for field in fields)
    return rules.target_in_force if name == "target" else getattr(rules, name)
