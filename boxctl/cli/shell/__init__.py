"""Commands for shells: completion.

The words that a shell offers come from the options of the commands.
"""
