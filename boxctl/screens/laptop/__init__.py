"""A box on a laptop: virtual wood, hands and robots at it, and the program that referees.

May import table, simulation, journal and hardware. Knows no Textual.
"""
