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
