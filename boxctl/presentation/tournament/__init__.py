"""A tournament in words: its table, its order of play, and as a document for programs.

Imports tournament and the words of players. Pure.
"""
