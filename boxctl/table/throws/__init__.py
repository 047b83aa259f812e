"""Throws on their way to the table, through :class:`RollerGate`; the other classes are its parts.

Imports the rest of table, referee and hardware.
"""
