"""Entries on the disk: SQLite, one writer, and what is done when either is damaged.

May import its siblings in the journal, never the table.
"""
