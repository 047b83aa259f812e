"""The full-screen game: Textual screens around pictures that are made without it.

The one package that may import Textual.
"""
