"""The kinds of rulings, and the enumerations in their data."""

from __future__ import annotations

from enum import StrEnum


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
"""What ``boxctl referee`` writes as the verdict if an input line is no event."""


class Action(StrEnum):
    """What the player does with tiles; the opener of a duel opens them (R7.4)."""

    SHUT = "shut"
    OPEN = "open"


class StartOutcome(StrEnum):
    """What a first throw leads to (R7.9): another player's, a throw-off of a tie, or a start."""

    NEXT = "next"
    TIE = "tie"
    STARTS = "starts"


class VoidReason(StrEnum):
    """Why a throw does not count."""

    MATCH_OVER = "match_over"
    BOX_NOT_READY = "box_not_ready"
    PUT_BACK_FIRST = "put_back_first"
    ANSWER_OWED = "answer_owed"
    CONFIRM_FIRST = "confirm_first"
    DICE_COUNT = "dice_count"
    UNREADABLE = "unreadable"


class DisturbanceReason(StrEnum):
    """Why a lever that nothing asked to move must be put back.

    ``NOT_RIGHT_YET``: it was put back, and others are left. ``REFUSED``: the throw does not allow
    the tile just moved, and another lever is disturbed.
    """

    BEFORE_TURN = "before_turn"
    COMMITTED = "committed"
    MAY_NOT_GO_BACK = "may_not_go_back"
    NOT_IN_PLAY = "not_in_play"
    NOT_YOURS = "not_yours"
    THROW_FIRST = "throw_first"
    REFUSED = "refused"
    NOT_RIGHT_YET = "not_right_yet"


class NextStep(StrEnum):
    """How play goes on once everything was put back."""

    THROW = "throw"
    MOVE_STANDS = "move_stands"
    ANSWER = "answer"


class TurnEnd(StrEnum):
    """Why a turn has ended."""

    SHUT = "shut"
    STOP_NUMBER = "stop_number"
    OPENING_LOST = "opening_lost"
    NO_MOVE = "no_move"
    ONE_THROW = "one_throw"
