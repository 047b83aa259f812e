"""Chains that people tell, a tournament and a day of a stall: their results, and whether they hold.

Imports what a match of a record comes to, beside this package.
"""
