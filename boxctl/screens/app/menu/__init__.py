"""The menu of the full-screen game: choose the game, the players, the stake and the rules.

Start at ``menu_screen``. May import Textual, ``laptop``, which knows what can be chosen, and
the pictures.
"""
