"""What a turn is worth to a round or a match: totals, other scores, ties, rounds to come.

May import the odds of a turn, the score sheet of the referee, and rules.
"""
