"""Commands for a real box: plan and wire it, run it, look at its devices, set up its service.

May import everything that the commands need, only when the command is given.
"""
