"""The tables of box.toml, a file for each driver: its settings, their kinds and meanings.

Each makes a frozen dataclass for its driver. May import declare, kinds, pins and the faces of
dice and displays.
"""
