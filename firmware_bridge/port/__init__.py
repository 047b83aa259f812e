"""The serial port under the link: found, locked, opened, read and written by one thread.

Imports link.
"""
