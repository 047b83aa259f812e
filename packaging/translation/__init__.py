"""The messages of the source and the page of the faults, and what translates them.

``make languages`` brings every catalog up to date and says what is left to translate; the tests
hold that it has been run.
"""
