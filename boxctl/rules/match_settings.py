"""The settings of scoring, winning, money and sensors, in the order of the rule book (R6 to R8).

They are declared as those of the turn are. Of the sensors, and of taking back, R4 tells.
"""

from __future__ import annotations

from boxctl.rules.setting_kinds import (
    NONE,
    TURN,
    YES_OR_NO,
    Milliseconds,
    RuleSetting,
    Samples,
    Stake,
    WholeNumber,
    one_of,
)
from groundwork.language import message

MATCH = message("Scoring and winning")
MONEY = message("Money")
SENSORS = message("The sensors")

TOTALS = ("tournament", "knockout")
"""The kinds of match that add up rounds."""

ROUNDS = (*TOTALS, "rounds_won")
"""The kinds of match that go on for several rounds."""

MATCH_SETTINGS = (
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
        meaning=message("what each player puts into the pool; without a currency, in minor units"),
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
            samples=Samples(("150", "0", "30", "1000"), ("150", "0", "60", "400"), ("0", "1000")),
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
