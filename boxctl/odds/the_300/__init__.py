"""The 300: four dice, 24 tiles, 2**24 positions in one table. README.md explains all of it.

May import the turn solver of odds, and rules. ``solver`` and ``vector_rows`` need the extra
``odds``.
"""
