"""The pages about recorded matches: lists, replays, what a ruling rests on, records to take home.

May import audit, odds, journal, presentation and the other parts of web.
"""
