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
``book``          the referee's book: the state of the game and its levers
``lever_play``    the rules of the levers: acts in, rulings out (R4)
``play``          the rules of play: what is decided in, rulings out
``verdict``       the kinds of rulings, and the enumerations in their data
``payloads``      what a ruling says, a type for each verdict
``ruling``        a ruling: its time, its rule and its payload
``fields``        the kinds of fields: how each is written as JSON, and read back
``referee``       adds time to the play: judges each event when it is decided
``lines``         box events as lines of JSON

No text is made here: a ruling is worded where it is shown
(:mod:`boxctl.presentation.sentences.ruling`). May import rules.
"""
