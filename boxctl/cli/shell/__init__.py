"""The command ``completion``: scripts for bash, zsh and fish.

They offer the options of the commands as these declare them. May import the other commands.
"""
