"""The variants that a house has written itself: where their files are, read, checked and saved.

May import the rest of rules.
"""
