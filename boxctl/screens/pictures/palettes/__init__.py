"""The colours of pictures: a palette for a dark screen and one for a light one.

May import the other pictures.
"""
