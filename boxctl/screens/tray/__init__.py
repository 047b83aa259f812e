"""The dice trays of a laptop's game: where its throws come from.

May import hardware and firmware_bridge.
"""
