"""The data of a ruling, a type for each verdict: all that its sentence needs.

``contract`` names the fields that ``boxctl referee`` writes, in order. The others serve the
sentence and are recorded in the journal beside them. A field name means the same in every type:
``throw`` is the throw that is ruled on, ``thrown`` the one that is being answered, ``tiles`` are
those of the contract's table, ``needed`` are levers that must move first. Dice that do not count
may be anything that JSON can hold; all other dice are whole numbers.
"""

from __future__ import annotations

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
from boxctl.rules.ruleset import Combine, OpeningLost, Stops
from boxctl.rules.tiles import TileSet
from groundwork.frozen_dataclass import frozen_dataclass

Fields = tuple[str, ...]
ByPlayer = dict[str, int]


@frozen_dataclass
class Ready:
    """A turn begins; ``dice_counts`` are the numbers of dice that may be thrown.

    ``action`` is set in a duel only.
    """

    verdict: ClassVar = Verdict.READY
    contract: ClassVar[Fields] = ()
    dice_counts: tuple[int, ...]
    action: Action | None = None


@frozen_dataclass
class FirstThrow:
    """One die was thrown to see who starts (R7.9).

    ``highest`` is the highest value so far. ``named`` depends on ``outcome``: who throws next, who
    starts, or all who tie and throw again, in this order.
    """

    verdict: ClassVar = Verdict.FIRST_THROW
    contract: ClassVar[Fields] = ("throw",)
    throw: Throw
    outcome: StartOutcome
    highest: int
    named: tuple[str, ...]


@frozen_dataclass
class ThrowAccepted:
    """A valid throw that has a move; the move must contain ``opening_tile`` if there is one.

    ``markers`` are those the player has now, set where doubles bank them (R5.6).
    """

    verdict: ClassVar = Verdict.THROW
    contract: ClassVar[Fields] = ("throw", "moves")
    throw: Throw
    moves: tuple[Move, ...]
    action: Action
    opening_tile: int | None = None
    markers: int | None = None


@frozen_dataclass
class ThrowAgain:
    """A throw that cannot be played and does not end the turn.

    It is a double (R5.4), or the throw after one that was played (R5.5); or it has cost a marker,
    and ``markers`` are left (R5.6).
    """

    verdict: ClassVar = Verdict.AGAIN
    contract: ClassVar[Fields] = ("throw", "markers")
    throw: Throw
    markers: int | None = None


@frozen_dataclass
class VoidThrow:
    """A throw that does not count.

    Each reason has its data: ``needed`` are levers that must move first, ``thrown`` is the throw
    still to be answered, ``dice_counts`` are the numbers of dice allowed, ``sides`` are the sides
    of a die of this box.
    """

    verdict: ClassVar = Verdict.VOID
    contract: ClassVar[Fields] = ("throw",)
    throw: tuple[object, ...]
    void_reason: VoidReason
    needed: PutBack | None = None
    thrown: Throw | None = None
    dice_counts: tuple[int, ...] | None = None
    sides: int | None = None


@frozen_dataclass
class Pending:
    """S (``tiles``) is part of an allowed move, but not one itself."""

    verdict: ClassVar = Verdict.PENDING
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: tuple[Move, ...]
    tiles: TileSet
    thrown: Throw


@frozen_dataclass
class Provisional:
    """S (``tiles``) is an allowed move and waits; ``moves`` are all that contain it.

    Confirm commits it; so does the next valid throw if ``throw_commits``, and time if ``settles``.
    """

    verdict: ClassVar = Verdict.PROVISIONAL
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: tuple[Move, ...]
    tiles: TileSet
    throw_commits: bool
    settles: bool


@frozen_dataclass
class TakenBack:
    """The tiles in ``back`` were put back; ``tiles`` are what is left of S."""

    verdict: ClassVar = Verdict.TAKEN_BACK
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: tuple[Move, ...]
    tiles: TileSet
    back: TileSet
    action: Action


@frozen_dataclass
class Committed:
    """The move ``tiles`` is final as the answer to ``throw``."""

    verdict: ClassVar = Verdict.COMMITTED
    contract: ClassVar[Fields] = ("throw", "tiles")
    throw: Throw
    tiles: TileSet
    action: Action


@frozen_dataclass
class Refusal:
    """The data of a refused S (``moved``): the throw, and the moves that it allows."""

    contract: ClassVar[Fields] = ()
    moved: TileSet
    thrown: Throw
    allowed: tuple[Move, ...]
    combine: Combine
    opening_tile: int | None = None


@frozen_dataclass
class Refused:
    """S is part of no allowed move, and levers must be put back.

    ``refusal`` is None if one of several levers was put back and others are left.
    """

    verdict: ClassVar = Verdict.REFUSED
    contract: ClassVar[Fields] = ("tiles", "put_back")
    tiles: TileSet
    put_back: PutBack
    refusal: Refusal | None = None


@frozen_dataclass
class Disturbed:
    """Levers stand where nothing asked for them; ``refusal`` goes with the reason REFUSED."""

    verdict: ClassVar = Verdict.DISTURBED
    contract: ClassVar[Fields] = ("tiles", "put_back")
    tiles: TileSet
    put_back: PutBack
    disturbance_reason: DisturbanceReason
    refusal: Refusal | None = None


@frozen_dataclass
class Restored:
    """The last thing to put back was put back.

    ``dice_counts`` goes with the next step THROW, ``thrown`` with ANSWER.
    """

    verdict: ClassVar = Verdict.RESTORED
    contract: ClassVar[Fields] = ()
    next_step: NextStep
    dice_counts: tuple[int, ...] | None = None
    thrown: Throw | None = None


@frozen_dataclass
class BoxShut:
    """No tile is left to be moved: all are down, or up for the opener of a duel."""

    verdict: ClassVar = Verdict.SHUT_THE_BOX
    contract: ClassVar[Fields] = ()
    action: Action


@frozen_dataclass
class TurnOver:
    """A turn has ended, by ``throw`` if a throw ended it.

    ``following`` plays next (None if the match is over): with the box as it stands if
    ``takes_box`` (R7.4, R7.5), else once the levers in ``put_back`` are right. ``opening_tile``
    and ``opening_lost`` (what is lost without it) are set for OPENING_LOST, ``stops`` (what the
    stop number ends) for STOP_NUMBER. ``is_out`` is whether the player is out at once (R7.3).
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
    opening_lost: OpeningLost | None = None
    stops: Stops | None = None
    is_out: bool = False


@frozen_dataclass
class RoundOver:
    """Everyone still in has had a turn.

    ``totals`` count if rounds are ``added_up``; those who ``tied`` play one more turn each.
    """

    verdict: ClassVar = Verdict.ROUND_OVER
    contract: ClassVar[Fields] = ("scores", "totals", "out")
    scores: ByPlayer
    totals: ByPlayer
    out: tuple[str, ...]
    added_up: bool
    tied: tuple[str, ...] = ()


@frozen_dataclass
class MatchOver:
    """The match is over. ``payout`` has every player, in minor units of ``currency``.

    ``stake`` is what each put into the pool, None for nothing; earlier journals do not have it.
    """

    verdict: ClassVar = Verdict.MATCH_OVER
    contract: ClassVar[Fields] = ("scores", "winners", "payout")
    scores: ByPlayer
    winners: tuple[str, ...]
    payout: ByPlayer
    stake: int | None = None
    currency: str | None = None

    @property
    def doubled(self) -> bool:
        """Whether each of the others pays the winner the stake twice (R8.2)."""
        others = len(self.payout) - 1
        taken = max(self.payout.values(), default=0)
        return self.stake is not None and others > 0 and taken == 2 * self.stake * others


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
