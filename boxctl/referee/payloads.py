"""The data of a ruling, a type for each verdict: all that its sentence needs.

Each field is annotated with what is written for it (:mod:`boxctl.referee.fields`): codecs, checks
and tables of the documents come from there. ``contract`` names the fields that ``boxctl referee``
writes, in order; the others serve the sentence and are recorded in the journal beside them.

A field name means the same in every type: ``throw`` is the throw that is ruled on, ``thrown`` the
one that is being answered, ``tiles`` are those of the contract's table, ``needed`` are levers that
must move first. Dice that do not count may be anything that JSON can hold; all other dice are whole
numbers.
"""

# Without annotations as text: each would have to be compiled when its field is looked up.

from enum import StrEnum
from typing import Annotated, Any, ClassVar, get_args

from boxctl.referee.fields import (
    ByPlayer,
    Counts,
    DiceShown,
    FieldKind,
    Moves,
    PutBackTiles,
    ReportedDice,
    Text,
    Texts,
    Tile,
    TileOrTiles,
    Tiles,
    Truth,
    Whole,
    WrittenAs,
    WrongValue,
    fields_of,
    members,
    one_of,
    read_fields,
    text,
    write_fields,
)
from boxctl.referee.scoresheet import TieBreak
from boxctl.rules.ruleset import OpeningLost, Stops
from boxctl.rules.ways import read_ways
from groundwork.frozen_dataclass import frozen_dataclass


class Verdict(StrEnum):
    """The kind of a ruling; the value is the word of the contract."""

    READY = "ready"
    FIRST_THROW = "first_throw"
    THROW = "throw"
    AGAIN = "again"
    VOID = "void"
    PENDING = "pending"
    PROVISIONAL = "provisional"
    TAKEN_BACK = "taken_back"
    COMMITTED = "committed"
    REFUSED = "refused"
    DISTURBED = "disturbed"
    RESTORED = "restored"
    SHUT_THE_BOX = "shut_the_box"
    TURN_OVER = "turn_over"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"


NO_RULING = "error"
"""The verdict that ``boxctl referee`` writes for an input line that is no event."""


class Action(StrEnum):
    """The player's action on tiles; the opener of a duel opens them (R7.4)."""

    SHUT = "shut"
    OPEN = "open"


class StartOutcome(StrEnum):
    """The outcome of a first throw (R7.9): the next player throws, a tie is thrown off, a start."""

    NEXT = "next"
    TIE = "tie"
    STARTS = "starts"


class VoidReason(StrEnum):
    """The reason why a throw does not count."""

    MATCH_OVER = "match_over"
    BOX_NOT_READY = "box_not_ready"
    PUT_BACK_FIRST = "put_back_first"
    ANSWER_OWED = "answer_owed"
    CONFIRM_FIRST = "confirm_first"
    DICE_COUNT = "dice_count"
    UNREADABLE = "unreadable"


class DisturbanceReason(StrEnum):
    """The reason why a lever that nothing asked to move must be put back.

    ``NOT_RIGHT_YET``: it was put back, and others are left. ``REFUSED``: the throw does not allow
    the tile just moved, and another lever is disturbed. ``KNOCKED``: many levers moved at once.
    """

    BEFORE_TURN = "before_turn"
    COMMITTED = "committed"
    MAY_NOT_GO_BACK = "may_not_go_back"
    NOT_IN_PLAY = "not_in_play"
    NOT_YOURS = "not_yours"
    THROW_FIRST = "throw_first"
    REFUSED = "refused"
    NOT_RIGHT_YET = "not_right_yet"
    KNOCKED = "knocked"


class NextStep(StrEnum):
    """The next step of play once everything was put back."""

    THROW = "throw"
    MOVE_STANDS = "move_stands"
    ANSWER = "answer"


class TurnEnd(StrEnum):
    """The reason why a turn has ended."""

    SHUT = "shut"
    STOP_NUMBER = "stop_number"
    OPENING_LOST = "opening_lost"
    NO_MOVE = "no_move"
    ONE_THROW = "one_throw"


Fields = tuple[str, ...]

_Action = Annotated[Action, one_of(*Action)]


@frozen_dataclass
class Ready:
    """A turn begins; ``dice_counts`` are the numbers of dice that may be thrown.

    ``action`` is set in a duel only.
    """

    verdict: ClassVar = Verdict.READY
    contract: ClassVar[Fields] = ()
    dice_counts: Counts
    action: _Action | None = None


@frozen_dataclass
class FirstThrow:
    """One die was thrown to see who starts (R7.9).

    ``highest`` is the highest value so far. ``named`` depends on ``outcome``: who throws next, who
    starts, or all who tie and throw again, in this order.
    """

    verdict: ClassVar = Verdict.FIRST_THROW
    contract: ClassVar[Fields] = ("throw",)
    throw: DiceShown
    outcome: Annotated[StartOutcome, one_of(*StartOutcome)]
    highest: Whole
    named: Texts


@frozen_dataclass
class ThrowAccepted:
    """A valid throw that has a move; the move must contain ``opening_tile`` if there is one.

    ``markers`` are those the player has now, set where doubles bank them (R5.6). ``may_rethrow``
    is set for a double that may be thrown again (R5.7).
    """

    verdict: ClassVar = Verdict.THROW
    contract: ClassVar[Fields] = ("throw", "moves")
    throw: DiceShown
    moves: Moves
    action: _Action
    opening_tile: Tile | None = None
    markers: Whole | None = None
    may_rethrow: Truth | None = None


@frozen_dataclass
class ThrowAgain:
    """A throw that cannot be played and does not end the turn.

    It is a double (R5.4), or the throw after one that was played (R5.5); or it has cost a marker,
    and ``markers`` are left (R5.6). One that is ``replaced`` is a double that could be played, and
    has been thrown again (R5.7).
    """

    verdict: ClassVar = Verdict.AGAIN
    contract: ClassVar[Fields] = ("throw", "markers")
    throw: DiceShown
    markers: Whole | None = None
    replaced: Truth | None = None


@frozen_dataclass
class VoidThrow:
    """A throw that does not count.

    Each reason has its data: ``needed`` are levers that must move first, ``thrown`` is the throw
    still to be answered, ``dice_counts`` are the numbers of dice allowed, ``sides`` are the sides
    of a die of this box.
    """

    verdict: ClassVar = Verdict.VOID
    contract: ClassVar[Fields] = ("throw",)
    throw: ReportedDice
    void_reason: Annotated[VoidReason, one_of(*VoidReason)]
    needed: PutBackTiles | None = None
    thrown: DiceShown | None = None
    dice_counts: Counts | None = None
    sides: Whole | None = None


@frozen_dataclass
class Pending:
    """S (``tiles``) is part of an allowed move, but not one itself."""

    verdict: ClassVar = Verdict.PENDING
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: Moves
    tiles: Tiles
    thrown: DiceShown


@frozen_dataclass
class Provisional:
    """S (``tiles``) is an allowed move and waits; ``moves`` are all that contain it.

    Confirm commits it; so does the next valid throw if ``throw_commits``, and time if ``settles``.
    """

    verdict: ClassVar = Verdict.PROVISIONAL
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: Moves
    tiles: Tiles
    throw_commits: Truth
    settles: Truth


@frozen_dataclass
class TakenBack:
    """The tiles in ``back`` were put back; ``tiles`` are what is left of S.

    ``may_rethrow`` is set for a double that may be thrown again now (R5.7).
    """

    verdict: ClassVar = Verdict.TAKEN_BACK
    contract: ClassVar[Fields] = ("moves", "tiles")
    moves: Moves
    tiles: Tiles
    back: Annotated[TileOrTiles, WrittenAs("tile")]
    action: _Action
    may_rethrow: Truth | None = None


@frozen_dataclass
class Committed:
    """The move ``tiles`` is final as the answer to ``throw``."""

    verdict: ClassVar = Verdict.COMMITTED
    contract: ClassVar[Fields] = ("throw", "tiles")
    throw: DiceShown
    tiles: Tiles
    action: _Action


def _read_combine(value: Any) -> str:
    if (combine := text(value)) != read_ways(combine).combine:
        raise WrongValue(combine)
    return combine


@frozen_dataclass
class Refusal:
    """The data of a refused S (``moved``): the throw, and the moves that it allows."""

    contract: ClassVar[Fields] = ()
    moved: Tiles
    thrown: DiceShown
    allowed: Moves
    combine: Annotated[str, FieldKind("ways", _read_combine)]
    opening_tile: Tile | None = None


def _read_refusal(value: Any) -> Refusal:
    return Refusal(**read_fields(members(value), fields_of(Refusal), null_is_missing=True))


_Refusal = Annotated[
    Refusal,
    FieldKind("refusal", _read_refusal, lambda refusal: write_fields(refusal, fields_of(Refusal))),
]


@frozen_dataclass
class Refused:
    """S is part of no allowed move, and levers must be put back.

    ``refusal`` is None if one of several levers was put back and others are left.
    """

    verdict: ClassVar = Verdict.REFUSED
    contract: ClassVar[Fields] = ("tiles", "put_back")
    tiles: Tiles
    put_back: PutBackTiles
    refusal: _Refusal | None = None


@frozen_dataclass
class Disturbed:
    """Levers stand where nothing asked for them; ``refusal`` goes with the reason REFUSED."""

    verdict: ClassVar = Verdict.DISTURBED
    contract: ClassVar[Fields] = ("tiles", "put_back")
    tiles: Tiles
    put_back: PutBackTiles
    disturbance_reason: Annotated[DisturbanceReason, one_of(*DisturbanceReason)]
    refusal: _Refusal | None = None


@frozen_dataclass
class Restored:
    """The last thing to put back was put back.

    ``dice_counts`` goes with the next step THROW, ``thrown`` with ANSWER. ``may_rethrow`` is set
    for a double that may be thrown again now (R5.7).
    """

    verdict: ClassVar = Verdict.RESTORED
    contract: ClassVar[Fields] = ()
    next_step: Annotated[NextStep, one_of(*NextStep)]
    dice_counts: Counts | None = None
    thrown: DiceShown | None = None
    may_rethrow: Truth | None = None


@frozen_dataclass
class BoxShut:
    """No tile is left to be moved: all are down, or up for the opener of a duel."""

    verdict: ClassVar = Verdict.SHUT_THE_BOX
    contract: ClassVar[Fields] = ()
    action: _Action


@frozen_dataclass
class TurnOver:
    """A turn has ended, by ``throw`` if a throw ended it.

    ``following`` plays next (None if the match is over): with the box as it stands if
    ``takes_box`` (R7.4, R7.5), else once the levers in ``put_back`` are right. ``opening_tile``
    and ``opening_lost`` (what is lost without it) are set for OPENING_LOST, ``stops`` (what the
    stop number ends) for STOP_NUMBER. ``is_out`` is whether the player is out at once (R7.3).
    ``tied`` play one more turn each, where the match has ended in mid-round (R7.2). ``handicap`` is
    what is added to the score (R7.16), None for nothing.
    """

    verdict: ClassVar = Verdict.TURN_OVER
    contract: ClassVar[Fields] = ("throw", "put_back", "score")
    put_back: PutBackTiles
    score: Whole
    turn_end: Annotated[TurnEnd, one_of(*TurnEnd)]
    throw: DiceShown | None = None
    following: Text | None = None
    takes_box: Truth = False
    opening_tile: Tile | None = None
    opening_lost: Annotated[OpeningLost, one_of(*get_args(OpeningLost))] | None = None
    stops: Annotated[Stops, one_of(*get_args(Stops))] | None = None
    is_out: Truth = False
    tied: Texts | None = None
    handicap: Whole | None = None


@frozen_dataclass
class RoundOver:
    """A round is over: everyone still in has had a turn, or a shut box has won it (R7.13).

    ``totals`` count if rounds are ``added_up``; those who ``tied`` play one more turn each.
    ``wins`` are the rounds that everybody has won, of ``wins_needed``, where rounds are won, and
    ``tie_break`` is what has decided a tie for this one (R7.8), None for nothing.
    """

    verdict: ClassVar = Verdict.ROUND_OVER
    contract: ClassVar[Fields] = ("scores", "totals", "out", "wins")
    scores: ByPlayer
    totals: ByPlayer
    out: Texts
    added_up: Truth
    tied: Texts = ()
    wins: ByPlayer | None = None
    wins_needed: Whole | None = None
    tie_break: Annotated[TieBreak, one_of(*get_args(TieBreak))] | None = None


@frozen_dataclass
class MatchOver:
    """The match is over. ``payout`` has every player, in minor units of ``currency``.

    ``handicap`` has those who have one (R7.16), which their scores include; None for nobody.

    ``stake`` is what each put into the pool, None for nothing; earlier journals do not have it.
    ``tie_break`` is what has decided a tie (R7.8), None for nothing.
    """

    verdict: ClassVar = Verdict.MATCH_OVER
    contract: ClassVar[Fields] = ("scores", "winners", "payout", "handicap")
    scores: ByPlayer
    winners: Texts
    payout: ByPlayer
    handicap: ByPlayer | None = None
    stake: Whole | None = None
    currency: Text | None = None
    tie_break: Annotated[TieBreak, one_of(*get_args(TieBreak))] | None = None

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
