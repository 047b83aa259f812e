"""What every other package may look at: faults, the clock, bounds, and waking a thread.

Imports nothing of this project.
"""
