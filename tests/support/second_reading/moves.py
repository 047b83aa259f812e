"""R3: what a throw allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from tests.support.second_reading.settings import Rules, Tiles, in_play
from tests.support.second_reading.throws import dice_allowed

Move = tuple[tuple[int, ...], str]  # (the tiles in order, the R3 rule that allows them)

BY_SUM = ("sum", "sum_or_difference")


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
    return answer | {"moves": written(moves)}


def written(moves: Iterable[Move]) -> list[dict[str, object]]:
    """Moves as the contract writes them."""
    return [{"tiles": list(tiles), "rule": rule} for tiles, rule in moves]


def sets_to_try(rules: Rules, to_move: Tiles, throw: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Sets of these tiles, among them every one that the throw may allow."""
    tiles = sorted(to_move)
    if rules.combine in BY_SUM:
        yield from (one for one in sets_up_to(tiles, sum(throw)) if one)
    else:  # one or two tiles
        yield from combinations(tiles, 1)
        yield from combinations(tiles, 2)


def sets_up_to(tiles: list[int], most: int) -> Iterator[tuple[int, ...]]:
    """Every set of these tiles that adds up to `most` or less, the empty one too."""
    yield ()
    for place, tile in enumerate(tiles):
        if tile <= most:
            for others in sets_up_to(tiles[place + 1 :], most - tile):
                yield (tile, *others)


def rule_allowing(rules: Rules, tiles: tuple[int, ...], throw: tuple[int, ...]) -> str | None:
    """The R3 rule by which this throw allows this set of tiles; the lowest of several."""
    return {
        "sum": by_sum,
        "sum_or_difference": by_sum_or_difference,
        "canoga": by_canoga,
        "thai": by_thai,
        "either": by_either,
    }[rules.combine](rules, tiles, throw)


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
