"""Turns without a referee: in lockstep with numpy, or one by one without it, with the same result.

May import odds, rules and ``plan``.
"""
