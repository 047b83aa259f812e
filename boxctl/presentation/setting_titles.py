"""The settings of the rules as people read them: in groups, each with a title. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from boxctl.presentation.phrases import Style
from boxctl.presentation.rule_page.sections import sections
from boxctl.rules.ruleset import RuleSet
from groundwork.language import message

SETTING_ROOM = 22
"""The most columns of a title, and of a value in words, in any language."""

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
        {
            "bump_ms": message("Bump time, ms"),
            "act_ms": message("Levers together, ms"),
            "settle_ms": message("Settling time, ms"),
        },
    ),
)
"""The title of each group, and in it the title of each setting by its name."""


_YES_OR_NO = {"true": message("yes"), "false": message("no")}
_NONE = {"none": message("none")}

_VALUES: Mapping[str, Mapping[str, str]] = {
    "down": {
        "-": message("none"),
        "odd": message("the odd ones"),
        "even": message("the even ones"),
    },
    "one_die": {
        "never": message("never"),
        "last_tile": message("only the 1 is left"),
        "high_tiles_shut": message("7 and above are shut"),
        "sum_below_6": message("less than 6 is left"),
        "sum_at_most_6": message("6 or less is left"),
    },
    "one_die_choice": {"may": message("the player chooses"), "must": message("it has to be one")},
    "combine": {
        "sum": message("tiles of that sum"),
        "sum_or_difference": message("sum or difference"),
        "canoga": message("as in Canoga"),
        "thai": message("one die, or the sum"),
        "either": message("one, both, or the sum"),
    },
    "quotient": _YES_OR_NO,
    "double_shuts_own": _YES_OR_NO,
    "opening_tile": _NONE,
    "opening_lost": {"turn": message("the turn"), "match": message("the match")},
    "stop_number": _NONE,
    "stops": {"turn": message("the turn"), "match": message("the match")},
    "doubles": {
        "none": message("nothing special"),
        "rethrow": message("thrown again"),
        "extra": message("again, and once more"),
        "insurance": message("bank a marker"),
    },
    "take_back": {
        "until_complete": message("until it is complete"),
        "until_next_throw": message("until the next throw"),
        "never": message("never"),
    },
    "pass_box": {
        "when_blocked": message("when nothing goes"),
        "each_throw": message("after every throw"),
    },
    "scoring": {
        "golf": message("sum of the open tiles"),
        "missionary": message("how many are open"),
        "digital": message("read as one number"),
    },
    "match": {
        "single": message("one round"),
        "tournament": message("several rounds"),
        "knockout": message("the last one in"),
        "duel": message("one shuts, one opens"),
        "relay": message("both shut one box"),
        "first_to_shut": message("first to shut"),
        "solo": message("alone"),
    },
    "target": _NONE,
    "rounds": _NONE,
    "knock_out": {
        "end_of_round": message("when the round ends"),
        "at_once": message("at once"),
    },
    "shut_wins": {"round": message("the round"), "match": message("the match")},
    "shut_bonus": {**_NONE, "double": message("their scores doubled")},
    "ties": {"share": message("the win is shared"), "roll_off": message("one more turn each")},
    "first_player": {"seat": message("the first seat"), "highest": message("the highest die")},
    "stake": {"0": message("none")},
    "double_on_shut": _YES_OR_NO,
}


def value_in_words(name: str, value: str, style: Style) -> str:
    """Return a value of a setting for people; a number, dice or tiles as they are written."""
    words = _VALUES.get(name, {}).get(value)
    if words is not None:
        return style.tr(words)
    return _stake(value, style) if name == "stake" else value


def _stake(value: str, style: Style) -> str:
    """Return a stake as the language writes amounts: ``1,50 €`` for ``€1.50``."""
    from boxctl.presentation.money.amounts import amount  # few tables play for money
    from boxctl.rules.money import read_money

    try:
        money = read_money(value)
    except ValueError:
        return value
    return amount(money.minor, money.currency, style)


def settings_in_words(changes: Iterable[tuple[str, str]], style: Style) -> Iterator[str]:
    """Yield each setting and its value for people: ``Target: 60``, ``Stake: 50p``."""
    titles = {name: title for _, group in SETTING_GROUPS for name, title in group.items()}
    for name, value in changes:
        words = value_in_words(name, value, style)
        yield style.tr("{label}: {text}", label=style.tr(titles[name]), text=words)


def effects(name: str, rules: RuleSet, style: Style) -> Iterator[str]:
    """Yield the sentences of the rules' page that tell of a setting.

    The rules must not contradict each other.
    """
    for section in sections(rules, style):
        for sentence in section.sentences:
            if name in sentence.settings:
                yield sentence.text
