"""What every other package may look at: the fault that people are told, and the clock.

Imports nothing of this project.
"""
