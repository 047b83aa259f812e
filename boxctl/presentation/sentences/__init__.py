"""The sentence of every ruling, a file for each kind. Pure.

Start at ``ruling``. May import referee, rules, and the phrases and money of presentation.
"""
