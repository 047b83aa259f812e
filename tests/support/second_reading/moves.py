"""R3: what a throw allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from tests.support.second_reading.settings import Rules, Tiles, in_play
from tests.support.second_reading.throws import dice_allowed

Move = tuple[tuple[int, ...], str]  # (the tiles in order, the R3 rule that allows them)

SPELLED = {  # R3.10: these lists are names; `pair_or_sum` is a name for a list
    "sum": {"sum_set"},
    "sum_or_difference": {"sum_set", "difference_set"},
    "canoga": {"pair", "sum_tile", "product_tile", "difference_tile"},
    "thai": {"die_tile", "sum_tile"},
    "either": {"die_tile", "pair", "sum_tile"},
}
PAIR_OR_SUM = {"pair", "sum_tile"}


def legal(rules: Rules, to_move: Tiles, throw: tuple[int, ...], *, first: bool) -> list[Move]:
    """R3: every move the throw allows; the first of a turn holds the opening tile (R5.1)."""
    moves: list[Move] = []
    for tiles in sets_to_try(rules, to_move, throw):
        rule = rule_allowing(rules, tiles, throw)
        if rule is None:
            continue
        if first and rules.opening_tile is not None and rules.opening_tile not in tiles:
            continue
        moves.append((tiles, rule))
    return sorted(moves)


def legal_answer(rules: Rules, named: Tiles, throw: tuple[int, ...]) -> dict[str, object]:
    """What `boxctl legal --json` says of this throw, without the name of the rules."""
    to_move = named & in_play(rules)
    answer: dict[str, object] = {"open": sorted(to_move), "throw": list(throw), "moves": []}
    if len(throw) not in dice_allowed(rules, to_move):
        return answer | {"void": "R2.3"}
    moves = legal(rules, to_move, throw, first=to_move == in_play(rules))
    is_double = len(throw) > 1 and len(set(throw)) == 1
    again = rules.doubles == "may_rethrow" and is_double and bool(moves)
    return answer | {"moves": written(moves)} | ({"again": "R5.7"} if again else {})


def written(moves: Iterable[Move]) -> list[dict[str, object]]:
    """Moves as the contract writes them."""
    return [{"tiles": list(tiles), "rule": rule} for tiles, rule in moves]


def ways(rules: Rules) -> set[str]:
    """R3.10: the ways in which a throw makes a move, without those of R3.8 and R3.9."""
    if rules.combine == "pair_or_sum":
        return PAIR_OR_SUM
    return SPELLED.get(rules.combine) or set(rules.combine.split("+"))


def as_named(rules: Rules) -> Rules:
    """R3.10: the same rules with a list that spells a name called by it."""
    listed = ways(rules)
    for name, spelled in SPELLED.items():
        if listed == spelled:
            return replace(rules, combine=name)
    if listed - {"quotient_tile", "double_tile"} == SPELLED["canoga"]:
        return replace(
            rules,
            combine="canoga",
            quotient=rules.quotient or "quotient_tile" in listed,
            double_shuts_own=rules.double_shuts_own or "double_tile" in listed,
        )
    return rules


def sets_to_try(rules: Rules, to_move: Tiles, throw: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Sets of these tiles, among them every one that the throw may allow."""
    tiles = sorted(to_move)
    sets: set[tuple[int, ...]] = set()
    if ways(rules) & {"sum_set", "difference_set"}:
        sets.update(sets_up_to(tiles, sum(throw)))
    if ways(rules) - {"sum_set", "difference_set"}:
        sets.update(combinations(tiles, 1), combinations(tiles, 2))
    yield from sets - {()}


def sets_up_to(tiles: list[int], most: int) -> Iterator[tuple[int, ...]]:
    """Every set of these tiles that adds up to `most` or less, the empty one too."""
    yield ()
    for place, tile in enumerate(tiles):
        if tile <= most:
            for others in sets_up_to(tiles[place + 1 :], most - tile):
                yield (tile, *others)


def rule_allowing(rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]) -> str | None:
    """The R3 rule by which this throw allows this set of tiles; the lowest of several."""
    named = as_named(rules)
    by = {
        "sum": by_sum,
        "sum_or_difference": by_sum_or_difference,
        "canoga": by_canoga,
        "thai": by_thai,
        "either": by_either,
    }.get(named.combine, by_ways)
    return by(named, tiles, throw)


def by_sum(_rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]) -> str | None:
    return "R3.1" if sum(tiles) == sum(throw) else None


def by_sum_or_difference(
    rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]
) -> str | None:
    if sum(tiles) == sum(throw):
        return by_sum(rules, tiles, throw)
    if len(throw) == 2 and throw[0] != throw[1] and sum(tiles) == abs(throw[0] - throw[1]):
        return "R3.2"
    return None


def by_canoga(rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]) -> str | None:
    if len(throw) == 1:
        return "R3.3" if tiles == throw else None
    one, two = throw
    if len(tiles) == 2:
        return "R3.3" if set(tiles) == {one, two} else None
    if len(tiles) != 1:
        return None
    tile = tiles[0]
    if tile in {one + two, one * two, abs(one - two)}:
        return "R3.3"
    larger, smaller = max(throw), min(throw)
    if rules.quotient and larger == tile * smaller:
        return "R3.8"
    if rules.double_shuts_own and one == two == tile:
        return "R3.9"
    return None


def by_thai(_rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]) -> str | None:
    return "R3.4" if len(tiles) == 1 and tiles[0] in {*throw, sum(throw)} else None


def by_either(_rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]) -> str | None:
    if len(tiles) == 1:
        return "R3.7" if tiles[0] in {*throw, sum(throw)} else None
    return "R3.7" if set(tiles) == set(throw) else None


def by_ways(rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]) -> str | None:
    listed = ways(rules)
    total = sum(throw)
    allowed = "sum_set" in listed and sum(tiles) == total
    if len(tiles) == 1:
        tile = tiles[0]
        allowed |= "sum_tile" in listed and tile == total
        allowed |= "die_tile" in listed and tile in throw
    if len(throw) == 2:  # the other ways read two dice
        small, large = min(throw), max(throw)
        if "difference_set" in listed and large > small:
            allowed |= sum(tiles) == large - small
        if len(tiles) == 2:
            allowed |= "pair" in listed and tiles == (small, large)
        if len(tiles) == 1:
            tile = tiles[0]
            allowed |= "difference_tile" in listed and tile == large - small
            allowed |= "product_tile" in listed and tile == small * large
            allowed |= "quotient_tile" in listed and tile * small == large
            allowed |= "double_tile" in listed and tile == small == large
    return "R3.10" if allowed else None
