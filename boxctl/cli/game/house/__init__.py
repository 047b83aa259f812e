"""The subcommands of ``boxctl rules`` for the games of a house.

May import what every command may.
"""
