"""Where the throws of a laptop's game come from.

May import hardware and firmware_bridge.
"""
