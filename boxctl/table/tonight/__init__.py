"""Tonight's game, chosen at the box: what can be played, the menu, and what becomes of a choice.

Imports journal, presentation, referee and rules, and the states of the table.
"""
