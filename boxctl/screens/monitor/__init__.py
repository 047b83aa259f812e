"""The monitor of a box as a picture: what is on it, and how it is drawn.

Imports monitor, presentation and the pictures; knows no Textual.
"""
