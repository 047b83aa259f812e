"""Split the result of each turn into luck and skill, throw by throw.

Luck is the value after a throw minus the value of throwing so many dice. Skill is the value of the
choice made minus that of the best one, so 0 or less. Over a turn, the expectation at its start plus
luck and skill is the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from boxctl.odds.throws import likely_throws
from boxctl.odds.turn import TurnOdds
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import ContractRuling, Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import THROW_AGAIN, allowed_counts, moves
from boxctl.rules.ruleset import RuleSet, Throw, is_double
from boxctl.rules.tiles import NO_TILES, TileSet, write_tiles
from boxctl.rules.turn_memory import FRESH, TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

OddsOf = Callable[[int, bool], TurnOdds]
"""Returns the odds of a turn, given its number from 0 on and whether its player opens (R7.4)."""


@frozen_dataclass
class RulingExcerpt:
    """The part of a ruling that a post-mortem needs; ``open`` are the tiles open after it."""

    verdict: str
    player: str
    open: TileSet
    throw: Throw | None = None
    tiles: TileSet | None = None


def excerpt_of(ruling: Ruling | ContractRuling) -> RulingExcerpt:
    """Return the part of a ruling that a post-mortem needs."""
    read = ruling.contract
    # Only a throw that does not count has anything but whole numbers, and it is passed over.
    throw: Throw | None = read.throw  # type: ignore[assignment]
    return RulingExcerpt(read.verdict, read.player, read.open, throw, read.tiles)


@frozen_dataclass
class AnalysedThrow:
    """One throw and its answer, in worths: higher is better for the player.

    ``before`` is the worth before the throw, ``after`` the worth after the answer; ``best`` is the
    best move and ``moved`` the one made, both None if the throw could not be played; no tiles stand
    for throwing a double again instead (R5.7). ``after = before + luck - dice_loss - move_loss``.
    ``moves`` is how many choices there were, ``at_stake`` what the second best of them would have
    lost, and ``memory`` what the turn remembered before the throw.
    """

    player: str
    to_move: TileSet
    throw: Throw
    best: TileSet | None
    moved: TileSet | None
    before: float
    luck: float
    dice_loss: float
    move_loss: float
    after: float
    moves: int = 0
    at_stake: float = 0.0
    memory: TurnMemory = FRESH

    @property
    def skill(self) -> float:
        """The worth that the decisions lost against the best ones: 0 or less."""
        return -self.dice_loss - self.move_loss


@frozen_dataclass
class AnalysedTurn:
    """A turn, throw by throw: ``expected + luck + skill == result``, in worths."""

    player: str
    expected: float
    result: float
    steps: tuple[AnalysedThrow, ...]

    @property
    def luck(self) -> float:
        """The sum of the luck of all throws."""
        return sum(step.luck for step in self.steps)

    @property
    def skill(self) -> float:
        """The sum of the skill of all decisions: 0 or less."""
        return sum(step.skill for step in self.steps)


def post_mortem(rulings: Iterable[RulingExcerpt], odds_of: OddsOf) -> tuple[AnalysedTurn, ...]:
    """Analyse every turn that was begun, in order; the last one may not have ended.

    Raises :class:`RuleFault` (BX706) for rulings that these rules cannot have led to.
    """
    reading = _Reading(odds_of)
    for ruling in rulings:
        reading.read(ruling)
    reading.end_turn()
    return tuple(reading.turns)


def turning_point(turns: Iterable[AnalysedTurn]) -> AnalysedThrow | None:
    """Return the throw that, with its answer, changed the worth most."""
    steps = [step for turn in turns for step in turn.steps]
    return max(steps, key=lambda step: abs(step.after - step.before), default=None)


class _Reading:
    def __init__(self, odds_of: OddsOf) -> None:
        self.turns: list[AnalysedTurn] = []
        self._odds_of = odds_of
        self._first: str | None = None
        self._player: str | None = None
        self._number = -1
        self._to_move: TileSet = NO_TILES
        self._memory = FRESH
        self._throw: Throw | None = None
        self._expected = 0.0
        self._steps: list[AnalysedThrow] = []

    def read(self, ruling: RulingExcerpt) -> None:
        match ruling.verdict:
            case Verdict.READY:
                self._begin(ruling)
            case Verdict.THROW:
                self._throw = ruling.throw
            case Verdict.AGAIN if ruling.throw is not None:
                self._step(ruling.throw, None)
            case Verdict.COMMITTED if self._throw is not None and ruling.tiles is not None:
                self._step(self._throw, ruling.tiles)
                self._throw = None
            case Verdict.TURN_OVER:
                if ruling.throw is not None:
                    self._step(ruling.throw, None)
                self.end_turn()

    def _begin(self, ruling: RulingExcerpt) -> None:
        self.end_turn()
        self._first = self._first or ruling.player
        self._player = ruling.player
        self._number += 1
        rules = self._odds.rules
        closed = rules.in_play & ~ruling.open
        self._to_move = closed if self._opens else rules.in_play & ruling.open
        self._memory = FRESH
        self._expected = self._worth_of_position()
        self._steps, self._throw = [], None

    @property
    def _opens(self) -> bool:
        rules = self._odds_of(self._number, False).rules
        return rules.match == "duel" and self._player != self._first

    @property
    def _odds(self) -> TurnOdds:
        return self._odds_of(self._number, self._opens)

    def _worth_of_position(self) -> float:
        if not self._to_move:
            # With nothing to move yet, the player passes the box back whatever the dice show.
            other = self._odds_of(self._number, not self._opens)
            return 1 - other.worth(other.rules.in_play)
        return self._odds.worth(self._to_move, self._memory)

    def _step(self, throw: Throw, tiles: TileSet | None) -> None:
        if self._player is None:
            raise not_of_these_rules(tr("{dice} before a turn has begun", dice=_dice(throw)))
        before = self._worth_of_position()
        if self._to_move:
            at = TurnPosition(self._player, self._to_move, self._memory)
            step = _judged(self._odds, at, before, throw, tiles)
            self._memory = _memory_after(self._odds, at, throw, played=tiles is not None)
        else:
            step = AnalysedThrow(
                self._player, NO_TILES, throw, None, None, before, 0.0, 0.0, 0.0, before
            )
        self._to_move &= ~(tiles or NO_TILES)
        self._steps.append(step)

    def end_turn(self) -> None:
        """Close the turn that has begun, if any."""
        if self._player is None:
            return
        result = self._steps[-1].after if self._steps else self._expected
        self.turns.append(AnalysedTurn(self._player, self._expected, result, tuple(self._steps)))
        self._player = None


@frozen_dataclass
class TurnPosition:
    """The position of a turn before a throw; ``memory`` is what the turn remembers."""

    player: str
    to_move: TileSet
    memory: TurnMemory


def _memory_after(odds: TurnOdds, at: TurnPosition, throw: Throw, *, played: bool) -> TurnMemory:
    """Return the memory once the throw is played, or cannot be."""
    state, double = odds.states.number(at.to_move, at.memory), is_double(throw)
    then = odds.states.played(state)[double] if played else odds.states.blocked(state)[double]
    return FRESH if then is None else odds.states.memory(then)


def _judged(
    odds: TurnOdds, at: TurnPosition, before: float, throw: Throw, moved: TileSet | None
) -> AnalysedThrow:
    to_move = at.to_move
    by_dice = odds.by_dice(to_move, at.memory)
    if len(throw) not in by_dice:
        raise not_of_these_rules(
            tr("{dice} with {tiles} to be moved", dice=_dice(throw), tiles=write_tiles(to_move))
        )
    worth = odds.aim.from_shown
    answer = odds.after_throw(to_move, throw, at.memory)
    choices = answer.choices
    losses = {choice.move.tiles: choice.loss for choice in choices}
    if moved is None and answer.again is not None:
        moved = THROW_AGAIN.tiles
    if moved not in losses and (moved is not None or losses):
        tiles = tr("nothing") if moved is None else write_tiles(moved)
        raise not_of_these_rules(
            tr(
                "{tiles} moved for {dice} with {to_move} to be moved",
                tiles=tiles,
                dice=_dice(throw),
                to_move=write_tiles(to_move),
            )
        )
    thrown, move_loss = worth(answer.value), 0.0 if moved is None else losses[moved]
    # Compare with the best number of dice, not with the position: their last bits differ.
    dice_loss = max(map(worth, by_dice.values())) - worth(by_dice[len(throw)])
    return AnalysedThrow(
        at.player,
        to_move,
        throw,
        best=next(iter(losses), None),
        moved=moved,
        before=before,
        luck=thrown - (before - dice_loss),
        dice_loss=dice_loss,
        move_loss=move_loss,
        after=thrown - move_loss,
        moves=len(losses),
        at_stake=choices[1].loss if len(choices) > 1 else 0.0,
        memory=at.memory,
    )


def _dice(throw: Throw) -> str:
    return tr("throw {dice}", dice=" ".join(map(str, throw)))


def not_of_these_rules(what: str) -> RuleFault:
    """Return the fault of rulings that these rules cannot have led to."""
    return RuleFault("BX706", tr("the match was not played by these rules: {what}", what=what))


MOST_THROWS = 10_000
"""The most throws, each order of the dice counted, that are looked at."""


@frozen_dataclass
class ThrowsThatPlay:
    """Of so many equally likely throws (``of``) these many have a move."""

    throws: int
    of: int

    @property
    def part(self) -> float:
        """The chance that the throw plays, from 0 to 1."""
        return self.throws / self.of


@frozen_dataclass
class Prospects:
    """The prospects of a player who has ``left`` tiles still to be moved, and a throw to come.

    ``dice`` is how many it is best to throw. ``plays`` is None where the next throw is not this
    turn's, or where there are too many to look at. ``shut`` is the chance to move the last tile in
    this turn, ``points`` the least expected score, where they are known. ``again`` says that a
    double is thrown again for it (R5.7).
    """

    left: TileSet
    dice: int
    plays: ThrowsThatPlay | None
    shut: float | None
    points: float | None
    again: bool = False


def throws_that_play(rules: RuleSet, left: TileSet, count: int) -> ThrowsThatPlay | None:
    """Return how many throws of so many dice have a move with these tiles still to be moved."""
    every: int = rules.dice.sides**count
    if every > MOST_THROWS:
        return None
    opening = left == rules.in_play
    played = sum(
        round(likely.chance * every)
        for likely in likely_throws(rules, count)
        if sum(likely.throw) != rules.stop_number
        and moves(rules, left, likely.throw, opening=opening)
    )
    return ThrowsThatPlay(played, every)


def prospects(
    odds: TurnOdds,
    left: TileSet,
    memory: TurnMemory = FRESH,
    shut: TurnOdds | None = None,
    points: TurnOdds | None = None,
    count: int | None = None,
    *,
    again: bool = False,
) -> Prospects:
    """Return the prospects of a player who plays by ``odds`` and whose turn remembers this.

    ``shut`` and ``points`` are the odds with these aims, where they are known. With ``count`` the
    player throws so many dice, and ``again`` says that a double is thrown again (R5.7); otherwise a
    move has left these tiles.
    """
    rules = odds.rules
    if count is not None:
        shuts, comes_to = (
            None if one is None else one.by_dice(left, memory)[count] for one in (shut, points)
        )
        return Prospects(left, count, throws_that_play(rules, left, count), shuts, comes_to)
    ends = left == NO_TILES or (rules.turn_is_one_throw and not again)
    counts = allowed_counts(rules, left)
    dice = counts[0] if ends or len(counts) == 1 else odds.best_dice(left, counts, memory)

    def worth(one: TurnOdds) -> float:
        return one.worth(left, memory) if again else one.worth_left(left, memory)

    shuts, comes_to = (None if one is None else one.aim.shown(worth(one)) for one in (shut, points))
    plays = None if ends else throws_that_play(rules, left, dice)
    return Prospects(left, dice, plays, shuts, comes_to, again)
