"""Look at everything that a box needs without playing: the machine, its devices and its record.

Start at ``examine``. A check is a file that yields results and changes nothing. What it looks at
comes from a ``Machine``, which tests replace. May import the table and all below it.
"""
