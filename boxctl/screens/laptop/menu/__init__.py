"""The content of the menus of a laptop's game: games, players, stakes, habits, and their pictures.

May import rules, journal, presentation, simulation and the pictures. Knows no Textual.
"""
