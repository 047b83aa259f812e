"""A match as it is seen: the words that go with the view of its table. Pure.

``announcement``  the decisive sentences, one after the other
``turn_log``      a line for each turn
``score_sheet``   the line of each player, and the pool
``turn_standing`` what it would score, and what is to beat
``explanation``   a ruling explained by its own dice and tiles

The table after each ruling is :mod:`boxctl.presentation.table_view`. Screens and pages lay it out,
each in its own way, and fold no rulings themselves. May import
presentation, odds, referee and rules.
"""
