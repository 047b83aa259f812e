"""Turns without a referee: in plain Python, in lockstep with numpy, or compiled with numba.

The same random numbers give the same turns. Those of a chain in plain Python are in
:mod:`boxctl.odds.sampling`.

May import odds, rules and ``plan``.
"""
