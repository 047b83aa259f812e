"""The 300: four dice, two boxes, 2**24 positions. It needs machinery of its own; README.md tells.

May import the rest of odds, and rules. Only layout and turns go without numba.
"""
