"""Run a box as a service of systemd: install it, tell how it is, update it, take it away.

Nothing here is imported by a box that runs.
"""
