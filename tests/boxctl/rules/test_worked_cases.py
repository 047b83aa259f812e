"""Every worked case of the rule book, and the examples beside its rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.settings import as_data, with_settings, written
from boxctl.rules.tiles import numbers, read_tiles, tile_set
from boxctl.rules.variants import load, names, variant, words
from tests.support.rulings import of
from tests.support.tables.referee_alone import RefereeAlone


def sets(name: str, still_open: str, *throw: int, opening: bool = False) -> list[tuple[int, ...]]:
    found = moves(variant(name), read_tiles(still_open), throw, opening=opening)
    return [numbers(move.tiles) for move in found]


def test_a_full_box_and_a_throw_of_7() -> None:
    assert sets("classic", "1-9", 3, 4) == [(1, 2, 4), (1, 6), (2, 5), (3, 4), (7,)]


def test_a_full_box_and_a_throw_of_8() -> None:
    eight = [(1, 2, 5), (1, 3, 4), (1, 7), (2, 6), (3, 5), (8,)]
    assert sets("classic", "1-9", 2, 6) == eight


def test_only_5_open_comes_up_once_in_9_with_two_dice_and_once_in_6_with_one() -> None:
    def chance(dice: int) -> Fraction:
        throws = list(product(range(1, 7), repeat=dice))
        hits = sum(bool(sets("classic", "5", *throw)) for throw in throws)
        return Fraction(hits, len(throws))

    assert chance(2) == Fraction(1, 9)
    assert chance(1) == Fraction(1, 6)


def test_2_and_2_again_at_the_start_of_classic_scores_43() -> None:
    table = RefereeAlone("classic")
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    assert of(table.last("turn_over")).score == 43


def test_2_and_2_again_happens_once_in_1296_games() -> None:
    first_two = list(product(product(range(1, 7), repeat=2), repeat=2))
    both_are_2 = sum(sum(one) == 2 == sum(other) for one, other in first_two)
    assert Fraction(both_are_2, len(first_two)) == Fraction(1, 1296)


def test_throw_6_with_7_and_2_open_ends_the_turn_with_9() -> None:
    assert sets("classic", "2,7", 2, 4) == []
    assert score("golf", tile_set([2, 7])) == 9


@pytest.mark.parametrize(
    ("scoring", "left", "expected"),
    [
        ("golf", [1, 2, 7], 10),
        ("missionary", [1, 2, 7], 3),
        ("digital", [1, 2, 7], 127),
        ("golf", [2, 3, 5], 10),
        ("missionary", [2, 3, 5], 3),
        ("digital", [1, 2, 5], 125),
        ("digital", [9, 10, 12], 91012),
        ("golf", [], 0),
        ("missionary", [], 0),
        ("digital", [], 0),
    ],
)
def test_what_is_left_is_scored(scoring: str, left: list[int], expected: int) -> None:
    assert score(scoring, tile_set(left)) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "throw"), [("two-to-go", (1, 3)), ("three-to-go", (1, 1))])
def test_an_opening_tile_that_the_first_throw_cannot_shut_loses_the_turn(
    name: str, throw: tuple[int, int]
) -> None:
    table = RefereeAlone(name)
    table.throws(*throw)
    over = table.last("turn_over")
    assert (over.rule, of(over).score) == ("R5.1", 45)


def test_three_to_go_and_a_first_throw_of_6_is_only_3_2_1() -> None:
    assert sets("three-to-go", "1-9", 2, 4, opening=True) == [(1, 2, 3)]


def test_canoga_2_4() -> None:
    assert sets("canoga", "1-9", 2, 4) == [(2,), (2, 4), (6,), (8,)]


def test_canoga_double_is_no_pair_and_its_difference_is_nothing() -> None:
    assert sets("canoga", "1-9", 3, 3) == [(6,), (9,)]


def test_canoga_with_one_die_is_the_tile_of_that_value() -> None:
    assert sets("canoga", "1,2", 2) == [(2,)]


def with_rules(
    name: str, still_open: str, *throw: int, **settings: str
) -> list[tuple[tuple[int, ...], str]]:
    rules = with_settings(variant(name), settings.items())
    found = moves(rules, read_tiles(still_open), throw)
    return [(numbers(move.tiles), move.rule) for move in found]


def test_canoga_with_the_quotient_6_3_shuts_the_2_too() -> None:
    assert with_rules("canoga", "1-9", 6, 3, quotient="true") == [
        ((2,), "R3.8"), ((3,), "R3.3"), ((3, 6), "R3.3"), ((9,), "R3.3"),
    ]  # fmt: skip


def test_a_quotient_that_is_not_whole_is_none() -> None:
    assert with_rules("canoga", "1-9", 5, 3, quotient="true") == with_rules("canoga", "1-9", 5, 3)


def test_the_quotient_of_a_double_is_1() -> None:
    assert with_rules("canoga", "1-9", 4, 4, quotient="true") == [((1,), "R3.8"), ((8,), "R3.3")]


def test_a_tile_that_several_rules_allow_is_cited_by_the_lowest() -> None:
    both = {"quotient": "true", "double_shuts_own": "true"}
    assert with_rules("canoga", "1-9", 4, 2, **both)[0] == ((2,), "R3.3")
    assert with_rules("canoga", "1-9", 1, 1, **both) == [((1,), "R3.3"), ((2,), "R3.3")]


def test_a_double_may_shut_its_own_tile() -> None:
    own = {"double_shuts_own": "true"}
    assert with_rules("canoga", "1-9", 5, 5, **own) == [((5,), "R3.9")]
    assert with_rules("canoga", "1-4,6-9", 5, 5, **own) == []


@pytest.mark.parametrize(
    ("throw", "expected"),
    [
        ((2, 3), [(2,), (2, 3), (3,), (5,)]),
        ((4, 4), [(4,), (8,)]),
        ((6,), [(6,)]),
        ((6, 4), [(4,), (4, 6), (6,)]),
    ],
)
def test_either_the_dice_or_the_total(
    throw: tuple[int, ...], expected: list[tuple[int, ...]]
) -> None:
    assert with_rules("classic", "1-9", *throw, combine="either") == [
        (tiles, "R3.7") for tiles in expected
    ]


def test_odd_and_even_mean_all_such_tiles_however_many_the_box_has() -> None:
    twelve = with_settings(variant("even-stevens"), [("tiles", "12")])
    assert numbers(twelve.in_play) == (2, 4, 6, 8, 10, 12)
    assert written(twelve)["down"] == as_data(twelve)["down"] == "odd"
    named = with_settings(twelve, [("down", "1,3,5,7,9,11")])
    assert (named.in_play, written(named)["down"]) == (twelve.in_play, "1,3,5,7,9,11")


def test_true_and_false_mean_the_first_two_ways_to_treat_doubles() -> None:
    said = {
        text: written(with_settings(variant("classic"), [("doubles", text)]))["doubles"]
        for text in ("true", "false", "none", "rethrow", "extra", "insurance")
    }
    assert said == {
        "true": "rethrow", "false": "none", "none": "none", "rethrow": "rethrow",
        "extra": "extra", "insurance": "insurance",
    }  # fmt: skip


def test_a_tournament_of_so_many_rounds_has_no_target() -> None:
    rounds = with_settings(variant("tournament"), [("rounds", "3")])
    assert rounds.target_in_force is None
    assert written(rounds)["target"] == "none"


def test_thai_2_3() -> None:
    assert sets("thai", "1-9", 2, 3) == [(2,), (3,), (5,)]


def test_subtract_takes_sets_of_the_sum_and_sets_of_the_difference() -> None:
    found = moves(variant("subtract"), read_tiles("1-3,8"), (6, 3))
    assert [(numbers(move.tiles), move.rule) for move in found] == [
        ((1, 2), "R3.2"),
        ((1, 8), "R3.1"),
        ((3,), "R3.2"),
    ]


def test_the_300_adds_up_to_300_and_allows_757_sets() -> None:
    rules = variant("the-300")
    assert sum(numbers(rules.in_play)) == 300
    sums = [moves(rules, rules.in_play, (total,)) for total in range(4, 25)]
    assert sum(map(len, sums)) == 757


@pytest.mark.parametrize(
    ("one_die", "still_open", "drops"),
    [
        ("never", "1", False),
        ("last_tile", "1", True),
        ("last_tile", "2", False),
        ("last_tile", "1,2", False),
        ("high_tiles_shut", "1-6", True),
        ("high_tiles_shut", "1,7", False),
        ("sum_below_6", "5", True),
        ("sum_below_6", "1,5", False),
        ("sum_at_most_6", "1,5", True),
        ("sum_at_most_6", "1,2,4", False),
    ],
)
def test_when_a_player_drops_to_one_die(one_die: str, still_open: str, drops: bool) -> None:
    may = RuleSet(one_die=one_die, one_die_choice="may")  # type: ignore[arg-type]
    must = RuleSet(one_die=one_die, one_die_choice="must")  # type: ignore[arg-type]
    assert allowed_counts(may, read_tiles(still_open)) == ((1, 2) if drops else (2,))
    assert allowed_counts(must, read_tiles(still_open)) == ((1,) if drops else (2,))


def test_every_variant_of_the_rule_book_has_words_of_its_own() -> None:
    assert {*names()} == {*VARIANTS_OF_THE_RULE_BOOK}
    found = [load(name) for name in names()]
    for field in ("title", "summary", "example"):
        said = Counter(getattr(known, field) for known in found)
        assert max(said.values()) == 1, said.most_common(1)


@pytest.mark.parametrize("name", names())
def test_the_words_of_a_variant_are_read_without_its_settings(name: str) -> None:
    known = load(name)
    assert words(name) == {
        "title": known.title, "family": known.family,
        "summary": known.summary, "example": known.example,
    }  # fmt: skip


BEST_OF = {"match": "rounds_won", "ties": "fewest_tiles", "first_player": "rotate"}

VARIANTS_OF_THE_RULE_BOOK: dict[str, dict[str, Any]] = {
    "classic": {},
    "pub": {"one_die": "high_tiles_shut"},
    "parlour": {"one_die": "sum_at_most_6", "one_die_choice": "must"},
    "subtract": {"combine": "sum_or_difference", "one_die": "high_tiles_shut"},
    "golf": {},
    "missionary": {"scoring": "missionary"},
    "digital": {"scoring": "digital"},
    "two-to-go": {"opening_tile": 2},
    "three-to-go": {"opening_tile": 3},
    "three-down-extreme": {"down": [1, 2, 3]},
    "lucky-seven": {
        "down": [1, 2, 3, 4, 5, 6, 8, 9], "match": "first_to_shut", "one_die": "never",
    },
    "unlucky-seven": {"stop_number": 7},
    "against-all-odds": {"down": "even"},
    "even-stevens": {"down": "odd"},
    "ten": {"tiles": 10, "one_die": "high_tiles_shut"},
    "full-house": {"tiles": 12},
    "the-300": {"tiles": 24, "dice": "4d6", "one_die": "never"},
    "thai": {"combine": "thai", "one_die": "never"},
    "twenty-twelve": {"tiles": 12, "dice": "1d20", "one_die": "never"},
    "canoga": {"combine": "canoga", "one_die": "sum_below_6", "double_on_shut": True},
    "canadienne": {
        "combine": "canoga", "one_die": "sum_at_most_6", "one_die_choice": "must",
        "match": "tournament", "target": 300, "shut_wins": "match", "first_player": "highest",
        "double_on_shut": True,
    },
    "long-game": {"match": "duel"},
    "two-player-battle": {"match": "duel", "pass_box": "each_throw"},
    "relay": {"match": "relay"},
    "doubles": {"doubles": "rethrow"},
    "high-rollers": {"doubles": "insurance"},
    "tournament": {"match": "tournament"},
    "last-standing": {"match": "knockout"},
    "best-of-three": {**BEST_OF, "wins": 2},
    "best-of-five": BEST_OF,
    "best-of-seven": {**BEST_OF, "wins": 4},
    "shut-costs-ten": {
        "combine": "either", "one_die": "never", "match": "tournament", "shut_bonus": 10,
    },
    "both-or-sum": {"combine": "pair_or_sum"},
    "shut-doubles-once": {"match": "tournament", "shut_bonus": "double_once"},
}  # fmt: skip


@pytest.mark.parametrize("name", names())
def test_a_variant_sets_what_the_rule_book_says_and_nothing_else(name: str) -> None:
    expected = dict(VARIANTS_OF_THE_RULE_BOOK[name])
    if isinstance(expected.get("down"), list):
        expected["down"] = tile_set(expected["down"])
    rules, classic = variant(name), RuleSet()
    differs = {
        field: getattr(rules, field)
        for field in RuleSet.__dataclass_fields__
        if getattr(rules, field) != getattr(classic, field)
    }
    if "dice" in differs:
        differs["dice"] = str(differs["dice"])
    assert differs == expected
