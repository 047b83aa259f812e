"""Money: ``amounts`` as people write and say them, and the ``winnings`` of a match. Pure.

May import rules and the phrases of presentation.
"""
