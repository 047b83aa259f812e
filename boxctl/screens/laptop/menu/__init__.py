"""What the menus of a laptop's game know: games, players, stakes and habits. Draws nothing.

May import rules, journal, presentation, simulation and the pictures. Knows no Textual.
"""
