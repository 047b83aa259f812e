"""What a ruling says, a type for each verdict: all the data of which its sentence is made.

``contract`` names the fields that ``boxctl referee`` writes, in that order; the others are there
for the sentence alone, and are kept in the journal beside them. A field of one name means the same
in every type: ``throw`` is the throw that is ruled on and ``thrown`` the one that is being
answered, ``tiles`` are those of the contract's table, ``needed`` are levers that must move first.
Dice that do not count may be anything that JSON can hold; all other dice are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from boxctl.referee.put_back import PutBack
from boxctl.referee.verdict import (
    Action,
    DisturbanceReason,
    NextStep,
    StartOutcome,
    TurnEnd,
    Verdict,
    VoidReason,
)
from boxctl.rules.dice import Throw
from boxctl.rules.moves import Move
from boxctl.rules.ruleset import Combine, Stops
from boxctl.rules.tiles import TileSet

Fields = tuple[str, ...]
ByPlayer = dict[str, int]


@dataclass(frozen=True, slots=True)
class Ready:
    """A turn begins with a throw of one of these numbers of dice.

    ``action`` is what the player does with tiles in a duel, None elsewhere.
    """

    verdict: ClassVar = Verdict.READY
    contract: ClassVar[Fields] = ()
    dice_counts: tuple[int, ...]
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class FirstThrow:
    """One die was thrown to see who starts (R7.9).

    ``highest`` is the highest value so far. ``named`` are, as ``outcome`` tells, who throws next,
    who starts, or all who tie and throw again in this order.
    """

    verdict: ClassVar = Verdict.FIRST_THROW
    contract: ClassVar[Fields] = ("throw",)
    throw: Throw
    outcome: StartOutcome
    highest: int
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThrowAccepted:
    """A valid throw that has a move; the move must contain ``opening_tile`` if there is one."""

    verdict: ClassVar = Verdict.THROW
    contract: ClassVar[Fields] = ("throw", "moves")
    throw: Throw
    moves: tuple[Move, ...]
    action: Action
    opening_tile: int | None = None


@dataclass(frozen=True, slots=True)
class ThrowAgain:
    """A throw that cannot be played and does not end the turn."""

    verdict: ClassVar = Verdict.AGAIN
    contract: ClassVar[Fields] = ("throw",)
    throw: Throw


@dataclass(frozen=True, slots=True)
class VoidThrow:
    """A throw that does not count.

    With the reason there is what it needs: ``needed`` for levers that must move first, ``thrown``
    for the throw that is still to be answered, ``dice_counts`` for the numbers of dice that would
    have been right, ``sides`` for the sides of a die of this box.
    """

    verdict: ClassVar = Verdict.VOID
    contract: ClassVar[Fields] = ("throw",)
    throw: tuple[object, ...]
    void_reason: VoidReason
    needed: PutBack | None = None
    thrown: Throw | None = None
    dice_counts: tuple[int, ...] | None = None
    sides: int | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """S (``tiles``) is part of an allowed move, but none itself."""

    verdict: ClassVar = Verdict.PENDING
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: tuple[Move, ...]
    tiles: TileSet
    thrown: Throw


@dataclass(frozen=True, slots=True)
class Provisional:
    """S (``tiles``) is an allowed move and waits; ``moves`` are all that contain it.

    Confirm commits it, and so does the next valid throw (``throw_commits``) and time (``settles``)
    where the rules have it so.
    """

    verdict: ClassVar = Verdict.PROVISIONAL
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: tuple[Move, ...]
    tiles: TileSet
    throw_commits: bool
    settles: bool


@dataclass(frozen=True, slots=True)
class TakenBack:
    """``tile`` was put back; ``tiles`` are what is left of S."""

    verdict: ClassVar = Verdict.TAKEN_BACK
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: tuple[Move, ...]
    tiles: TileSet
    tile: int
    action: Action


@dataclass(frozen=True, slots=True)
class Committed:
    """The move ``tiles`` stands for good as the answer to ``throw``."""

    verdict: ClassVar = Verdict.COMMITTED
    contract: ClassVar[Fields] = ("throw", "tiles")
    throw: Throw
    tiles: TileSet
    action: Action


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why S (``moved``) cannot be part of one move: what was thrown and allowed."""

    contract: ClassVar[Fields] = ()
    moved: TileSet
    thrown: Throw
    allowed: tuple[Move, ...]
    combine: Combine
    opening_tile: int | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """S cannot be part of one allowed move, and levers must be put back.

    Without a ``refusal`` one of several was put back, and others are left.
    """

    verdict: ClassVar = Verdict.REFUSED
    contract: ClassVar[Fields] = ("tiles", "put_back")
    tiles: TileSet
    put_back: PutBack
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Disturbed:
    """A lever stands where nothing asked for it; ``refusal`` goes with the reason REFUSED."""

    verdict: ClassVar = Verdict.DISTURBED
    contract: ClassVar[Fields] = ("tiles", "put_back")
    tiles: TileSet
    put_back: PutBack
    disturbance_reason: DisturbanceReason
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Restored:
    """The last thing to put back was put back.

    ``dice_counts`` goes with the next step THROW, ``thrown`` with ANSWER.
    """

    verdict: ClassVar = Verdict.RESTORED
    contract: ClassVar[Fields] = ()
    next_step: NextStep
    dice_counts: tuple[int, ...] | None = None
    thrown: Throw | None = None


@dataclass(frozen=True, slots=True)
class BoxShut:
    """Nothing is left to be moved: all tiles are down, or up for the opener of a duel."""

    verdict: ClassVar = Verdict.SHUT_THE_BOX
    contract: ClassVar[Fields] = ()
    action: Action


@dataclass(frozen=True, slots=True)
class TurnOver:
    """A turn has ended, by ``throw`` if it was one.

    ``following`` plays next (None where the match is over): with the box as it stands if
    ``takes_box`` (R7.4, R7.5), else once the levers in ``put_back`` are right. ``opening_tile``
    goes with the end OPENING_LOST, ``stops`` (what the stop number ends) with STOP_NUMBER.
    """

    verdict: ClassVar = Verdict.TURN_OVER
    contract: ClassVar[Fields] = ("throw", "put_back", "score")
    put_back: PutBack
    score: int
    turn_end: TurnEnd
    throw: Throw | None = None
    following: str | None = None
    takes_box: bool = False
    opening_tile: int | None = None
    stops: Stops | None = None


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Everyone still in has had a turn.

    ``totals`` count if the rounds are ``added_up``; ``tied`` now play one more turn each.
    """

    verdict: ClassVar = Verdict.ROUND_OVER
    contract: ClassVar[Fields] = ("scores", "totals", "out")
    scores: ByPlayer
    totals: ByPlayer
    out: tuple[str, ...]
    added_up: bool
    tied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match is over. ``payout`` has every player, in minor units of money."""

    verdict: ClassVar = Verdict.MATCH_OVER
    contract: ClassVar[Fields] = ("scores", "winners", "payout")
    scores: ByPlayer
    winners: tuple[str, ...]
    payout: ByPlayer


Payload = (
    Ready
    | FirstThrow
    | ThrowAccepted
    | ThrowAgain
    | VoidThrow
    | Pending
    | Provisional
    | TakenBack
    | Committed
    | Refused
    | Disturbed
    | Restored
    | BoxShut
    | TurnOver
    | RoundOver
    | MatchOver
)
