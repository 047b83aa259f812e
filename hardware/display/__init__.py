"""Displays: a file for each driver, all worked from one thread of their own.

Start at ``open``. May import hardware.worker, hardware.buses and hardware.config.
"""
