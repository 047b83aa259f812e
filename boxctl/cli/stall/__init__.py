"""A stall: a file for each of its commands. Imports what the commands import."""
