"""Ways to play a turn as numbers: the move that leaves the state of the highest worth.

Every policy that people can name is of this form: the highest tile first, the fewest tiles, the
least score, the best chance, all of them with errors or without.

:class:`SeatedPolicies` has one for each player of a plan. :class:`TurnTable` is a turn of a rule
set as numbers: every throw, the moves it allows, and its other effects.

Positions are the numbers of tiles still to be moved within a :class:`SubBox`, in which a move is
subtracted as its bits are removed; ``states`` are positions with the memory of the turn
(:mod:`boxctl.odds.turn_states`). Plain and lockstep turns both read this table:
:mod:`boxctl.simulation.turns.turn_policies` and :mod:`boxctl.simulation.turns.lockstep_turns`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import product
from typing import Any, NamedTuple

from boxctl.odds.match.match_aims import AT_A_TABLE, MatchAims
from boxctl.odds.match.match_table import MatchTable
from boxctl.odds.prizes.scored_turn import Prize, ScoredTurn
from boxctl.odds.sampling import (
    HALF,
    HALF_BITS,
    AtRandom,
    Best,
    FewestTiles,
    HighestFirst,
    Human,
    Policy,
    SampledTurns,
    first_state,
    sample_blocks,
    words_of,
)
from boxctl.odds.the_300.layout import WorthsInTable, place_in_table
from boxctl.odds.throws import kinds_of_throws
from boxctl.odds.turn import TurnOdds
from boxctl.odds.turn_states import SubBox, turn_states
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet, is_double, score
from boxctl.rules.tiles import TileSet, numbers, tile, total
from boxctl.rules.variants import variant
from boxctl.simulation.players import NamedPlayer, endless_match
from groundwork.frozen_dataclass import frozen_dataclass

MOST_TILES_LISTED = 14
"""With more tiles in play there is no list of all positions."""

MOST_THROWS = 50_000
"""The most throws of the dice, each order of values counted, that are listed."""


@frozen_dataclass
class AlikeThrows:
    """Throws that are answered alike, whatever is open.

    ``moves`` are all answers on a full box, in the order of the rules. With ``stops`` the throw
    ends the turn (R5.2).
    """

    moves: tuple[int, ...]
    stops: bool
    double: bool


class TurnTable:
    """The turn of a rule set. Read-only. Raises :class:`RuleFault` (BX702) for too many moves.

    ``kinds`` are all kinds of throw. ``throws`` has, for one die where that may be thrown and for
    the full number, the kind of every throw, all of them equally likely. ``opening`` is the tile
    that the first move must shut (R5.1), as a position, or 0. With ``one_throw`` a move ends the
    turn.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.box = SubBox(rules.in_play)
        self.states = turn_states(rules, self.box)
        self.start = self.box.size - 1
        self.small = rules.in_play.bit_count() <= MOST_TILES_LISTED
        self.one_throw = rules.turn_is_one_throw
        opening = rules.opening_tile
        self.opening = 0 if opening is None else self.box.number(tile(opening))
        self.counts = (
            (rules.dice.count,)
            if rules.one_die == "never" or rules.dice.count == 1
            else (1, rules.dice.count)
        )
        found: dict[AlikeThrows, int] = {}
        self.throws: list[array[int]] = [
            array("q", self._kinds_of(count, found)) for count in self.counts
        ]
        self.kinds = list(found)
        self.choices = cache(self._choices)
        self.score = cache(self._score)

    def allowed(self, kind: AlikeThrows, at: int) -> list[int]:
        """Return the moves that such a throw allows in this position, in the order of the rules."""
        needed = self.opening if at == self.start else 0
        return [move for move in kind.moves if move & at == move and move & needed == needed]

    def tiles(self, number: int) -> TileSet:
        """Return the tiles of a position."""
        if self.box.among == self.start:
            return number
        members = numbers(self.box.among)
        return sum(tile(members[place - 1]) for place in numbers(number))

    def _choices(self, number: int) -> tuple[int, ...]:
        """Return which of :attr:`counts` may be thrown in this position, as indexes."""
        allowed = allowed_counts(self.rules, self.tiles(number))
        return tuple(self.counts.index(count) for count in allowed)

    def _score(self, number: int) -> int:
        """Return the score of a turn that leaves this position (R6)."""
        return score(self.rules.scoring, self.tiles(number))

    def _kinds_of(self, count: int, found: dict[AlikeThrows, int]) -> list[int]:
        kinds_of_throws(self.rules, count)  # refuses too many moves

        @cache
        def kind_of(throw: Sequence[int]) -> int:
            stops = sum(throw) == self.rules.stop_number
            answers = () if stops else moves(self.rules, self.rules.in_play, throw)
            numbered = tuple(self.box.number(move.tiles) for move in answers)
            return found.setdefault(AlikeThrows(numbered, stops, is_double(throw)), len(found))

        values = range(1, self.rules.dice.sides + 1)
        return [kind_of(tuple(sorted(throw))) for throw in product(values, repeat=count)]


def can_be_listed(rules: RuleSet) -> bool:
    """Return whether all throws of these dice can be listed."""
    throws: int = rules.dice.sides**rules.dice.count
    return throws <= MOST_THROWS


@cache
def table_of_the_300() -> TurnTable:
    """Return the turn of The 300, with its throws in the order of their totals."""
    table = TurnTable(variant("the-300"))
    by_total = sorted(table.throws[0], key=lambda kind: total(table.kinds[kind].moves[0]))
    table.throws[0] = array("q", by_total)
    return table


WorthOf = Callable[[Any], Any]
"""Returns the worth of the state that a move leads to, or of each of an array of states."""


@frozen_dataclass
class TurnPolicy:
    """A way to play a turn: make the move that leaves the highest worth, the first of equals.

    ``more_dice`` is whether the larger of two allowed numbers of dice is thrown in a state.
    ``errors`` is the chance, in units of 2**-32, of a random choice instead.
    """

    worth_of: WorthOf
    more_dice: Callable[[int], bool]
    errors: int


def turn_policy(table: TurnTable, policy: Policy) -> TurnPolicy:
    """Return a policy in numbers, for the rules of the table.

    Raises :class:`TypeError` for an unknown policy.
    """
    match policy:
        case Human(meant, errors):
            played = turn_policy(table, meant)
            return TurnPolicy(played.worth_of, played.more_dice, round(errors * HALF))
        case AtRandom():
            return TurnPolicy(_highest_first, _fewest_dice, HALF)
        case HighestFirst():
            return TurnPolicy(_highest_first, _fewest_dice, 0)
        case FewestTiles():
            return TurnPolicy(_fewest_tiles(table.start + 1 << table.states.bits), _fewest_dice, 0)
        case Best(odds):
            return TurnPolicy(_worths(table, odds.for_choice), _best_dice(table, policy), 0)
        case _:
            raise TypeError(f"how {policy} plays is not known")


def _fewest_dice(_number: int) -> bool:
    return False


def _highest_first(left: Any) -> Any:
    # The move with the highest tiles, read as bits, leaves the lowest number.
    return -left


def _fewest_tiles(size: int) -> WorthOf:
    def worth_of(left: Any) -> Any:
        return tiles_open(left) * size - left

    return worth_of


def tiles_open(number: Any) -> Any:
    """Return how many bits are set in a number, or in each of an array of them.

    In a position they are the open tiles. States have the bits of the memory besides, but
    these are the same in all states that one throw leads to.
    """
    if isinstance(number, int):
        return number.bit_count()
    import numpy as np

    return np.bitwise_count(number).astype(np.int64)


def _worths(table: TurnTable, odds: TurnOdds) -> WorthOf:
    if isinstance(odds.worths, WorthsInTable):
        return _worths_in_table(odds.worths)
    states = table.states
    worths = [
        odds.worth_left(states.tiles(state), states.memory(state)) for state in range(states.size)
    ]
    return worths.__getitem__


def _worths_in_table(worths: WorthsInTable) -> WorthOf:
    name = worths.aim.name

    def worth_of(left: Any) -> Any:
        if isinstance(left, int):
            return worths[left]
        import numpy as np

        return np.asarray(worths.table)[place_in_table(left, name)]

    return worth_of


def _best_dice(table: TurnTable, best: Best) -> Callable[[int], bool]:
    states = table.states

    def more_dice(state: int) -> bool:
        number = state >> states.bits
        tiles = table.tiles(number)
        counts = tuple(table.counts[place] for place in table.choices(number))
        return best.dice(tiles, counts, states.memory(state))[-1] == 1.0

    return more_dice


PRIZES_KEPT = 4096
"""Tables of which the prizes are kept."""


class SeatedPolicies:
    """The players of a plan by seat.

    ``always`` has, by seat, the policy of a player who plays the same at every table, else None;
    ``opens`` the same for the opener of a duel. ``errors`` is the chance, in units of 2**-32, of a
    random choice of those who mind the table. Raises as :meth:`NamedPlayer.policy` does. Not
    thread-safe.
    """

    def __init__(self, rules: RuleSet, chosen: Sequence[NamedPlayer]) -> None:
        self._rules = rules
        self.table = TurnTable(rules)
        known = {one: self._always(one, opens=False) for one in dict.fromkeys(chosen)}
        self.always = [known[one] for one in chosen]
        self.opens = self.always
        if rules.match == "duel":
            opening = {one: self._always(one, opens=True) for one in known}
            self.opens = [opening[one] for one in chosen]
        self.errors = [round(one.errors * HALF) if one.name == "human" else 0 for one in chosen]
        self._known: dict[MatchTable, Prize] = {}
        if None in self.always:
            self._refuse_unsolvable()

    def _refuse_unsolvable(self) -> None:
        """Solve the turn now, so that its errors come before any match is played."""
        _solved = self.turn

    @cached_property
    def turn(self) -> ScoredTurn:
        """The turn that is played for a prize."""
        return self._aims.turn if self._aims is not None else ScoredTurn(self._rules)

    def prizes(self, tables: Sequence[MatchTable]) -> list[Prize]:
        """Return the prize of the next player at each table, with points as the tie-break.

        Alone, and at a table that cannot be solved, the prize is the least score.
        """
        new = [table for table in dict.fromkeys(tables) if table not in self._known]
        solved = dict(zip(new, self._solved(new), strict=True))
        prizes = [self._known[one] if one in self._known else solved[one] for one in tables]
        if len(self._known) + len(new) > PRIZES_KEPT:
            self._known.clear()
        self._known |= solved
        return prizes

    def _solved(self, tables: Sequence[MatchTable]) -> list[Prize]:
        if self._aims is not None and all(len(table.totals) > 1 for table in tables):
            with suppress(RuleFault):
                return [self.turn.shaded(prize) for prize in self._aims.prizes(tables)]
        return [self._prize(table) for table in tables]

    @cached_property
    def _aims(self) -> MatchAims | None:
        """The aims at the tables; None for one player alone, or where no table can be solved."""
        if len(self.always) == 1:
            return None
        try:
            return MatchAims(self._rules, AT_A_TABLE)
        except RuleFault:
            return None

    def _prize(self, table: MatchTable) -> Prize:
        if len(table.totals) > 1 and self._aims is not None:
            with suppress(RuleFault):
                return self.turn.shaded(self._aims.prizes([table])[0])
        least = {made: -float(made) for made in self.turn.scores}
        return Prize(least, least)

    def _always(self, player: NamedPlayer, *, opens: bool) -> TurnPolicy | None:
        if player.minds_the_table(self._rules):
            return None
        return turn_policy(self.table, player.policy(self._rules, opens=opens))


LONGEST_TURN = 20_000
"""Throws after which a turn is taken to be endless."""


class PlayedTurn(NamedTuple):
    """The end of a turn: the position left, and how many throws it took.

    It was ``shut`` if nothing is left, ``stopped`` if a stop number was thrown (R5.2).
    """

    left: int
    throws: int
    shut: bool
    stopped: bool


def play_turn(table: TurnTable, policy: TurnPolicy, start: int, words: Iterator[int]) -> PlayedTurn:
    """Play a turn from this position.

    Each throw takes a random number from ``words``. A player with errors takes another one before a
    throw with a choice of dice, and one for each error with a move. Raises
    :class:`boxctl.rules.faults.RuleFault` (BX208) for a turn that does not end.
    """
    states = table.states
    state = start << states.bits
    for throws in range(1, LONGEST_TURN):
        at = state >> states.bits
        word = _chosen_dice(table, policy, state, words)
        kinds = table.throws[word.dice]
        kind = table.kinds[kinds[(word.throw >> HALF_BITS) * len(kinds) >> HALF_BITS]]
        if kind.stops:
            return PlayedTurn(at, throws, shut=False, stopped=True)
        then = states.blocked(state)[kind.double]
        if allowed := table.allowed(kind, at):
            played = states.played(state)[kind.double]
            led = [played ^ move << states.bits for move in allowed]
            state = _answered(policy, led, word.throw, words)
            left = state >> states.bits
            if not left or table.one_throw:
                return PlayedTurn(left, throws, shut=not left, stopped=False)
        elif then is None:
            return PlayedTurn(at, throws, shut=False, stopped=False)
        else:
            state = then
    raise endless_match()


def play_blocks_of_the_300(
    policy: Policy, seed: int, first: int, last: int, games: int
) -> SampledTurns:
    """As :func:`boxctl.odds.sampling.play_blocks`; the ends are tile sets.

    Raises :class:`TypeError` for an unknown policy.
    """
    table = table_of_the_300()
    turn = turn_policy(table, policy)

    def play(words: Iterator[int]) -> tuple[int, int]:
        end = play_turn(table, turn, table.start, words)
        return end.left, end.throws

    return sample_blocks(play, seed, first, last, games)


class _DrawnThrow(NamedTuple):
    """The index of the number of dice that is thrown, and the random number of the throw."""

    dice: int
    throw: int


def _chosen_dice(
    table: TurnTable, policy: TurnPolicy, state: int, words: Iterator[int]
) -> _DrawnThrow:
    choices = table.choices(state >> table.states.bits)
    if len(choices) == 1:
        return _DrawnThrow(choices[0], next(words))
    chosen = int(policy.more_dice(state))
    if policy.errors:
        word = next(words)
        if word & HALF - 1 < policy.errors:
            chosen = (word >> HALF_BITS) * len(choices) >> HALF_BITS
    return _DrawnThrow(choices[chosen], next(words))


def _answered(policy: TurnPolicy, led: list[int], word: int, words: Iterator[int]) -> int:
    """Return the state that the player's move leaves, of those that the moves lead to."""
    if word & HALF - 1 < policy.errors:
        return led[(next(words) >> HALF_BITS) * len(led) >> HALF_BITS]
    return max(led, key=policy.worth_of)


class MatchBatch:
    """Matches whose turns are played together, numbered from 0: here one after the other.

    Each match has random numbers of its own, from the seed and its number among all matches. So it
    is the same match in any batch, in any process, with numpy or without.
    """

    def __init__(self, policies: SeatedPolicies, seed: int, first: int, matches: int) -> None:
        self._policies = policies
        self._words = [words_of(first_state(seed, first + at)) for at in range(matches)]

    def word(self, match: int) -> int:
        """Return the next 64-bit random number of this match."""
        return next(self._words[match])

    def play(
        self, policy: TurnPolicy, matches: Sequence[int], starts: Sequence[int]
    ) -> list[PlayedTurn]:
        """Play a turn in each of these matches, from these positions, by the same policy.

        Raises :class:`boxctl.rules.faults.RuleFault` (BX208) for a turn that does not end.
        """
        table = self._policies.table
        return [
            play_turn(table, policy, start, self._words[match])
            for match, start in zip(matches, starts, strict=True)
        ]

    def play_for(
        self, prizes: Sequence[Prize], errors: int, matches: Sequence[int], played: Sequence[int]
    ) -> list[PlayedTurn]:
        """Play a whole turn in each of these matches, best for its prize.

        ``played`` has, for each match, the index of its prize. ``errors`` is the chance of a random
        choice, in units of 2**-32. Raises as :meth:`play` does.
        """
        table, turn = self._policies.table, self._policies.turn
        best = [turn.best_play(prize) for prize in prizes]
        ways = [
            TurnPolicy(one.worths.__getitem__, one.more_dice.__getitem__, errors) for one in best
        ]
        return [
            play_turn(table, ways[prize], table.start, self._words[match])
            for match, prize in zip(matches, played, strict=True)
        ]
