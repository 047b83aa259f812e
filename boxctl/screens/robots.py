"""The players of a laptop's table that play by themselves, at a pace that people can watch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random, SystemRandom

from boxctl.named_players import PLAYERS, NamedPlayer
from boxctl.referee.events import LeverMoved, Pressed, Thrown
from boxctl.rules.ruleset import RuleSet
from boxctl.runtime import Runtime
from boxctl.screens.hands import Hands
from boxctl.simulated_players import Player, next_events
from hardware.virtual import MILLISECOND

THINKS = 700 * MILLISECOND
"""So long a simulated player looks at the table before it does something."""

MOST_TILES_SOLVED = 12
"""With more tiles in play it would take too long to find the best move."""

FLIPS = 300 * MILLISECOND
"""Between two of the tiles of its move."""


def way_to_play(name: str) -> str | None:
    """The way in which a player of this name plays by itself: ``best``, or ``best 2``."""
    found = re.fullmatch(rf"({'|'.join(PLAYERS)})(?: \d+)?", name)
    return found[1] if found else None


def robot_names(ways: Iterable[str], seated: Sequence[str]) -> list[str]:
    """A name for a simulated player of each of these ways, beside those who sit already."""
    names = list(seated)
    for way in ways:
        numbered = (f"{way} {number}" for number in range(2, len(names) + 3))
        names.append(next(name for name in (way, *numbered) if name not in names))
    return names[len(seated) :]


def demo_players(rules: RuleSet) -> list[str]:
    """Those who play where nobody is named: as many as the match is for, as good as can be."""
    solved = rules.in_play.bit_count() <= MOST_TILES_SOLVED
    names = ["best", "human"] if solved else ["highest-first", "fewest-tiles"]
    return names[: 1 if rules.match == "solo" else 2]


class Robots:
    """Those of the players who are named after a way to play.

    Raises :class:`RuleFault` (BX701, BX702) where one of them cannot play by the rules.
    """

    def __init__(self, rules: RuleSet, players: Sequence[str], seed: int | None) -> None:
        chance = SystemRandom() if seed is None else Random(f"{seed} robots")
        by_way: dict[str, Player] = {}
        for name in players:
            way = way_to_play(name)
            if way is not None and way not in by_way:
                by_way[way] = NamedPlayer(way).player(rules, chance)
        self._players = [by_way.get(way_to_play(name) or "") for name in players]
        self._since: int | None = None

    def plays(self, seat: int) -> bool:
        """Whether this seat plays by itself."""
        return self._players[seat] is not None

    def due(self, now: int, runtime: Runtime, hands: Hands) -> int | None:
        """When the player whose turn it is does something."""
        play = runtime.referee.play
        if play.over or not self.plays(play.seat) or not (hands.idle and runtime.at_rest):
            self._since = None
            return None
        if self._since is None:
            self._since = now
        return self._since + THINKS

    def advance(self, now: int, runtime: Runtime, hands: Hands) -> None:
        """Do what is due by now."""
        due = self.due(now, runtime, hands)
        if due is None or now < due:
            return
        self._since = None
        if not hands.put_where_they_belong(now):
            self._play(now, runtime, hands)

    def _play(self, now: int, runtime: Runtime, hands: Hands) -> None:
        play = runtime.referee.play
        player = self._players[play.seat]
        assert player is not None
        # The dice are the table's: of those that are asked for here only their number counts.
        events = next_events(play, player, Random(0), now)
        hands.move_tiles(
            [event.tile for event in events if isinstance(event, LeverMoved)], now, FLIPS
        )
        for event in events:
            if isinstance(event, Thrown):
                hands.shake(now, one_die=len(event.values) < play.counts[-1])
            elif isinstance(event, Pressed):
                hands.press(event.button, now)
