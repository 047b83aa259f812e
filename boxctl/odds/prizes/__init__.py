"""Turns at whose end every score has a prize of its own, such as a chance to win. Pure.

Imports what turns and throws are worth, below it in this package.
"""
