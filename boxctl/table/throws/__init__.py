"""Throws on their way to the table: from its roller, if that fits the match, or typed by people.

Imports the rest of table, referee and hardware.
"""
