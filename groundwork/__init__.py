"""Used by every other package: faults for people, the clock, shared bounds, the waker.

Imports nothing of this project.
"""
