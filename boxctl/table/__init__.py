"""A table that is being played: its loop, its event queue, its doubts, and how it resumes.

Start at ``loop`` and ``runtime``. May import audit, presentation, journal, referee, rules and
hardware.
"""
