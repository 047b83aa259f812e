"""The catalogs, a ``.po`` file for each language but English, and how one is read.

Imports nothing but the standard library.
"""
