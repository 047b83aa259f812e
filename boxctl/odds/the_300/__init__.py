"""The 300: four dice, 24 tiles, 2**24 positions in one table. README.md explains all of it.

May import the turn solver, policies and sampling of odds, and rules. Modules whose names end in
``_numba``, ``solver`` and ``vector_rows`` need the extra ``odds``.
"""
