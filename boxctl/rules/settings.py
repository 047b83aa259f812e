"""The settings of a rule set as people name them: their values and meanings.

``--set``, the variant files, ``boxctl rules show`` and the table in the documentation are made from
this declaration. A setting is written as text everywhere (``2d6``, ``1-3``, ``none``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from boxctl.rules.dice import read_dice
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import ALL_TILES_OF, Parity, RuleSet
from boxctl.rules.scoring import SCORINGS
from boxctl.rules.tiles import TileSet, read_tiles, write_tiles
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import any_of, message, tr
from groundwork.limits import MOST_TILES

MOST = 1_000_000_000
"""The largest number that a setting may have."""


@frozen_dataclass
class RuleSetting:
    """One setting of the rule book and the values it takes.

    ``meaning`` is a marked message in English; ``answers`` tells people what the answers are, in
    their language. ``choices`` are all answers where they are words, in the rule book's order.
    ``read`` turns text into the value that :class:`RuleSet` holds and raises :class:`RuleFault`
    (BX203) for text that is no answer; ``write`` is its inverse.
    A setting that RuleSet holds in several ``fields`` has a value for each, as a tuple.
    """

    name: str
    rule: str
    meaning: str
    answers: Callable[[], str]
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    choices: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


def _bad(name: str, text: str, answers: Callable[[], str]) -> RuleFault:
    return RuleFault(
        "BX203",
        tr('{name} = "{text}" is not possible', name=name, text=text),
        tr("it may be {answers}", answers=answers()),
    )


def _one_of(
    name: str, rule: str, meaning: str, *choices: str, also: Mapping[str, str] | None = None
) -> RuleSetting:
    """Return a setting with these answers; ``also`` are other words for some of them."""
    by_word = dict(zip(choices, choices, strict=True)) | dict(also or {})

    def answers() -> str:
        return any_of(choices)

    def read(text: str) -> str:
        if text not in by_word:
            raise _bad(name, text, answers)
        return by_word[text]

    return RuleSetting(name, rule, meaning, answers, read, choices=choices)


def _yes_or_no(name: str, rule: str, meaning: str) -> RuleSetting:
    by_word = {"true": True, "false": False}

    def answers() -> str:
        return any_of(by_word)

    def read(text: str) -> bool:
        if text not in by_word:
            raise _bad(name, text, answers)
        return by_word[text]

    def write(value: bool) -> str:
        return str(value).lower()

    return RuleSetting(name, rule, meaning, answers, read, write, tuple(by_word))


def _down(name: str, rule: str, meaning: str) -> RuleSetting:
    def answers() -> str:
        return tr("a tile set such as 1-3, odd, even, or - for none")

    def read(text: str) -> TileSet | Parity:
        for parity in ALL_TILES_OF:
            if text == parity:
                return parity
        if text.isalpha():
            raise _bad(name, text, answers)
        return read_tiles(text)

    def write(value: TileSet | Parity) -> str:
        return write_tiles(value) if isinstance(value, int) else value

    return RuleSetting(name, rule, meaning, answers, read, write)


def _whole_number(
    name: str,
    rule: str,
    meaning: str,
    low: int,
    high: int = MOST,
    *,
    or_none: bool = False,
    or_word: str | None = None,
) -> RuleSetting:
    words = [word for word in (or_word, "none" if or_none else None) if word is not None]

    def answers() -> str:
        return any_of([tr("a whole number from {low} to {high}", low=low, high=high), *words])

    def read(text: str) -> int | str | None:
        if or_none and text == "none":
            return None
        if text == or_word:
            return text
        if not (text.isascii() and text.isdigit() and len(text) <= 10):
            raise _bad(name, text, answers)
        if not low <= int(text) <= high:
            raise _bad(name, text, answers)
        return int(text)

    def write(value: int | str | None) -> str:
        return "none" if value is None else str(value)

    return RuleSetting(name, rule, meaning, answers, read, write)


def _stake() -> RuleSetting:
    def answers() -> str:
        return tr(
            "a whole number from 0 to {most}, or an amount with its currency such as 50p, £1.50, "
            "1,50 € or 0.50 EUR",
            most=MOST,
        )

    def read(text: str) -> tuple[int, str]:
        if text == "0":
            return 0, ""
        from boxctl.rules.money import read_money  # few tables play for money

        try:
            money = read_money(text)
        except ValueError:
            raise _bad("stake", text, answers) from None
        if money.minor > MOST:
            raise _bad("stake", text, answers)
        return money.minor, money.currency if money.minor else ""

    def write(value: tuple[int, str]) -> str:
        from boxctl.rules.money import Money

        return str(Money(*value))

    meaning = message("what each player puts into the pool; without a currency, in minor units")
    return RuleSetting("stake", "R8.1", meaning, answers, read, write, fields=("stake", "currency"))


def _milliseconds(name: str, rule: str, meaning: str, most: int = 3_600_000) -> RuleSetting:
    def answers() -> str:
        return tr("a number of milliseconds from {low} to {high}", low=0, high=most)

    def read(text: str) -> float:
        whole, _point, part = text.partition(".")
        if not (whole + part).isascii() or not (whole + part).isdigit() or len(text) > 20:
            raise _bad(name, text, answers)
        value = float(text)
        if value > most:
            raise _bad(name, text, answers)
        return int(value) if value.is_integer() else value

    return RuleSetting(name, rule, meaning, answers, read)


SETTINGS: Mapping[str, RuleSetting] = {
    setting.name: setting
    for setting in (
        _whole_number("tiles", "R1.1", message("how many tiles the box has"), 1, MOST_TILES),
        _down("down", "R1.2", message("the tiles that begin shut and are not in play")),
        RuleSetting(
            "dice",
            "R2.1",
            message("how many dice of how many sides"),
            lambda: tr("a number of dice such as 2d6"),
            read_dice,
        ),
        _one_of(
            "one_die",
            "R2.2",
            message("when a player drops to one die"),
            "never",
            "last_tile",
            "high_tiles_shut",
            "sum_below_6",
            "sum_at_most_6",
        ),
        _one_of(
            "one_die_choice",
            "R2.2",
            message("whether the player may or must drop to one die"),
            "may",
            "must",
        ),
        _one_of(
            "combine",
            "R3",
            message("how the dice make a move"),
            "sum",
            "sum_or_difference",
            "canoga",
            "thai",
            "either",
        ),
        _yes_or_no("quotient", "R3.8", message("whether the dice may also be divided")),
        _yes_or_no(
            "double_shuts_own",
            "R3.9",
            message("whether a double also shuts the tile that both dice show"),
        ),
        _whole_number(
            "opening_tile",
            "R5.1",
            message("the tile that the first move of a turn must shut"),
            1,
            MOST_TILES,
            or_none=True,
        ),
        _one_of(
            "opening_lost",
            "R5.1",
            message("what a first throw without the opening tile loses"),
            "turn",
            "match",
        ),
        _whole_number(
            "stop_number", "R5.2", message("the total that ends the turn at once"), 1, or_none=True
        ),
        _one_of("stops", "R5.2", message("what the stop number ends"), "turn", "match"),
        _one_of(
            "doubles",
            "R5.4-R5.6",
            message("what a double does for a throw that cannot be played"),
            "none",
            "rethrow",
            "extra",
            "insurance",
            also={"false": "none", "true": "rethrow"},
        ),
        _one_of("scoring", "R6", message("what a turn scores"), *SCORINGS),
        _one_of(
            "match",
            "R7",
            message("how a match is won"),
            "single",
            "tournament",
            "knockout",
            "duel",
            "relay",
            "first_to_shut",
            "solo",
        ),
        _whole_number(
            "target",
            "R7.2, R7.3",
            message("the total that ends a tournament or puts a player out; by default 100 and 45"),
            1,
            or_none=True,
        ),
        _whole_number(
            "rounds",
            "R7.11",
            message("how many rounds a tournament has, instead of a target"),
            1,
            or_none=True,
        ),
        _one_of(
            "knock_out",
            "R7.3",
            message("when a player who has reached the target is out"),
            "end_of_round",
            "at_once",
        ),
        _one_of(
            "pass_box",
            "R7.4, R7.5",
            message("when the box goes to the other player"),
            "when_blocked",
            "each_throw",
        ),
        _one_of(
            "shut_wins",
            "R7.7",
            message("what a shut box wins in a tournament or knockout"),
            "round",
            "match",
        ),
        _whole_number(
            "shut_bonus",
            "R7.12",
            message("what a shut box adds to the others' round scores"),
            0,
            or_none=True,
            or_word="double",
        ),
        _one_of(
            "ties", "R7.8", message("what happens when several would win"), "share", "roll_off"
        ),
        _one_of("first_player", "R7.9", message("who starts"), "seat", "highest"),
        _stake(),
        _yes_or_no("double_on_shut", "R8.2", message("whether a shut box is paid double")),
        _one_of(
            "take_back",
            "R4.8",
            message("how long a tile may be taken back"),
            "until_complete",
            "until_next_throw",
            "never",
        ),
        _milliseconds(
            "bump_ms", "R4.7", message("a tile that returns within this time never moved")
        ),
        _milliseconds(
            "act_ms",
            "R4.11",
            message("levers that follow each other within this time are one act; 0 is off"),
            1000,
        ),
        _milliseconds(
            "settle_ms", "R4.2", message("a provisional move stands after this time; 0 is off")
        ),
    )
}


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
        known = setting(name)
        value = known.read(text)
        values.update(zip(known.fields, value, strict=True) if known.fields else {name: value})
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
