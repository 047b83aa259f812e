"""The parts of the state of a table, each made from what its loop hands over. Pure.

May import referee, rules, presentation and the pictures of the screens.
"""
