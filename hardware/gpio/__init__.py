"""Levers, buttons and lamps on the lines of gpiochips.

May import worker and config.
"""
