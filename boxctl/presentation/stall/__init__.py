"""A stall in words and as a document: its terms, and what it pays out. Pure.

Imports the stall, and what money and games are called.
"""
