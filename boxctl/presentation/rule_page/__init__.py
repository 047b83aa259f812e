"""The rules of a match for players, as a page of text. Pure.

Start at ``page``. May import rules, and the phrases and money of presentation.
"""
