"""Matches without people: played by named players, and counted.

May import odds, referee and rules.
"""
