"""Complete pairings of a graph: whether there is one, and the first in an order of wishes.

Whether everybody can be paired at once is Edmonds' question: J. Edmonds, "Paths, Trees, and
Flowers", Canadian Journal of Mathematics 17 (1965). A path that leads from one unpaired player to
another, alternating between pairs that are not made and pairs that are, makes one pair more; where
it meets itself in a ring of odd length, the ring counts as one player.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise

Cost = Callable[[int, int], int]
"""How little one wishes to meet another, 0 or more."""

NOBODY = -1


class Pairable:
    """Who may still meet whom among ``count`` players, with one largest pairing of them."""

    def __init__(self, count: int, may_meet: Callable[[int, int], bool]) -> None:
        self.count = count
        self.others = [
            {b for b in range(count) if a != b and may_meet(min(a, b), max(a, b))}
            for a in range(count)
        ]
        self.mate = [NOBODY] * count
        for player in range(count):
            self._pair_one_more(player)

    @property
    def pairs(self) -> int:
        """The number of pairs that can be made at once."""
        return sum(mate != NOBODY for mate in self.mate) // 2

    def restrict(self, player: int, others: set[int]) -> bool:
        """Let a player meet only these, if as many pairs can still be made; return if so."""
        dropped = self.others[player] - others
        if self.mate[player] not in dropped:
            self._drop(player, dropped)
            return True
        before, mates = self.pairs, list(self.mate)
        self._drop(player, dropped)
        left = self.mate[player]
        self.mate[player] = self.mate[left] = NOBODY
        for one in (player, left):
            self._pair_one_more(one)
        if self.pairs == before:
            return True
        self.mate = mates
        for other in dropped:
            self.others[player].add(other)
            self.others[other].add(player)
        return False

    def _drop(self, player: int, dropped: set[int]) -> None:
        self.others[player] -= dropped
        for other in dropped:
            self.others[other].discard(player)

    def _pair_one_more(self, start: int) -> None:
        """Find an alternating path from this player to another unpaired one, and take it."""
        if self.mate[start] != NOBODY:
            return
        search = _Search(self.others, self.mate, start)
        end = search.find()
        while end != NOBODY:
            before = search.parent[end]
            further = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = further


class _Search:
    """A search by breadth from one unpaired player; ``parent`` leads back along the path."""

    def __init__(self, others: Sequence[set[int]], mate: Sequence[int], start: int) -> None:
        self.parent = [NOBODY] * len(mate)
        self._others, self._mate, self._start = others, mate, start
        self._base = list(range(len(mate)))
        self._reached = [False] * len(mate)
        self._reached[start] = True
        self._waiting = deque([start])

    def find(self) -> int:
        """Return the unpaired player at the other end of a path; NOBODY if there is none."""
        while self._waiting:
            one = self._waiting.popleft()
            for other in sorted(self._others[one]):
                if self._base[one] == self._base[other] or self._mate[one] == other:
                    continue
                mate = self._mate[other]
                if other == self._start or (mate != NOBODY and self.parent[mate] != NOBODY):
                    self._make_ring(one, other)
                elif self.parent[other] == NOBODY:
                    self.parent[other] = one
                    if mate == NOBODY:
                        return other
                    self._reached[mate] = True
                    self._waiting.append(mate)
        return NOBODY

    def _make_ring(self, one: int, other: int) -> None:
        base = self._common_base(one, other)
        in_ring: set[int] = set()
        self._mark(one, base, other, in_ring)
        self._mark(other, base, one, in_ring)
        for player, its_base in enumerate(self._base):
            if its_base in in_ring:
                self._base[player] = base
                if not self._reached[player]:
                    self._reached[player] = True
                    self._waiting.append(player)

    def _common_base(self, one: int, other: int) -> int:
        passed = set()
        while True:
            one = self._base[one]
            passed.add(one)
            if self._mate[one] == NOBODY:
                break
            one = self.parent[self._mate[one]]
        while True:
            other = self._base[other]
            if other in passed:
                return other
            other = self.parent[self._mate[other]]

    def _mark(self, player: int, base: int, child: int, in_ring: set[int]) -> None:
        while self._base[player] != base:
            mate = self._mate[player]
            in_ring |= {self._base[player], self._base[mate]}
            self.parent[player] = child
            child = mate
            player = self.parent[mate]


def first_pairing(count: int, costs: Sequence[Cost]) -> list[tuple[int, int]]:
    """Pair an even number of players, each pair with its higher player (the lower number) first.

    It is the first of all complete pairings in this order: by the first cost, player by player from
    the top: nobody's is lower unless somebody above pays for it. Then by the next one in the same
    way. The last one is that of the higher player for the lower one, and has to tell all apart.
    """
    pairable = Pairable(count, lambda _a, _b: True)
    for cost in costs[:-1]:
        for player in range(count):
            for limit in sorted({_both(cost, player, b) for b in pairable.others[player]}):
                wanted = {b for b in pairable.others[player] if _both(cost, player, b) <= limit}
                if pairable.restrict(player, wanted):
                    break
    paired: set[int] = set()
    found = []
    for player in range(count):
        if player in paired:
            continue
        left = pairable.others[player] - paired
        for other in sorted(left, key=lambda b: costs[-1](player, b)):
            if pairable.restrict(player, {other}):
                break
        pairable.restrict(other, {player})
        paired |= {player, other}
        found.append((player, other))
    return found


def _both(cost: Cost, a: int, b: int) -> int:
    return cost(min(a, b), max(a, b))


def group_bounds(scores: Sequence[int]) -> list[tuple[int, int]]:
    """Return of each player where those of the same score begin, and where they end."""
    edges = [0, *(at for at, (a, b) in enumerate(pairwise(scores), start=1) if a != b)]
    ends = [*edges[1:], len(scores)]
    return (
        [bounds for bounds in zip(edges, ends, strict=True) for _player in range(*bounds)]
        if scores
        else []
    )
