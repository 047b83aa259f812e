"""The table of the full-screen game: its screen, its keys, and the questions asked over it.

Start at ``table_screen``. May import Textual, ``laptop``, ``coaching`` and the pictures.
"""
