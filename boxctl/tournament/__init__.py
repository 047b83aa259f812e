"""A tournament: many matches of two, and the table of all of them. Pure: events in, state out.

:mod:`boxctl.tournament.events` has what an organiser does, :mod:`boxctl.tournament.state` folds
it, :mod:`boxctl.tournament.draw` draws the next round from the state and nothing else,
:mod:`boxctl.tournament.bracket` is that of a knockout, and :mod:`boxctl.tournament.standings` makes
the table. So the same events always give the same
pairings and the same table. May import referee and rules. ``match = tournament`` of the rule book
is something else: a way to play a single match.
"""
