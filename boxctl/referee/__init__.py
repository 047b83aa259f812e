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
``pending_events``  events that wait to be judged: bump time and order
``turn``          one turn: the throw that is owed an answer and the levers that answer it
``judging``       how levers stand against what a throw allows (R4)
``scoresheet``    rounds, totals, who is in and who has won (R7)
``first_throws``  who starts (R7.9)
``stakes``        who pays whom (R8)
``players``       who sits at the table
``book``          the referee's book: how the game and its levers stand
``game_state``    the same as data, for someone who comes to the table anew
``play``          what happens at the table: decided events in, rulings out
``verdict``       the kinds of rulings, and the choices of which their data are made
``payloads``      what a ruling says, a type for each verdict
``doubt``         why a table does not rely on a ruling
``ruling``        a ruling: when, by which rule, and its payload
``ruling_data``   rulings as data that JSON can hold, and back
``referee``       the time around it: one event after another, each when it is decided
``lines``         box events as lines of JSON
``input_faults``  why a line or an event is refused

No text is made here: the sentence of a ruling is made where it is shown
(:mod:`boxctl.presentation.sentences`). May import rules.
"""
