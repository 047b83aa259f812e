"""What Python's reader of TOML does not tell: the lines of keys, and what is wrong in our words.

Imports nothing but the rest of the groundwork.
"""
