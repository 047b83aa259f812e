"""A table that is being played: its loop, its event queue, its doubts, and how it resumes.

May import everything below it except screens and commands.
"""
