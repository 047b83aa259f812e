"""Displays: one file a driver, all worked from one thread of their own.

May import worker, spi and config.
"""
