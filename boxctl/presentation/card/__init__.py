"""The rules of a match on a card to print: what it shows, as a drawing.

Imports rules and the rest of presentation.
"""
