"""Questions to a record: what happened, why it was ruled, whether the record is genuine.

May import presentation, journal, odds, referee and rules.
"""
