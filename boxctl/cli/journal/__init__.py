"""Commands about a record: list, replay, dispute, correct, verify and sign matches, and its key.

May import audit, journal and what words them; ``web`` imports the pages.
"""
