"""Players that play by themselves, those of them that people can name, and a match that they play.

It goes through the referee, as the next events of the table. A match that does not end is a fault,
known beforehand or from a stuck box. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from random import Random
from typing import Protocol

from boxctl.odds.match.match_table import MatchTable, table_of
from boxctl.odds.sampling import (
    ORDINARY_ERRORS,
    AtRandom,
    Best,
    FewestTiles,
    HighestFirst,
    Human,
    Policy,
)
from boxctl.odds.table_odds import TableOdds, minds_the_table, odds_at_any_table
from boxctl.odds.the_300.kept_table import Notice, whole_table
from boxctl.odds.the_300.layout import has_table, is_turn_of_the_300, odds_in_table
from boxctl.odds.throws import kinds_of_throws
from boxctl.referee.game import Game
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import THROW_AGAIN, Move, allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers, tile
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.times import START, MatchTime


class Player(Protocol):
    """Chooses how many dice to throw, and which of the allowed moves to make."""

    def choose_dice(self, play: Game) -> int:
        """Return one of the allowed numbers of dice; a throw is awaited."""
        ...

    def choose_move(self, play: Game) -> Move:
        """Return one of the moves that the throw allows, or :data:`THROW_AGAIN`."""
        ...


class PolicyPlayer:
    """Plays by a policy: ``shuts`` for shutting tiles, ``opens`` for opening them (R7.4)."""

    def __init__(self, random: Random, shuts: Policy, opens: Policy | None = None) -> None:
        self._random, self._shuts, self._opens = random, shuts, opens or shuts

    def choose_dice(self, play: Game) -> int:
        """Choose with the chances of the policy."""
        chances = self._policy(play).dice(play.left, play.counts, play.memory)
        return self._random.choices(play.counts, chances)[0]

    def choose_move(self, play: Game) -> Move:
        """Choose with the chances of the policy."""
        answer = play.answer
        assert answer is not None
        choices = [*answer.moves, THROW_AGAIN] if play.may_throw_again else answer.moves
        tiles = [move.tiles for move in choices]
        chances = self._policy(play).moves(answer.to_move, tiles, play.memory)
        return self._random.choices(choices, chances)[0]

    def _policy(self, play: Game) -> Policy:
        return self._opens if play.opens else self._shuts


class SeatedPlayers:
    """Players by seat, as one."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players

    def choose_dice(self, play: Game) -> int:
        """Ask the player of the seat."""
        return self._players[play.seat].choose_dice(play)

    def choose_move(self, play: Game) -> Move:
        """Ask the player of the seat."""
        return self._players[play.seat].choose_move(play)


PolicyAt = Callable[[MatchTable], Policy]
"""Returns how to play the next turn at a table."""


class TableAwarePlayer:
    """Plays each turn by the policy for the table as it then stands."""

    def __init__(self, random: Random, policy_at: PolicyAt) -> None:
        self._random, self._policy_at = random, policy_at

    def choose_dice(self, play: Game) -> int:
        """Choose with the chances of the policy for this table."""
        return play.counts[0] if len(play.counts) == 1 else self._player(play).choose_dice(play)

    def choose_move(self, play: Game) -> Move:
        """Choose with the chances of the policy for this table."""
        return self._player(play).choose_move(play)

    def _player(self, play: Game) -> PolicyPlayer:
        return PolicyPlayer(self._random, self._policy_at(table_of(play.sheet)))


_odds_kept = lru_cache(maxsize=1)(odds_at_any_table)
"""Solves both roles of a duel once, although a player asks for each, and a table once more."""


def _ignore(notice: str) -> None:
    """Ignore a notice."""


@frozen_dataclass
class NamedPlayer:
    """One of :data:`WAYS_TO_PLAY` at a table; ``errors`` (0 to 1) is how often ``human`` errs.

    ``best`` plays alone for the least expected score, against others to win with the table in mind
    (:mod:`boxctl.odds.match.match_aims`), and in ``first_to_shut`` to shut the box. The 300 is
    always played for the score: it has too many positions to solve them for each table. ``human``
    plays like ``best``, with errors. ``notice`` takes a line for people if the table of The 300
    was not kept or was damaged (BX703, BX704); it is called in the thread that solves.
    """

    name: str
    errors: float = ORDINARY_ERRORS
    notice: Notice = field(default=_ignore, compare=False)

    def policy(self, rules: RuleSet, *, opens: bool = False) -> Policy:
        """Return how to play a turn whatever the table; ``opens`` for the opener of a duel.

        Raises :class:`boxctl.rules.faults.RuleFault` (BX701, BX702) where best play cannot be
        solved.
        """
        match self.name:
            case "highest-first":
                return HighestFirst()
            case "fewest-tiles":
                return FewestTiles()
            case "random":
                return AtRandom()
            case _:
                return self.as_played(self._best(rules, opens=opens))

    @property
    def is_solved(self) -> bool:
        """Whether this player plays best, or from it, which has to be solved first."""
        return self.name in ("best", "human")

    def minds_the_table(self, rules: RuleSet) -> bool:
        """Return whether the policy depends on the table: best play for a match won by scores."""
        return self.is_solved and minds_the_table(rules)

    def policy_at(self, rules: RuleSet) -> PolicyAt:
        """Return how to play at each table. Raises as :meth:`policy` does."""
        policy = self.policy(rules)
        if not self.minds_the_table(rules):
            return lambda table: policy
        # How many others there are is known from each table.
        odds = TableOdds(rules, players=2)

        def policy_at(table: MatchTable) -> Policy:
            return policy if len(table.totals) == 1 else self.as_played(Best(odds.at(table)))

        return policy_at

    def player(self, rules: RuleSet, random: Random) -> Player:
        """Return a player for a match by these rules, who chooses with ``random``."""
        if self.minds_the_table(rules):
            return TableAwarePlayer(random, self.policy_at(rules))
        opens = self.policy(rules, opens=True) if rules.match == "duel" else None
        return PolicyPlayer(random, self.policy(rules), opens)

    def as_played(self, best: Policy) -> Policy:
        """Return this player's policy, made from best play."""
        return Human(best, self.errors) if self.name == "human" else best

    def _best(self, rules: RuleSet, *, opens: bool) -> Policy:
        if rules.is_scored and is_turn_of_the_300(rules) and has_table(rules.scoring):
            table = whole_table(rules.scoring, self.notice)
            return Best(odds_in_table(rules, rules.scoring, table))
        return Best(_odds_kept(rules)[opens])


LONGEST_MATCH = 100_000
"""Turns after which a match is taken to be endless."""

SURELY = 20
"""So many endless matches are expected at least: that there is none has a chance below e**-20."""


def endless_match() -> RuleFault:
    """Return the fault of a match that does not end (BX208)."""
    return RuleFault("BX208", tr("a match by these rules does not end"), tr("change one of them"))


def refuse_endless(rules: RuleSet, matches: int) -> None:
    """Raise :class:`RuleFault` (BX208) if some of so many matches surely take too many turns.

    In turns of one throw (R5.3) nothing but the chance of that throw decides when a match ends.
    """
    if rules.match != "first_to_shut":
        return
    try:
        goes_on = 1 - _chance_to_shut_at_once(rules)
    except RuleFault:
        return
    if matches * goes_on**LONGEST_MATCH > SURELY:
        raise endless_match()


def _chance_to_shut_at_once(rules: RuleSet) -> float:
    """Return the greatest chance to shut the box by a throw that counts (R5.4).

    Raises :class:`RuleFault` (BX702) for too many throws to tell.
    """
    chances = [0.0]
    for count in allowed_counts(rules, rules.in_play):
        shuts, counts = 0, 0
        for kind in kinds_of_throws(rules, count):
            shuts += kind.weight if rules.in_play in kind.moves else 0
            counts += kind.weight if kind.moves or not kind.double else 0
        chances.append(shuts / counts if counts else 0.0)
    return max(chances)


@lru_cache(maxsize=4096)
def is_stuck(rules: RuleSet, left: TileSet) -> bool:
    """Return whether nobody can ever move again, with these tiles left to one of the players.

    False where the dice have too many throws to tell.
    """
    others = rules.in_play & ~left if rules.match == "duel" else left
    try:
        return not (_can_move(rules, left) or _can_move(rules, others))
    except RuleFault:
        return False


def _can_move(rules: RuleSet, to_move: TileSet) -> bool:
    return to_move != 0 and any(
        move & to_move == move
        for count in allowed_counts(rules, to_move)
        for move in _all_moves(rules, count)
    )


@lru_cache(maxsize=2)
def _all_moves(rules: RuleSet, count: int) -> frozenset[TileSet]:
    return frozenset(move for kind in kinds_of_throws(rules, count) for move in kind.moves)


SECOND = 1_000_000
"""Microseconds; simulated players take a second for each thing they do."""

LONGEST_TIME = LONGEST_MATCH * SECOND
"""Microseconds after which a match is taken to be endless."""


def next_events(play: Game, chooser: Player, dice: Random, at: MatchTime) -> list[Event]:
    """Return the next events of the players, from ``at`` (microseconds) on; none after the match.

    They make no mistakes with the levers.
    """
    if play.over:
        return []
    if back := play.put_back:
        return _levers(numbers(back.open), at, open=True) + _levers(
            numbers(back.shut), MatchTime(at + SECOND * back.open.bit_count()), open=False
        )
    if play.throw_awaited:
        return _throw(play, chooser, dice, at)
    answer = play.answer
    assert answer is not None
    if answer.move is not None:
        return [Pressed(at, "confirm")]
    move = chooser.choose_move(play)
    if move is THROW_AGAIN:
        return _throw(play, chooser, dice, at)
    to_move = numbers(move.tiles & ~answer.moved)
    return _levers(to_move, at, open=not play.levers & tile(to_move[0]))


def _throw(play: Game, chooser: Player, dice: Random, at: MatchTime) -> list[Event]:
    count = chooser.choose_dice(play)
    sides = range(1, play.rules.dice.sides + 1)
    return [Thrown(at, tuple(dice.choices(sides, k=count)))]


def _levers(tiles: Sequence[int], at: MatchTime, *, open: bool) -> list[Event]:
    return [
        LeverMoved(MatchTime(at + SECOND * place), number, open)
        for place, number in enumerate(tiles)
    ]


def play_match(
    referee: Referee, chooser: Player, dice: Random
) -> Iterator[tuple[Event | None, list[Ruling]]]:
    """Play a match from the first ``ready`` to ``match_over``: yield each event with its rulings.

    The first item has no event. Levers are decided before the table goes on, so the bump time of
    the rules must be under a second. Raises
    :class:`boxctl.rules.faults.RuleFault` (BX208) for a match that does not end.
    """
    yield None, referee.begin()
    at = START
    while events := next_events(referee.play, chooser, dice, at := MatchTime(at + SECOND)):
        if at > LONGEST_TIME:
            raise endless_match()
        for event in events:
            yield event, referee.hear(event)
        at = events[-1].at
        if referee.due is not None:
            yield None, referee.finish()
