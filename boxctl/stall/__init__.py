"""A stall: so much a go, and prizes. Pure.

:mod:`boxctl.stall.events` has what a go costs and what can be won, :mod:`boxctl.stall.payout` what
that comes to on a day, given how often the box is shut. May import referee and rules.
"""
