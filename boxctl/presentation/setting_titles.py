"""The settings of the rules as people read them: in groups, each with a title. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boxctl.presentation.phrases import Style
from boxctl.presentation.rule_page.sections import sections
from boxctl.rules.ruleset import RuleSet
from groundwork.language import message

SETTING_GROUPS: tuple[tuple[str, Mapping[str, str]], ...] = (
    (
        message("The box"),
        {"tiles": message("Number of tiles"), "down": message("Shut from the start")},
    ),
    (
        message("The dice"),
        {
            "dice": message("Dice"),
            "one_die": message("When one die"),
            "one_die_choice": message("May or must"),
            "combine": message("What a throw shuts"),
            "quotient": message("Dividing the dice"),
            "double_shuts_own": message("A double's own tile"),
        },
    ),
    (
        message("The turn"),
        {
            "opening_tile": message("Opening tile"),
            "opening_lost": message("Opening missed loses"),
            "stop_number": message("Unlucky total"),
            "stops": message("Unlucky total ends"),
            "doubles": message("Doubles"),
            "take_back": message("Taking back"),
            "pass_box": message("Passing the box"),
        },
    ),
    (
        message("Scoring and winning"),
        {
            "scoring": message("Score"),
            "match": message("Kind of match"),
            "target": message("Target"),
            "rounds": message("Number of rounds"),
            "knock_out": message("Going out"),
            "shut_wins": message("A shut box wins"),
            "shut_bonus": message("Cost to the others"),
            "ties": message("Ties"),
            "first_player": message("Who starts"),
        },
    ),
    (
        message("Money"),
        {"stake": message("Stake"), "double_on_shut": message("Shut box paid double")},
    ),
    (
        message("The sensors"),
        {"bump_ms": message("Bump time, ms"), "settle_ms": message("Settling time, ms")},
    ),
)
"""The title of each group, and in it the title of each setting by its name."""


def effects(name: str, rules: RuleSet, style: Style) -> Iterator[str]:
    """Yield the sentences of the rules' page that tell of a setting.

    The rules must not contradict each other.
    """
    for section in sections(rules, style):
        for sentence in section.sentences:
            if name in sentence.settings:
                yield sentence.text
