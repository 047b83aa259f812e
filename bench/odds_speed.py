"""How long it takes to solve a box, beside bare loops over as many reads of a table."""

from __future__ import annotations

from importlib.util import find_spec

from bench.ratio import beside
from boxctl.odds.aims import aim
from boxctl.odds.turn import solve
from boxctl.rules.ruleset import RuleSet
from groundwork.installation import install_command


def report() -> str:
    """Measure boxes of 9 and 12 tiles in Python, and The 300 if the extra is installed."""
    lines = [_plain(9), _plain(12)]
    if find_spec("numba") is None:
        lines.append(f"odds: The 300 needs the extra: {install_command('odds')}")
    else:
        from bench import the_300_speed

        lines.append(the_300_speed.report())
    return "\n".join(lines)


def _plain(tiles: int) -> str:
    rules = RuleSet(tiles=tiles, one_die="high_tiles_shut")
    worths = solve(rules, aim("golf")).worths
    # A position reads the worth of each of its moves; those of nine tiles are some 8000.
    pairs = sum(_moves(number, tiles) for number in range(1 << tiles))

    def bare_loop() -> float:
        added = 0.0
        for at in range(pairs):
            added += worths[at & 511]
        return added

    times = beside(lambda: solve(rules, aim("golf")), bare_loop)
    return (
        f"odds: {tiles} tiles solved in plain Python: {times.thing * 1000:.1f} ms, "
        f"{times.ratio:.1f} times a plain loop over its {pairs} moves"
    )


def _moves(open_tiles: int, tiles: int) -> int:
    """Count by sums how many moves two dice allow in all."""
    ways = [1] + [0] * 12
    for number in range(1, tiles + 1):
        if open_tiles >> (number - 1) & 1:
            for total in range(12, number - 1, -1):
                ways[total] += ways[total - number]
    return sum(ways[2:])
