"""The sentence of every ruling, a file for each kind. Pure.

Start at ``ruling``. An argument ``player`` is a name as the style writes or says it. May import
referee, rules, and the phrases and money of presentation.
"""
