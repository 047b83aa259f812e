"""Who meets whom: the three systems, and the complete pairing that they rest on.

Nothing here knows names or a state: players are numbers, in the order of the standings. Imports
nothing of boxctl.
"""
