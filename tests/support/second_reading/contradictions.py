"""The settings that contradict each other."""

from __future__ import annotations

from itertools import combinations_with_replacement

from tests.support.second_reading.moves import as_named, rule_allowing, ways
from tests.support.second_reading.settings import Rules, begin_down, box, in_play
from tests.support.second_reading.throws import dice_allowed

Pair = frozenset[str]


def contradictions(rules: Rules, players: int) -> set[Pair]:
    """Every two settings that contradict each other; `players` counts as one."""
    match = rules.match
    by_turns = match in ("duel", "relay")
    by_rounds = match in ("tournament", "knockout")
    opening = rules.opening_tile
    no_canoga = as_named(rules).combine != "canoga"
    each = {
        ("match", "players"): (by_turns and players != 2) or (match == "solo" and players > 1),
        ("match", "stake"): match == "solo" and rules.stake != 0,
        ("opening_tile", "match"): opening is not None and by_turns,
        ("stops", "match"): rules.stops == "match" and match != "single",
        ("opening_lost", "match"): rules.opening_lost == "match" and match != "single",
        ("target", "match"): rules.target is not None and not by_rounds,
        ("target_ends", "match"): rules.target_ends == "at_once" and match != "tournament",
        ("target_ends", "rounds"): rules.target_ends == "at_once" and rules.rounds is not None,
        ("target_ends", "shut_bonus"): (
            rules.target_ends == "at_once" and rules.shut_bonus is not None
        ),
        ("wins", "match"): rules.wins != 3 and match != "rounds_won",
        ("first_player", "match"): (
            rules.first_player in ("rotate", "loser") and not by_rounds and match != "rounds_won"
        ),
        ("rounds", "match"): rules.rounds is not None and match != "tournament",
        ("rounds", "target"): rules.rounds is not None and rules.target is not None,
        ("knock_out", "match"): rules.knock_out == "at_once" and match != "knockout",
        ("pass_box", "match"): rules.pass_box == "each_throw" and not by_turns,
        ("shut_bonus", "match"): rules.shut_bonus is not None and not by_rounds,
        ("shut_bonus", "shut_wins"): rules.shut_bonus is not None and rules.shut_wins == "match",
        ("shut_bonus", "knock_out"): rules.shut_bonus is not None and rules.knock_out == "at_once",
        ("ties", "match"): rules.ties == "fewest_tiles" and by_rounds,
        ("handicap", "match"): any(rules.handicaps)
        and match in ("duel", "relay", "solo", "first_to_shut"),
        ("quotient", "combine"): rules.quotient and no_canoga,
        ("double_shuts_own", "combine"): rules.double_shuts_own and no_canoga,
        ("combine", "dice"): not dice_suit(rules),
        ("opening_tile", "tiles"): opening is not None and opening not in box(rules),
        ("opening_tile", "down"): opening is not None and opening in begin_down(rules),
        ("down", "tiles"): not begin_down(rules) <= box(rules) or not in_play(rules),
        ("match", "tiles"): match == "first_to_shut" and not one_throw_shuts_all(rules),
    }
    return {frozenset(pair) for pair, contradicts in each.items() if contradicts}


def dice_suit(rules: Rules) -> bool:
    """R3.2, R3.3, R3.7, R3.10: how many dice `combine` is made for."""
    listed = ways(rules)
    reads_two = {
        "difference_set",
        "difference_tile",
        "product_tile",
        "quotient_tile",
        "double_tile",
    }
    if listed & reads_two or listed == {"pair"}:
        return rules.dice == 2
    return "pair" not in listed or rules.dice <= 2


def one_throw_shuts_all(rules: Rules) -> bool:
    """R5.3: whether a throw of the start, no stop number, allows to shut all tiles in play."""
    if not dice_suit(rules):
        return True  # what such dice allow is not said
    start = in_play(rules)
    return any(
        sum(throw) != rules.stop_number and rule_allowing(rules, tuple(sorted(start)), throw)
        for count in dice_allowed(rules, start)
        for throw in combinations_with_replacement(range(1, rules.sides + 1), count)
    )
