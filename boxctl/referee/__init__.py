"""The referee: box events and their times in, rulings out. Pure: no clock, no input or output.

    >>> from boxctl.referee.lines import LeverMoved, Thrown
    >>> from boxctl.referee.referee import Referee
    >>> from boxctl.rules.variants import variant
    >>> referee = Referee(variant("classic"), ["Ann"])
    >>> [each.verdict.value for each in referee.begin()]
    ['ready']
    >>> [each.verdict.value for each in referee.hear(Thrown(0, (3, 4)), line=1)]
    ['throw']
    >>> [each.verdict.value for each in referee.hear(LeverMoved(1_000_000, 7, open=False), line=2)]
    []
    >>> [each.verdict.value for each in referee.finish()]
    ['committed']

The lever's ruling came only when it could not return (R4.7) and no other could join it (R4.11).

``acts``          what waits to be judged: bump time (R4.7), and acts (R4.11)
``turn``          one turn: the throw to be answered and the levers that answer it
``scoresheet``    rounds, totals, who is in, who has won (R7) and who pays whom (R8)
``players``       who sits at the table, and who starts (R7.9)
``game_so_far``   the referee's book: the state of the game and its levers
``lever_game``    the rules of the levers: acts in, rulings out (R4)
``game``          the rules of play: what is decided in, rulings out
``payloads``      the kinds of rulings, and what each says: a type for each verdict
``ruling``        a ruling: its time, its rule and its payload
``fields``        the kinds of fields: how each is written as JSON, and read back
``referee``       adds time to the play: judges each event when it is decided
``lines``         box events as lines of JSON

No text is made here: a ruling is worded where it is shown
(:mod:`boxctl.presentation.sentences.ruling`). May import rules.
"""

from __future__ import annotations

from groundwork.promised_names import promised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.referee.fields import PutBack, in_microseconds, in_seconds
    from boxctl.referee.game_so_far import GameState, game_state
    from boxctl.referee.lines import (
        BadLine,
        Event,
        InputFault,
        InputRefused,
        LeverMoved,
        Pressed,
        Thrown,
        TimePassed,
        read_event,
        write_event,
    )
    from boxctl.referee.payloads import (
        BoxShut,
        Committed,
        Disturbed,
        FirstThrow,
        MatchOver,
        Payload,
        Pending,
        Provisional,
        Ready,
        Refused,
        Restored,
        RoundOver,
        TakenBack,
        ThrowAccepted,
        ThrowAgain,
        TurnOver,
        Verdict,
        VoidThrow,
    )
    from boxctl.referee.referee import EventRefused, Referee
    from boxctl.referee.ruling import Ruling
else:
    __getattr__ = promised(
        {
            "boxctl.referee.game_so_far": ("GameState", "game_state"),
            "boxctl.referee.fields": ("PutBack", "in_microseconds", "in_seconds"),
            "boxctl.referee.lines": (
                "BadLine",
                "Event",
                "InputFault",
                "InputRefused",
                "LeverMoved",
                "Pressed",
                "Thrown",
                "TimePassed",
                "read_event",
                "write_event",
            ),
            "boxctl.referee.payloads": (
                "BoxShut",
                "Committed",
                "Disturbed",
                "FirstThrow",
                "MatchOver",
                "Payload",
                "Pending",
                "Provisional",
                "Ready",
                "Refused",
                "Restored",
                "RoundOver",
                "TakenBack",
                "ThrowAccepted",
                "ThrowAgain",
                "TurnOver",
                "Verdict",
                "VoidThrow",
            ),
            "boxctl.referee.referee": ("EventRefused", "Referee"),
            "boxctl.referee.ruling": ("Ruling",),
        },
    )

__all__ = [
    "BadLine",
    "BoxShut",
    "Committed",
    "Disturbed",
    "Event",
    "EventRefused",
    "FirstThrow",
    "GameState",
    "InputFault",
    "InputRefused",
    "LeverMoved",
    "MatchOver",
    "Payload",
    "Pending",
    "Pressed",
    "Provisional",
    "PutBack",
    "Ready",
    "Referee",
    "Refused",
    "Restored",
    "RoundOver",
    "Ruling",
    "TakenBack",
    "ThrowAccepted",
    "ThrowAgain",
    "Thrown",
    "TimePassed",
    "TurnOver",
    "Verdict",
    "VoidThrow",
    "game_state",
    "in_microseconds",
    "in_seconds",
    "read_event",
    "write_event",
]
