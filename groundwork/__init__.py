"""What every other package may use: faults for people, the clock, shared bounds, the waker.

Imports nothing of this project.
"""
