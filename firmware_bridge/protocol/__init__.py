"""The messages of host and board, defined once.

Imports nothing of this project.
"""
