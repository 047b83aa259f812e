"""Puzzles: positions in which one move is clearly the best, drawn from the solver, and their words.

May import what the coach may, and the coach. Knows no Textual.
"""
