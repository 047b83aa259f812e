"""The box as a picture: wood, brass, felt and ivory, all from characters.

May import rules and the other pictures.
"""
