"""A thread of its own for each device that may be slow, hang or go away.

Imports hardware.devices alone.
"""
