"""The referee: box events and their times in, rulings out. Pure: no clock, no input or output.

    >>> from boxctl.referee.events import LeverMoved, Thrown
    >>> from boxctl.referee.referee import Referee
    >>> from boxctl.rules.variants import variant
    >>> referee = Referee(variant("classic"), ["Ann"])
    >>> [ruling.verdict for ruling in referee.begin()]
    ['ready']
    >>> [ruling.verdict for ruling in referee.hear(Thrown(0, (3, 4)), line=1)]
    ['throw']
    >>> [ruling.verdict for ruling in referee.hear(LeverMoved(1_000_000, 7, open=False), line=2)]
    []
    >>> [ruling.verdict for ruling in referee.finish()]
    ['committed']

The lever's ruling came only when the bump time had passed without its return (R4.7).

``events``        what can happen on a box, each with its time in microseconds
``waiting``       what has been heard and is not yet decided: bump time and order
``turn``          one turn: the throw that is owed an answer and the levers that answer it
``judging``       how levers stand against what a throw allows (R4)
``scoresheet``    rounds, totals, who is in and who has won (R7)
``first_throws``  who starts (R7.9)
``stakes``        who pays whom (R8)
``players``       who sits at the table
``book``          the referee's book: how the game and its levers stand
``play``          what happens at the table: decided events in, rulings out
``ruling``        what was ruled
``sentences``     the words for it
``referee``       the time around it: one event after another, each when it is decided
``lines``         the same as lines of JSON, as ``boxctl referee`` reads and writes them
"""
