"""A ruling as speech and as tunes. Pure.

Imports rules, referee and the rest of presentation.
"""
