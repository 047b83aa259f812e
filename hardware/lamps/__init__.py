"""Lamps: one file a driver, in any mixture.

May import spi, worker and config.
"""
