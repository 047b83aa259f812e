"""Lists of ways (R3.10): what they allow, and the names that they spell."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import SETTINGS, with_settings
from boxctl.rules.tiles import numbers, tile_range
from boxctl.rules.ways import NAMED, OF_TWO_DICE, WAYS

CANOGA = "pair+sum_tile+product_tile+difference_tile"


def by(combine: str, **others: str) -> RuleSet:
    return with_settings(RuleSet(), [("combine", combine), *others.items()])


def allowed(rules: RuleSet, *throw: int) -> dict[tuple[int, ...], str]:
    found = moves(rules, tile_range(rules.tiles), throw)
    return {tuple(numbers(move.tiles)): move.rule for move in found}


@pytest.mark.parametrize(
    ("way", "one_die", "two_dice", "a_double", "four_dice"),
    [
        (
            "sum_set",
            [(2,)],
            [(1, 2, 5), (1, 3, 4), (1, 7), (2, 6), (3, 5), (8,)],
            [(1, 3), (4,)],
            [(5,)],
        ),
        ("sum_tile", [(2,)], [(8,)], [(4,)], [(5,)]),
        ("pair", [], [(2, 6)], [], []),
        ("die_tile", [(2,)], [(2,), (6,)], [(2,)], [(1,), (2,)]),
        ("difference_set", [], [(1, 3), (4,)], [], []),
        ("difference_tile", [], [(4,)], [], []),
        ("product_tile", [], [(12,)], [(4,)], []),
        ("quotient_tile", [], [(3,)], [(1,)], []),
        ("double_tile", [], [], [(2,)], []),
    ],
)
def test_what_each_way_alone_reads(
    way: str,
    one_die: list[tuple[int, ...]],
    two_dice: list[tuple[int, ...]],
    a_double: list[tuple[int, ...]],
    four_dice: list[tuple[int, ...]],
) -> None:
    alone = RuleSet(tiles=12, combine=way)
    assert list(allowed(alone, 2)) == one_die
    assert list(allowed(alone, 2, 6)) == two_dice
    assert list(allowed(alone, 2, 2)) == a_double
    found = list(allowed(alone, 2, 1, 1, 1))
    assert (found[-1:] if way == "sum_set" else found) == four_dice


def test_both_dice_or_their_sum() -> None:
    rules = by("pair_or_sum")
    assert allowed(rules, 2, 4) == {(2, 4): "R3.10", (6,): "R3.10"}
    assert allowed(rules, 3, 3) == {(6,): "R3.10"}
    assert allowed(rules, 5) == {(5,): "R3.10"}


def test_a_list_allows_what_any_of_its_ways_allows_once() -> None:
    for some in product((False, True), repeat=len(WAYS)):
        listed = [way for way, taken in zip(WAYS, some, strict=True) if taken]
        for throw in ((2,), (2, 4), (3, 3), (1, 6)):
            every = {
                tiles for way in listed for tiles in allowed(RuleSet(combine=way, tiles=12), *throw)
            }
            found = allowed(RuleSet(combine="+".join(listed), tiles=12), *throw)
            assert list(found) == sorted(every)
            assert set(found.values()) <= {"R3.10"}


@pytest.mark.parametrize("name", NAMED)
def test_a_list_that_spells_a_name_is_that_name_in_any_order(name: str) -> None:
    for ways in permutations(NAMED[name]):
        assert by("+".join(ways)) == by(" + ".join(ways)) == by(name)


def test_the_ways_of_canoga_with_a_quotient_or_the_tile_of_a_double() -> None:
    assert by(f"quotient_tile+{CANOGA}") == by("canoga", quotient="true")
    assert by(f"{CANOGA}+double_tile") == by("canoga", double_shuts_own="true")
    both = by(f"double_tile+{CANOGA}+quotient_tile")
    assert both == by("canoga", quotient="true", double_shuts_own="true")
    assert allowed(both, 4, 4) == {(1,): "R3.8", (4,): "R3.9", (8,): "R3.3"}
    check(both)


def test_any_other_list_is_written_in_the_order_of_the_rule_book() -> None:
    assert by("double_tile+die_tile+pair").combine == "pair+die_tile+double_tile"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pair+pair", "combine = pair+pair names pair twice"),
        ("sum_set+sum_tile+sum_set", "combine = sum_set+sum_tile+sum_set names sum_set twice"),
        ("", 'combine = "" is not possible'),
        ("pair+", 'combine = "pair+" is not possible'),
        ("pair+sum", 'combine = "pair+sum" is not possible'),
        ("pair,sum_tile", 'combine = "pair,sum_tile" is not possible'),
    ],
)
def test_what_is_no_list_of_ways(text: str, told: str) -> None:
    with pytest.raises(RuleFault) as fault:
        by(text)
    assert (fault.value.code, fault.value.sentence) == ("BX203", told)


@pytest.mark.parametrize("listed", [*combinations(WAYS, 1), *combinations(WAYS, 2)], ids="+".join)
@pytest.mark.parametrize("dice", ["1d6", "2d6", "3d6"])
def test_the_dice_that_ways_need(listed: tuple[str, ...], dice: str) -> None:
    rules = by("+".join(listed), dice=dice)
    needs_two = bool(OF_TWO_DICE.intersection(listed)) or listed == ("pair",)
    if dice == "2d6" or not (needs_two or (dice == "3d6" and "pair" in listed)):
        check(rules)
        return
    with pytest.raises(RuleFault) as fault:
        check(rules)
    wanted = "two dice" if needs_two else "one or two dice"
    told = f"combine = {rules.combine} needs {wanted}, but dice = {dice}"
    assert (fault.value.code, fault.value.sentence) == ("BX204", told)


@pytest.mark.parametrize("setting", ["quotient", "double_shuts_own"])
def test_what_goes_with_canoga_only(setting: str) -> None:
    check(by(CANOGA, **{setting: "true"}))
    with pytest.raises(RuleFault) as fault:
        check(by("pair_or_sum", **{setting: "true"}))
    assert fault.value.sentence == (
        f"{setting} = true goes only with combine = canoga, but combine = pair_or_sum"
    )


def test_every_list_has_words() -> None:
    kind = SETTINGS["combine"].kind
    assert kind.in_words("pair_or_sum") == "both, or the sum"
    assert kind.in_words("pair+product_tile") == "both dice or the product"
