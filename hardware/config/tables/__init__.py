"""The tables of box.toml, one file a driver: its settings, their kinds and meanings.

Imports declare, kinds and pins.
"""
