"""The ways in which a throw makes a move (R3), and the names of lists of them.

A setting holds a list as one text: by its name, or as ways joined by ``+``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Literal, get_args

from boxctl.rules import rule_ids
from boxctl.rules.faults import RuleFault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

Way = Literal[
    "sum_set",
    "sum_tile",
    "pair",
    "die_tile",
    "difference_set",
    "difference_tile",
    "product_tile",
    "quotient_tile",
    "double_tile",
]
WAYS: tuple[Way, ...] = get_args(Way)
"""All ways, in the order in which a list is written."""

OF_THE_TOTAL: frozenset[Way] = frozenset(("sum_set", "sum_tile"))
"""Ways to which only the total of the dice matters."""

OF_SETS: frozenset[Way] = frozenset(("sum_set", "difference_set"))
"""Ways that allow any number of tiles."""

OF_TWO_DICE: frozenset[Way] = frozenset(
    ("difference_set", "difference_tile", "product_tile", "quotient_tile", "double_tile")
)
"""Ways that need two dice in the box."""

RuleByWay = Mapping[Way, str]
"""Ways, each with the rule that a move it allows is cited by; of several, the first one's."""

_OF_CANOGA: tuple[Way, ...] = ("pair", "sum_tile", "difference_tile", "product_tile")

NAMED: Mapping[str, RuleByWay] = {
    "sum": {"sum_set": rule_ids.SUM},
    "sum_or_difference": {"sum_set": rule_ids.SUM, "difference_set": rule_ids.DIFFERENCE},
    "canoga": dict.fromkeys(_OF_CANOGA, rule_ids.CANOGA),
    "thai": {"sum_tile": rule_ids.THAI, "die_tile": rule_ids.THAI},
    "either": dict.fromkeys(("sum_tile", "pair", "die_tile"), rule_ids.EITHER),
    "pair_or_sum": {"sum_tile": rule_ids.WAYS, "pair": rule_ids.WAYS},
}
"""The names of lists of ways, in the rule book's order."""

BESIDE_CANOGA: Mapping[str, RuleByWay] = {
    "quotient": {"quotient_tile": rule_ids.QUOTIENT},
    "double_shuts_own": {"double_tile": rule_ids.DOUBLE_SHUTS_OWN},
}
"""The settings that add a way to ``canoga`` (R3.8, R3.9)."""


@frozen_dataclass
class ReadWays:
    """A list of ways as the settings hold it: ``combine``, and what it sets ``beside`` that."""

    combine: str
    beside: tuple[str, ...] = ()


@cache
def rule_by_way(combine: str, beside: tuple[str, ...] = ()) -> RuleByWay:
    """Return the ways of a list, with those that these settings of R3.8 and R3.9 add."""
    listed = {way: rule_ids.WAYS for way in WAYS if way in combine.split("+")}
    found = dict(NAMED.get(combine, listed))
    for setting in beside:
        found |= BESIDE_CANOGA[setting]
    return found


def read_ways(text: str) -> ReadWays:
    """Read a name or a list of ways, in any order.

    Raises :class:`ValueError` for what is no list of ways, :class:`RuleFault` (BX203) for one that
    names a way twice.
    """
    if text in NAMED:
        return ReadWays(text)
    given = [part.strip() for part in text.split("+")]
    for way in given:
        if way not in WAYS:
            raise ValueError(text)
        if given.count(way) > 1:
            raise RuleFault(
                "BX203",
                tr("combine = {ways} names {way} twice", ways=text, way=way),
                tr("name each way once"),
            )
    return _named(frozenset(given))


def _named(given: frozenset[str]) -> ReadWays:
    for name, ways in NAMED.items():
        if given == ways.keys():
            return ReadWays(name)
    beside = tuple(name for name, ways in BESIDE_CANOGA.items() if ways.keys() <= given)
    if given - {way for name in beside for way in BESIDE_CANOGA[name]} == set(_OF_CANOGA):
        return ReadWays("canoga", beside)
    return ReadWays("+".join(way for way in WAYS if way in given))


def values(way: Way, throw: Sequence[int]) -> tuple[int, ...]:
    """Return the number that a tile of a move must show, or its tiles add up to; 0 for none.

    ``pair`` has no such value.
    """
    find = _OF_ANY_DICE.get(way)
    if find is not None:
        return find(throw)
    if len(throw) != 2:
        return ()
    low, high = sorted(throw)
    match way:
        case "difference_set" | "difference_tile":
            return (high - low,)
        case "product_tile":
            return (low * high,)
        case "quotient_tile":
            return (high // low,) if high % low == 0 else ()
        case "double_tile":
            return (low,) if low == high else ()
        case _:
            return ()


def _total(throw: Sequence[int]) -> tuple[int, ...]:
    return (sum(throw),)


_OF_ANY_DICE: Mapping[Way, Callable[[Sequence[int]], tuple[int, ...]]] = {
    "sum_set": _total,
    "sum_tile": _total,
    "die_tile": tuple,
}
